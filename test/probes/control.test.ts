import { expect, test } from 'vitest'
import { breakSessions } from '../../lab/e2e/probes/broken.ts'
import { drawControl } from '../../pipeline/probes/control/draw.ts'
import type { ProbeOutcome } from '../../pipeline/probes/outcome.ts'
import type { ProtocolKind } from '../../pipeline/probes/protocol.ts'
import mcp from '../../pipeline/probes/protocols/mcp.ts'
import { HTML_TYPE, JSON_TYPE, send, wait } from '../http/guard_harness.ts'
import { openProbes } from '../http/probe_harness.ts'
import { openControl } from './control_harness.ts'
import { target } from './fake_site.ts'

const HOST = 'https://agent.example'
const STREAM = { 'content-type': 'text/event-stream' }
const PAGE = `<!doctype html><title>A</title><p>${'A page that says what the service does. '.repeat(3)}`
const result = (more: object = {}) =>
  JSON.stringify({
    result: { ...more, protocolVersion: '2025-06-18', capabilities: {} },
    jsonrpc: '2.0',
    id: 1,
  })
const VERBOSE = result({ instructions: 'Read this first. '.repeat(1_000) })
const refusal = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  error: { code: -32000, message: 'Bearer token is required' },
})
const QUOTE = JSON.stringify({
  x402Version: 1,
  accepts: [{ payTo: '0x1', network: 'base', maxAmountRequired: '1' }],
})
const CARD = JSON.stringify({ name: 'A', url: `${HOST}/a2a`, skills: [] })

type Answer = [status: number, headers: Record<string, string>, body: string]

const ANSWERS: Record<string, [kind: ProtocolKind, expected: ProbeOutcome, answers: Record<string, Answer>]> =
  {
    'a result under 400': ['mcp', 'answers', { POST: [400, JSON_TYPE, result()] }],
    'a long result': ['mcp', 'answers', { POST: [200, JSON_TYPE, VERBOSE] }],
    'an event stream': ['mcp', 'answers', { POST: [200, STREAM, `: hello\n\ndata: ${VERBOSE}\n\n`] }],
    'a result as a page': ['mcp', 'wrong_protocol', { POST: [200, HTML_TYPE, result()] }],
    'a gate': ['mcp', 'gated', { POST: [401, {}, ''] }],
    'a gate under 400': ['mcp', 'gated', { POST: [400, JSON_TYPE, refusal] }],
    'a payment': ['mcp', 'gated', { POST: [402, JSON_TYPE, QUOTE] }],
    '405, and a stream': [
      'mcp',
      'answers',
      { POST: [405, {}, ''], GET: [200, STREAM, 'event: endpoint\ndata: /m\n\n'] },
    ],
    '405, and a page': ['mcp', 'wrong_protocol', { POST: [405, {}, ''], GET: [200, HTML_TYPE, PAGE] }],
    'a broken body': ['mcp', 'malformed', { POST: [200, JSON_TYPE, '{"jsonrpc":"2.0","resu'] }],
    'a body that goes on': ['mcp', 'malformed', { POST: [200, JSON_TYPE, `"${'a'.repeat(2_000_000)}"`] }],
    'a bot check': ['mcp', 'blocked', { POST: [403, { ...HTML_TYPE, 'cf-mitigated': 'challenge' }, PAGE] }],
    'too many': ['mcp', 'rate_limited', { POST: [429, {}, ''] }],
    'an error': ['mcp', 'server_error', { POST: [502, HTML_TYPE, PAGE] }],
    'a trap': ['mcp', 'unsafe', { POST: [307, { location: 'https://169.254.169.254/' }, ''] }],
    'a quote': ['x402', 'answers', { POST: [402, JSON_TYPE, QUOTE] }],
    'a quote in a header': [
      'x402',
      'answers',
      { POST: [402, { 'payment-required': Buffer.from(QUOTE).toString('base64') }, ''] },
    ],
    'a check before the quote': [
      'x402',
      'answers_before_payment',
      { POST: [400, JSON_TYPE, '{"error":"x"}'] },
    ],
    'a token before the quote': [
      'x402',
      'answers_before_payment',
      { POST: [401, {}, ''], GET: [405, {}, ''] },
    ],
    'a card': ['a2a', 'card_only', { GET: [200, JSON_TYPE, CARD] }],
    'a web page': ['web', 'answers', { GET: [200, HTML_TYPE, PAGE] }],
    'no page': ['web', 'not_found', { GET: [404, HTML_TYPE, PAGE] }],
    'a parked page': ['web', 'parked', { GET: [200, HTML_TYPE, '<title>Domain parked</title>'] }],
    'a sign of health': ['other', 'wrong_protocol', { GET: [200, JSON_TYPE, '{"status":"ok"}'] }],
    'a proof': ['proof', 'answers', { GET: [200, JSON_TYPE, '{"registrations":[]}'] }],
  }

test.each(Object.entries(ANSWERS))(
  'the second client judges %s by itself',
  async (_, [kind, expected, answers]) => {
    const { ask } = await openControl(({ method = '' }, response) =>
      send(response, ...(answers[method] ?? [404, {}, ''])),
    )
    expect((await ask(`${HOST}/mcp`, { kind })).outcome).toBe(expected)
  },
)

