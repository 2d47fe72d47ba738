import { describe, expect, it } from 'vitest'
import { UpstreamDown } from '../../core/domain/errors.ts'
import { HostQueue } from '../../pipeline/http/guard/host_queue.ts'
import { replayGuard } from '../../pipeline/http/guard/replay.ts'
import type { VisitOptions } from '../../pipeline/http/guarded.ts'
import {
  HTML_TYPE,
  internet,
  JSON_TYPE,
  openGuard,
  type ReceivedRequest,
  send,
  wait,
} from './guard_harness.ts'
import { toSourceDay } from './harness.ts'

const JSON_EXPECTED: VisitOptions = { expect: 'json' }
const PAGE = '<!doctype html><title>Not what you want</title>'

describe('outcomes', () => {
  const cases: [string, number, Record<string, string>, string, string][] = [
    ['JSON', 200, JSON_TYPE, '{"a":1}', 'ok'],
    ['JSON that says it is text', 200, { 'content-type': 'text/plain' }, '[]', 'ok'],
    ['401', 401, JSON_TYPE, '{}', 'auth_wall'],
    ['403', 403, HTML_TYPE, PAGE, 'auth_wall'],
    ['404', 404, HTML_TYPE, PAGE, 'not_found'],
    ['410', 410, {}, '', 'not_found'],
    ['a page with status 200', 200, HTML_TYPE, PAGE, 'soft_404'],
    ['a page that says it is JSON', 200, JSON_TYPE, `\n${PAGE}`, 'soft_404'],
    ['half of the JSON', 200, JSON_TYPE, '{"a":', 'error'],
    ['nothing at all', 200, {}, '', 'error'],
    ['402 where no quote is wanted', 402, JSON_TYPE, '{}', 'error'],
    ['500', 500, {}, 'x', 'error'],
    ['304 to a question without condition', 304, {}, '', 'error'],
    ['a redirect to nowhere', 302, {}, '', 'error'],
    ['a redirect to no address', 302, { location: 'https://[' }, '', 'error'],
  ]
  it.each(cases)('%s', async (_, status, headers, body, outcome) => {
    const { reach } = await internet((_, response) => send(response, status, headers, body))
    const visit = await openGuard({ reach }).guard.visit('https://one.example/card', JSON_EXPECTED)
    expect(visit).toMatchObject({ outcome, status, finalUrl: 'https://one.example/card' })
    expect(visit.json).toEqual(outcome === 'ok' ? JSON.parse(body) : null)
  })

  it('counts the statuses that were named as ok, and reads a quote out of them', async () => {
    const { reach } = await internet(({ path }, response) =>
      path === '/body'
        ? send(response, 402, { ...JSON_TYPE, 'x-other': 'no' }, '{"x402Version":1}')
        : send(response, 402, { 'payment-required': 'e30=' }, 'pay first'),
    )
    const { guard } = openGuard({ reach })
    const options: VisitOptions = { expect: 'any', alive: [402] }
    expect(await guard.visit('https://one.example/body', options)).toMatchObject({
      ...{ outcome: 'ok', status: 402, json: { x402Version: 1 }, headers: {} },
    })
    expect(await guard.visit('https://one.example/header', options)).toMatchObject({
      ...{ outcome: 'ok', status: 402, json: null, headers: { 'payment-required': 'e30=' } },
    })
  })

  it.each([
    ['ENOTFOUND', 'dns_dead'],
    ['EAI_AGAIN', 'error'],
  ])('a lookup that fails with %s is %s', async (code, outcome) => {
    const { guard } = openGuard({
      resolve: async () => Promise.reject(Object.assign(new Error('no'), { code })),
      reach: () => Promise.reject(new Error('it was asked')),
    })
    const visit = await guard.visit('https://one.example/', JSON_EXPECTED)
    expect(visit).toMatchObject({ outcome, status: null, finalUrl: null, json: null })
  })

  it('a name without an address is dns_dead', async () => {
    const { guard } = openGuard({ resolve: async () => [], reach: () => Promise.reject(new Error('asked')) })
    expect((await guard.visit('https://one.example/', JSON_EXPECTED)).outcome).toBe('dns_dead')
  })

  it('a connection that is refused or reset is an error', async () => {
    const { reach } = await internet((asked) => asked.socket.destroy())
    expect((await openGuard({ reach }).guard.visit('https://one.example/', JSON_EXPECTED)).outcome).toBe(
      'error',
    )
  })
})

