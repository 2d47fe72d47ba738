import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { isPublicIp, judgeUrl, parseLiteralIp } from '../../pipeline/http/guard/judge.ts'
import { LOOKUP_PRIORITY, Lookups } from '../../pipeline/http/guard/lookups.ts'
import { ProcessTimeBudget } from '../../pipeline/http/guard/process_time_budget.ts'
import type { Reach } from '../../pipeline/http/guard/transport.ts'
import type { VisitOptions } from '../../pipeline/http/guarded.ts'
import { JSON_TYPE, openGuard } from './guard_harness.ts'
import { NOW } from './harness.ts'

const JSON_EXPECTED: VisitOptions = { expect: 'json' }

/** A reach with a list of answers, the last one repeated for ever, and the requests to it. */
function answering(...answers: { status: number; headers?: Record<string, string>; body?: string }[]) {
  const asked: { href: string; ip: string; headers: Record<string, string> }[] = []
  const reach: Reach = async ({ href }, ip, { headers }) => {
    const {
      status,
      headers: own = JSON_TYPE,
      body = '{}',
    } = answers[Math.min(asked.length, answers.length - 1)] as (typeof answers)[number]
    asked.push({ href, ip, headers })
    return {
      status,
      headers: new Headers(own),
      body: (async function* () {
        yield Buffer.from(body)
      })(),
    }
  }
  return { asked, reach }
}

it.each([
  [429, '1', 2],
  [503, '0', 2],
  [503, '2', 1],
  [500, '1', 1],
  [429, '1x', 1],
  [429, 'x1', 1],
  [429, '', 1],
  [429, '00001', 1],
])('a %i that asks to wait %j is asked %i times', async (status, wait, times) => {
  const { asked, reach } = answering({ status, headers: { 'retry-after': wait } }, { status: 200 })
  const { guard } = openGuard({ reach, timeoutMs: 2_000 })
  const { outcome } = await guard.visit('https://one.example/', JSON_EXPECTED)
  expect(asked).toHaveLength(times)
  expect(outcome).toBe(times === 2 ? 'ok' : 'error')
})

it('an address of version 4 is asked before those of version 6, and what is wanted is said', async () => {
  const { asked, reach } = answering({ status: 200 })
  const resolve = async () => ['2620:fe::fe', '9.9.9.9', '2620:fe::9']
  const { guard } = openGuard({ reach, resolve })
  await guard.visit('https://one.example/', JSON_EXPECTED)
  await guard.visit('https://one.example/any', { expect: 'any' })
  const headers = { 'accept-encoding': 'identity', 'user-agent': 'test' }
  expect(asked).toEqual([
    {
      ...{ href: 'https://one.example/', ip: '9.9.9.9' },
      headers: { ...headers, accept: 'application/json, */*;q=0.5' },
    },
    { ...{ href: 'https://one.example/any', ip: '9.9.9.9' }, headers: { ...headers, accept: '*/*' } },
  ])
})

it('three redirects are followed, to where they lead from, and their end is what counts', async () => {
  const to = (location: string) => ({ status: 301, headers: { location }, body: 'moved' })
  const { asked, reach } = answering(to('/b/'), to('c?d'), to('//two.example/e'), { status: 200 })
  const { guard } = openGuard({ reach })
  expect(await guard.visit('https://one.example/a', JSON_EXPECTED)).toMatchObject({
    ...{ outcome: 'ok', status: 200, finalUrl: 'https://two.example/e' },
  })
  expect(asked.map(({ href }) => href).slice(1)).toEqual([
    'https://one.example/b/',
    'https://one.example/b/c?d',
    'https://two.example/e',
  ])
})

it('a redirect keeps the bytes of its own body, and a failure after it its status', async () => {
  const { reach } = answering({ status: 302, headers: { location: 'https://[' }, body: 'moved' })
  const { guard } = openGuard({ reach })
  await guard.visit('https://one.example/', JSON_EXPECTED)
  expect(guard.responses()).toMatchObject([{ outcome: 'error', status: 302, bytes: 5 }])
})

it('what is no JSON is not kept, though its status was wanted', async () => {
  const { reach } = answering({ status: 402, body: 'pay first' })
  const { guard, archive } = openGuard({ reach })
  await guard.visit('https://one.example/', { expect: 'any', alive: [402] })
  const [response] = guard.responses()
  expect(response).toMatchObject({ outcome: 'ok', status: 402, bytes: 9 })
  expect(archive.readBody(response?.sha256 ?? '')).toHaveLength(0)
})