test('a stream that never ends is closed after its answer, and a session is ended', async () => {
  let open = 0
  const { ask, asked } = await openControl(({ method }, response) => {
    if (method === 'DELETE') return send(response, 204, {})
    open++
    response.on('close', () => open--)
    response.writeHead(200, { ...STREAM, 'mcp-session-id': 's1' }).write(`data: ${result()}\n\n`)
  })
  expect((await ask(`${HOST}/mcp`)).outcome).toBe('answers')
  await wait(50)
  expect(open).toBe(0)
  expect(asked.map(({ method, headers }) => [method, headers['mcp-session-id']])).toEqual([
    ['POST', undefined],
    ['DELETE', 's1'],
  ])
})

test('an address that got no POST from the probe gets none', async () => {
  const { ask, asked, bodies } = await openControl(({ path }, response) =>
    send(response, 200, JSON_TYPE, path === '/card' ? CARD : result()),
  )
  for (const kind of ['mcp', 'x402'] as const) await ask(`${HOST}/mcp`, { kind, posted: [] })
  const posted = [`${HOST}/card`]
  expect((await ask(`${HOST}/card`, { kind: 'a2a', posted })).outcome).toBe('card_only')
  expect(asked.map(({ method }) => method)).toEqual(['GET', 'GET', 'GET'])
  const all = { kind: 'a2a', posted: [`${HOST}/a2a`] } as const
  expect((await ask(`${HOST}/card`, all)).outcome).toBe('answers')
  expect(bodies.at(-1)).toContain('tasks/get')
})

test('it refuses private addresses, and has the bounds of time', async () => {
  const { ask, state } = await openControl(() => {})
  expect((await ask('https://10.0.0.1/mcp')).outcome).toBe('unsafe')
  expect((await ask(`${HOST}/mcp`, { resolve: async () => ['9.9.9.9', '127.0.0.1'] })).outcome).toBe('unsafe')
  expect((await ask('https://gone.invalid/mcp')).outcome).toBe('dns')
  expect(state.connections).toBe(0)
  expect((await ask(`${HOST}/mcp`, { speed: 100 })).outcome).toBe('timeout')
})

test('a redirect repeats a POST at the same host alone', async () => {
  const { ask, asked } = await openControl(({ path }, response) =>
    send(response, 308, { location: path === '/mcp' ? '/mcp/' : 'https://other.example/' }),
  )
  expect((await ask(`${HOST}/mcp`)).outcome).toBe('wrong_protocol')
  expect(asked.map(({ method, host, path }) => `${method} ${host}${path}`)).toEqual([
    'POST agent.example/mcp',
    'POST agent.example/mcp/',
  ])
})

test('its exchanges are apart from those of the probe in the archive', async () => {
  const { ask } = await openControl((_, response) => send(response, 200, JSON_TYPE, result()))
  const { responses } = await ask(`${HOST}/mcp`)
  expect(responses).toMatchObject([{ url: `${HOST}/mcp`, target: `control ${HOST}/mcp`, status: 200 }])
})

test.each(['cut', '405'] as const)('a prober that is broken by %s is contradicted', async (fault) => {
  const { ask, reach } = await openControl(({ method, body }, response) => {
    if (fault === 'cut') return send(response, 200, JSON_TYPE, VERBOSE)
    if (method === 'POST') return send(response, 405, { allow: 'GET' }, body)
    return send(response, 200, STREAM, 'event: endpoint\ndata: /messages\n\n')
  })
  const { guard } = openProbes({ reach })
  const { fetch } = breakSessions(guard, fault).open(`${HOST}/mcp`)
  const { outcome } = await mcp.probe(target('mcp', `${HOST}/mcp`), fetch)
  expect(outcome).toBe(fault === 'cut' ? 'malformed' : 'not_found')
  expect((await ask(`${HOST}/mcp`)).outcome).toBe('answers')
})

const DAY = '2026-03-19'
const probes = (count: number, kind: ProtocolKind, outcome: ProbeOutcome, status: number | null) =>
  Array.from({ length: count }, (_, i) => ({
    url: `https://${kind}-${status}-${i}.example/`,
    kind,
    outcome,
    status,
  }))

test('forty that look dead and forty that answer are drawn, others each day', () => {
  const finished = [
    ...[...probes(500, 'web', 'not_found', 404), ...probes(500, 'web', 'answers', 200)],
    ...[...probes(50, 'web', 'rate_limited', 429), ...probes(50, 'web', 'blocked', 403)],
    ...[...probes(50, 'web', 'unsafe', null), ...probes(50, 'web', 'not_probed', 0)],
  ]
  const drawn = drawControl(finished, DAY)
  expect(drawn.map(({ outcome }) => outcome)).toEqual([
    ...Array(40).fill('not_found'),
    ...Array(40).fill('answers'),
  ])
  expect(drawControl(finished.toReversed(), DAY)).toEqual(drawn)
  const next = new Set(drawControl(finished, '2026-03-20').map(({ url }) => url))
  expect(drawn.filter(({ url }) => next.has(url)).length).toBeLessThan(20)
  expect(drawControl(probes(3, 'mcp', 'gated', 401), DAY)).toHaveLength(3)
})

test('a way to look dead that few addresses have is drawn among thousands of dead pages', () => {
  const finished = [
    ...probes(20_000, 'web', 'not_found', 404),
    ...[...probes(280, 'mcp', 'refused', null), ...probes(68, 'mcp', 'not_found', 405)],
  ]
  for (const day of [DAY, '2026-03-20', '2026-03-21']) {
    const mcps = drawControl(finished, day).filter(({ kind }) => kind === 'mcp')
    expect(mcps.filter(({ status }) => status === 405).length).toBeGreaterThanOrEqual(3)
  }
})