describe('time', () => {
  const hangs: [string, (asked: ReceivedRequest, response: import('node:http').ServerResponse) => void][] = [
    ['never answers', () => {}],
    ['never ends its body', (_, response) => void response.writeHead(200, JSON_TYPE).write('{')],
    [
      'sends a byte now and then',
      (_, response) => {
        response.writeHead(200, JSON_TYPE)
        const dripping = setInterval(() => response.write(' '), 20)
        response.on('close', () => clearInterval(dripping))
      },
    ],
    [
      'redirects from one slow page to the next',
      (_, response) => void wait(90).then(() => send(response, 302, { location: '/x' })),
    ],
  ]
  it.each(hangs)('a host that %s is a timeout, in time', async (_, handler) => {
    const { reach } = await internet(handler)
    const { guard } = openGuard({ reach, timeoutMs: 200 })
    const begun = performance.now()
    expect((await guard.visit('https://one.example/', JSON_EXPECTED)).outcome).toBe('timeout')
    expect(performance.now() - begun).toBeLessThan(1_500)
  })

  it('a lookup that hangs is nobody’s time-out: closing the guard ends it, and nothing is recorded', async () => {
    const { guard } = openGuard({
      ...{
        timeoutMs: 100,
        resolve: () => new Promise(() => {}),
        reach: () => Promise.reject(new Error('asked')),
      },
    })
    setTimeout(() => guard.close(), 300)
    await expect(guard.visit('https://one.example/', JSON_EXPECTED)).rejects.toThrow('the guard is closed')
    expect(guard.responses()).toEqual([])
  })

  it('waits once where a host says how long, if the time allows', async () => {
    const { asked, reach } = await internet(({ path }, response) => {
      const isFirst = asked.filter((other) => other.path === path).length === 1
      if (path === '/soon' && !isFirst) send(response, 200, JSON_TYPE, '{}')
      else send(response, path === '/soon' ? 503 : 429, { 'retry-after': path === '/late' ? '60' : '1' })
    })
    const waits: number[] = []
    const { guard } = openGuard({ reach, sleep: async (ms) => void waits.push(ms) })
    expect((await guard.visit('https://one.example/soon', JSON_EXPECTED)).outcome).toBe('ok')
    expect((await guard.visit('https://one.example/never', JSON_EXPECTED)).outcome).toBe('error')
    expect((await guard.visit('https://one.example/late', JSON_EXPECTED)).outcome).toBe('error')
    expect(waits).toEqual([1000, 1000])
    expect(asked.map(({ path }) => path)).toEqual(['/soon', '/soon', '/never', '/never', '/late'])
  })
})

describe('queues and budgets', () => {
  it('has one request under way for a host, though others redirect to it, and several hosts at once', async () => {
    const underWay = new Map<string, number>()
    let [most, all, mostOfAll] = [0, 0, 0]
    const { reach } = await internet(({ host, path }, response) => {
      underWay.set(host, (underWay.get(host) ?? 0) + 1)
      most = Math.max(most, underWay.get(host) ?? 0)
      mostOfAll = Math.max(mostOfAll, ++all)
      void wait(10).then(() => {
        underWay.set(host, (underWay.get(host) ?? 0) - 1)
        all--
        if (path === '/away') send(response, 302, { location: 'https://host-0.example/' })
        else send(response, 200, JSON_TYPE, '{}')
      })
    })
    const { guard } = openGuard({ reach })
    const urls = Array.from({ length: 60 }, (_, i) => `https://host-${i % 12}.example/${i < 12 ? 'away' : i}`)
    const visits = await Promise.all(urls.map((url) => guard.visit(url, JSON_EXPECTED)))
    expect(visits.every(({ outcome }) => outcome === 'ok')).toBe(true)
    expect(most).toBe(1)
    expect(mostOfAll).toBeGreaterThan(6)
  })

  it('has one request under way for a host, though several guards share its queue', async () => {
    let [underWay, most] = [0, 0]
    const { reach } = await internet((_, response) => {
      most = Math.max(most, ++underWay)
      void wait(10).then(() => {
        underWay--
        send(response, 200, JSON_TYPE, '{}')
      })
    })
    const queue = new HostQueue(1_000)
    const guards = Array.from({ length: 4 }, () => openGuard({ reach, queue }).guard)
    await Promise.all(guards.map((guard) => guard.visit('https://one.example/', JSON_EXPECTED)))
    expect(most).toBe(1)
  })

  it('asks for an address once in a run', async () => {
    const { asked, reach } = await internet((_, response) => send(response, 200, JSON_TYPE, '{"a":1}'))
    const { guard } = openGuard({ reach })
    const ask = () => guard.visit('https://one.example/', JSON_EXPECTED)
    const [first, second] = await Promise.all([ask(), ask()])
    expect(await ask()).toEqual(first)
    expect(second).toEqual(first)
    expect(asked.length).toBe(1)
    expect(guard.responses().length).toBe(1)
  })

  it('begins no more visits than it may, and says how many are left', async () => {
    const { asked, reach } = await internet((_, response) => send(response, 200, JSON_TYPE, '{}'))
    const { guard } = openGuard({ reach, maxVisits: 2 })
    const outcomes = await Promise.allSettled(
      ['a', 'b', 'c'].map((name) => guard.visit(`https://${name}.example/`, JSON_EXPECTED)),
    )
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected'])
    expect(asked.length).toBe(2)
    await expect(guard.visit('https://d.example/', JSON_EXPECTED)).rejects.toThrow(UpstreamDown)
  })

  it('begins none once its time is spent, and keeps those that were begun', async () => {
    let time = 0
    const { reach } = await internet((_, response) => {
      time += 100
      send(response, 200, JSON_TYPE, '{}')
    })
    const { guard } = openGuard({ reach, budgetMs: 250, monotonic: () => time })
    const urls = Array.from({ length: 9 }, (_, i) => `https://one.example/${i}`)
    const settled = await Promise.allSettled(urls.map((url) => guard.visit(url, JSON_EXPECTED)))
    expect(settled.filter(({ status }) => status === 'fulfilled').length).toBe(3)
    expect(guard.responses().map(({ url }) => url)).toEqual(urls.slice(0, 3))
    await expect(guard.visit('https://d.example/', JSON_EXPECTED)).rejects.toThrow('retried on a later run')
  })

  it('ends what is under way when it is closed', async () => {
    const { reach } = await internet(() => {})
    const { guard } = openGuard({ reach, timeoutMs: 60_000 })
    const visiting = guard.visit('https://one.example/', JSON_EXPECTED)
    setTimeout(() => guard.close(), 50)
    await expect(visiting).rejects.toThrow(new UpstreamDown('https://one.example/', 'the guard is closed'))
    expect(guard.responses()).toEqual([])
  })

  it('says who asks', async () => {
    const { asked, reach } = await internet((_, response) => send(response, 200, JSON_TYPE, '{}'))
    await openGuard({ reach, userAgent: 'Robot (+https://a.example)' }).guard.visit(
      'https://one.example/',
      JSON_EXPECTED,
    )
    expect(asked[0]?.headers).toMatchObject({
      ...{ 'user-agent': 'Robot (+https://a.example)', 'accept-encoding': 'identity' },
    })
  })
})

