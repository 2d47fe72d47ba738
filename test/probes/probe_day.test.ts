import { expect, test } from 'vitest'
import type { ProbeSessions } from '../../pipeline/http/guard/probe_fetch.ts'
import { NotObservedError } from '../../pipeline/http/guard/transport.ts'
import { PostRules } from '../../pipeline/probes/post_rules.ts'
import { probeDay } from '../../pipeline/probes/probe_day.ts'
import { ProbeFailure, type ProbeTarget, type Protocol } from '../../pipeline/probes/protocol.ts'
import page from '../../pipeline/probes/protocols/page.ts'
import { SimulatedClock } from './simulated_clock.ts'

type Answer = Response | Error

/** A protocol that sends one POST. */
const poster: Protocol = {
  kinds: ['mcp'],
  async probe({ url }, fetch) {
    const { status } = await fetch(url, { method: 'POST', body: '{}' })
    return {
      ...{ outcome: 'answers', reason: null, status, finalUrl: url, protocolVersion: null },
      ...{ serverName: null, serverVersion: null, details: null },
    }
  },
}

/** Probes addresses of an internet that answers by URL; returns outcomes, requests and what was not started. */
async function probe(
  targets: ProbeTarget[],
  answers: Record<string, () => Answer>,
  { minutes = 45, isNamed = true } = {},
) {
  const clock = new SimulatedClock()
  const requests: string[] = []
  const outcomes: Record<string, string> = {}
  const openGuard = (begin: (url: URL, ips: string[]) => Promise<() => void>): ProbeSessions => ({
    open: () => ({
      async fetch(url, { method }) {
        const end = await begin(new URL(url), ['45.0.0.1'])
        requests.push(`${method} ${url}`)
        end()
        const answer = answers[url]?.() ?? new Response('', { status: 404 })
        if (answer instanceof Error) throw answer
        Object.defineProperty(answer, 'url', { value: url })
        return answer
      },
      refuse: (_url, _init, failure) => failure,
      close: () => [],
    }),
    close: () => {},
  })
  const unstarted = await clock.run(
    probeDay(targets, {
      ...{ clock, endsAt: clock.now() + minutes * 60_000, protocols: [poster, page], openGuard },
      postRules: new PostRules({
        day: '2026-03-19',
        isNamed: () => isNamed,
        isPaidAllowed: () => false,
        earlier: [],
      }),
      retryAfterMs: 1_000,
      onProbed: ({ target, result }) => {
        outcomes[target.url] = result === null ? 'not observed' : (result.reason ?? result.outcome)
      },
      onRobots: () => {},
    }),
  )
  return { outcomes, requests, unstarted: unstarted.map(({ url }) => url) }
}

const target = (url: string, kind: ProbeTarget['kind'] = 'mcp'): ProbeTarget => ({
  ...{ url, kind, method: null },
})
const robots = (text: string) => () => new Response(text, { headers: { 'content-type': 'text/plain' } })
const ok = () => new Response('{}', { headers: { 'content-type': 'application/json' } })
const A = 'https://a.example/mcp'
const PAGE = 'https://a.example/'
const A_ROBOTS = 'https://a.example/robots.txt'

test('robots.txt is read once a host, before anything else there', async () => {
  const { requests, outcomes } = await probe([target(A), target(`${A}2`)], { [A]: ok, [`${A}2`]: ok })
  expect(requests).toEqual([`GET ${A_ROBOTS}`, `POST ${A}`, `POST ${A}2`])
  expect(outcomes).toEqual({ [A]: 'answers', [`${A}2`]: 'answers' })
})

test('a host that opts out gets no other request, one that closes its pages none for a page', async () => {
  const out = await probe([target(A)], { [A_ROBOTS]: robots('User-agent: AssayProbe\nDisallow: /') })
  expect([out.outcomes, out.requests]).toEqual([{ [A]: 'opted_out' }, [`GET ${A_ROBOTS}`]])
  const answers = { [A_ROBOTS]: robots('User-agent: *\nDisallow: /'), [A]: ok }
  const closed = await probe([target(A), target(PAGE, 'web')], answers)
  expect(closed.outcomes).toEqual({ [A]: 'answers', [PAGE]: 'robots' })
})

test('a page on a host that does not answer has its failure for an outcome', async () => {
  const { outcomes } = await probe([target(PAGE, 'web')], { [A_ROBOTS]: () => new ProbeFailure('dns') })
  expect(outcomes).toEqual({ [PAGE]: 'dns' })
})

test('POSTs to addresses that a host did not name end after three without a fitting answer', async () => {
  const targets = ['1', '2', '3', '4', '5'].map((name) => target(A + name))
  const { outcomes, requests } = await probe(targets, {}, { isNamed: false })
  expect(Object.values(outcomes)).toEqual(['answers', 'answers', 'answers', 'post_stopped', 'post_stopped'])
  expect(requests.filter((request) => request.startsWith('POST'))).toHaveLength(3)
})

test('a host is left at its third refusal, and rests after each', async () => {
  const targets = ['1', '2', '3', '4'].map((name) => target(A + name))
  const refusing = () => new Response('', { status: 429, headers: { 'retry-after': '60' } })
  const answers = Object.fromEntries(targets.map(({ url }) => [url, refusing]))
  const { requests, unstarted } = await probe(targets, answers)
  expect(requests).toEqual([`GET ${A_ROBOTS}`, `POST ${A}1`, `POST ${A}2`, `POST ${A}3`])
  expect(unstarted).toEqual([`${A}4`])
})

test('what this machine could not observe is no outcome, and what the time left out is named', async () => {
  const lost = await probe([target(A)], { [A]: () => new NotObservedError('no route') })
  expect(lost.outcomes).toEqual({ [A]: 'not observed' })
  const many = Array.from({ length: 100 }, (_, i) => target(`${A}${i}`))
  const { outcomes, unstarted } = await probe(many, {}, { minutes: 1 })
  expect(Object.keys(outcomes).length + unstarted.length).toBe(100)
  expect(unstarted.length).toBeGreaterThan(0)
})

test('an error of a protocol ends the day', async () => {
  await expect(probe([target(A)], { [A]: () => new TypeError('a bug') })).rejects.toThrow('a bug')
})