it('of earlier answers only those of 200 with a tag and a body are asked after', async () => {
  const { asked, reach } = answering({ status: 200, headers: { ...JSON_TYPE, etag: '"2"' } })
  const { archive } = openGuard({ reach })
  const sha256 = archive.writeBody(Buffer.from('{"a":1}'))
  const earlier = (path: string, given: object = {}) => ({
    ...{ method: 'GET' as const, url: `https://one.example/${path}`, request: null, status: 200, sha256 },
    ...{ bytes: 7, etag: '"1"', content_type: 'application/json', link: null, outcome: 'ok' },
    ...{ retrieved_at: new Date(NOW).toISOString(), final_url: `https://one.example/${path}`, ...given },
  })
  const all = [
    earlier('held'),
    earlier('confirmed', { status: 304 }),
    earlier('priced', { status: 402 }),
    earlier('untagged', { etag: null }),
    earlier('refused', { outcome: 'error' }),
    earlier('moved', { final_url: 'https://one.example/elsewhere' }),
    earlier('lost', { sha256: 'f'.repeat(64) }),
  ]
  const { guard } = openGuard({ reach, archive, earlier: () => all })
  for (const { url } of all) await guard.visit(url, { expect: 'json', alive: [402] })
  expect(asked.map(({ headers }) => headers['if-none-match'])).toEqual([
    '"1"',
    '"1"',
    ...Array(5).fill(undefined),
  ])
})

it('a budget that is spent is named', async () => {
  const { reach } = answering({ status: 200 })
  let time = 0
  const late = openGuard({ reach, budgetMs: 1_500, monotonic: () => time }).guard
  await late.visit('https://one.example/', JSON_EXPECTED)
  time = 1_499
  await late.visit('https://one.example/2', JSON_EXPECTED)
  time = 1_500
  await expect(late.visit('https://one.example/\n3', JSON_EXPECTED)).rejects.toThrow(
    'https://one.example/?3: the budget of 1.5 s is used up: retried on a later run',
  )
  const few = openGuard({ reach, maxVisits: 1 }).guard
  await few.visit('https://one.example/', JSON_EXPECTED)
  await expect(few.visit('https://one.example/2', JSON_EXPECTED)).rejects.toThrow(
    'https://one.example/2: the budget of 1 visits a day is used up: retried on a later run',
  )
})

describe('lookups', () => {
  const signal = new AbortController().signal
  const url = new URL('https://one.example/')

  it('resolve a name once, and return an IP address as it is', async () => {
    const looked: string[] = []
    const lookups = new Lookups(async (host) => [host, String(looked.push(host))], signal)
    for (const _ of [1, 2])
      expect(await lookups.take(url, LOOKUP_PRIORITY.visit, () => {})).toEqual(['one.example', '1'])
    const literal = new URL('https://[2620:fe::fe]/')
    expect(await lookups.take(literal, LOOKUP_PRIORITY.visit, () => {})).toEqual(['2620:fe::fe'])
    expect(looked).toEqual(['one.example'])
  })

  it('give a failure of the name as such, whatever was thrown', async () => {
    const lookups = new Lookups(() => Promise.reject('no such name'), signal)
    expect(await lookups.take(url, LOOKUP_PRIORITY.visit, () => {})).toEqual(new Error('no such name'))
  })

  it('are done by priority: redirects, then visits, then names without an answer', async () => {
    const done: number[] = []
    const lookups = new Lookups(async () => ['9.9.9.9'], signal)
    // The first ones, up to the limit, all begin before any priority matters.
    const first = Array.from({ length: 32 }, () => lookups.take(url, LOOKUP_PRIORITY.visit, () => {}))
    const priorities = [LOOKUP_PRIORITY.unanswered, LOOKUP_PRIORITY.visit, LOOKUP_PRIORITY.redirect]
    const rest = priorities.map((turn) => lookups.take(url, turn, () => void done.push(turn)))
    await Promise.all([...first, ...rest])
    expect(done).toEqual([LOOKUP_PRIORITY.redirect, LOOKUP_PRIORITY.visit, LOOKUP_PRIORITY.unanswered])
  })
})

describe('the time of a visit', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('ends when it is over, and counts on over several hops', () => {
    const time = new ProcessTimeBudget(250)
    const ends: number[] = []
    const stop = time.run(() => ends.push(performance.now()))
    vi.advanceTimersByTime(120)
    stop()
    expect(time.left).toBe(130)
    vi.advanceTimersByTime(1_000)
    expect([time.left, ends.length]).toEqual([130, 0])
    const begun = performance.now()
    const again = time.run(() => ends.push(performance.now() - begun))
    vi.advanceTimersByTime(129)
    expect(ends).toEqual([])
    vi.advanceTimersByTime(1)
    expect(ends).toEqual([130])
    vi.advanceTimersByTime(500)
    expect(ends).toEqual([130])
    again()
    expect(time.left).toBe(0)
  })
})

it('an address may be as long as the limit, and so may a name', () => {
  const path = (length: number) => `https://a.example/${'x'.repeat(length - 'https://a.example/'.length)}`
  expect([2048, 2049].map((length) => judgeUrl(path(length)) !== null)).toEqual([true, false])
  const name = (length: number) => `https://${'a.'.repeat(110)}${'b'.repeat(length - 220)}/`
  expect([253, 254].map((length) => judgeUrl(name(length)) !== null)).toEqual([true, false])
})

it('what is no IP address is none of the public internet', () => {
  expect(['9.9.9.9', '2620:fe::fe'].map(isPublicIp)).toEqual([true, true])
  for (const ip of ['x', '168.63.129.16', '3fff::1', '4000::1']) expect(isPublicIp(ip), ip).toBe(false)
  expect(parseLiteralIp(new URL('https://[2620:fe::fe]/'))).toBe('2620:fe::fe')
  expect(parseLiteralIp(new URL('https://one.example/'))).toBeNull()
})