describe('the record', () => {
  it('replays the same visits from the archive, and no others', async () => {
    const { asked, reach } = await internet(({ path }, response) => {
      if (path === '/ok') send(response, 200, { ...JSON_TYPE, etag: '"1"' }, '{"a":[1]}')
      else if (path === '/page') send(response, 200, HTML_TYPE, PAGE)
      else if (path === '/pay') send(response, 402, { ...JSON_TYPE, 'payment-required': 'e30=' }, '{"b":1}')
      else if (path === '/on') send(response, 301, { location: '/ok' })
      else if (path === '/in') send(response, 302, { location: 'https://10.0.0.1/' })
      else if (path === '/reset') response.destroy()
      else send(response, 404, {}, 'no')
    })
    const { guard, archive } = openGuard({ reach })
    const paths = ['ok', 'page', 'pay', 'on', 'in', 'reset', 'none']
    const urls = [
      ...paths.map((path) => `https://one.example/${path}`),
      'http://127.0.0.1/',
      'https://x.invalid/',
    ]
    const options: VisitOptions = { expect: 'json', alive: [402] }
    const live = await Promise.all(urls.map((url) => guard.visit(url, options)))
    expect(live.map(({ outcome }) => outcome)).toEqual([
      'ok',
      'soft_404',
      'ok',
      'ok',
      'refused_unsafe',
      'error',
      'not_found',
      'refused_unsafe',
      'dns_dead',
    ])
    expect(live.find(({ url }) => url.endsWith('/in'))).toMatchObject({ status: 302, json: null })
    archive.writeDay(toSourceDay(guard.responses()))
    const recorded = archive.readDay('2026-03-23', 'example')
    if (!recorded) throw new Error('the day is not there')
    const before = asked.length
    const replayed = replayGuard(recorded, archive)
    expect(await Promise.all(urls.map((url) => replayed.visit(url, options)))).toEqual(live)
    expect(asked.length).toBe(before)
    await expect(replayed.visit('https://other.example/', options)).rejects.toThrow(UpstreamDown)
    for (const { sha256 } of recorded.responses) expect(archive.hasBody(sha256)).toBe(true)
  })

  it('asks whether an earlier answer still holds, where that was read, and takes its body when it does', async () => {
    const { asked, reach } = await internet((request, response) =>
      request.headers['if-none-match'] === '"1"'
        ? send(response, 304, { etag: '"1"' })
        : send(response, request.path === '/bad' ? 500 : 200, { ...JSON_TYPE, etag: '"1"' }, '{"a":1}'),
    )
    const [first, second] = ['https://one.example/a', 'https://one.example/bad']
    const { guard, archive } = openGuard({ reach })
    const live = await guard.visit(first, JSON_EXPECTED)
    await guard.visit(second, JSON_EXPECTED)
    const next = openGuard({ reach, archive, earlier: () => guard.responses() }).guard
    expect(await next.visit(first, JSON_EXPECTED)).toEqual(live)
    expect((await next.visit(second, JSON_EXPECTED)).outcome).toBe('error')
    expect(next.responses()[0]).toMatchObject({ status: 304, sha256: live.sha256, bytes: 0, etag: '"1"' })
    expect(asked.map(({ headers }) => headers['if-none-match'])).toEqual([
      undefined,
      undefined,
      '"1"',
      undefined,
    ])
  })
})
