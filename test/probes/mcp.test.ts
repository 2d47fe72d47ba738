import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { ProbeFailure } from '../../pipeline/probes/protocol.ts'
import {
  type Answer,
  always,
  fail,
  formatEvent,
  INITIALIZED,
  json,
  openStream,
  page,
  probe,
  reply,
  STREAM_TYPE,
  serve,
  TOOLS,
  URL_OF_MCP,
} from './mcp_fakes.ts'

const INITIALIZE = { jsonrpc: '2.0', id: 1, result: INITIALIZED }
const text = (body: string, type: string, status = 200) =>
  always(() => new Response(body, { status, headers: { 'content-type': type } }))
const redirect = (location: string) =>
  always(() => new Response(null, { status: 302, headers: { location } }))
const throws = (outcome: 'timeout' | 'dns'): Answer => {
  return () => Promise.reject(new ProbeFailure(outcome))
}
const unauthorized = () => json({ error: 'unauthorized' }, 401)

test.each<[name: string, outcome: string, answer: Answer]>([
  ['live', 'answers', serve()],
  ['a result under 400', 'answers', serve({}, 400)],
  ['no tools method', 'answers', serve({ 'tools/list': fail(-32601, 'Method not found') })],
  [
    'no answer to tools/list but an error',
    'answers',
    serve({ 'tools/list': fail(-32603, 'Internal error') }),
  ],
  ['auth-plain', 'gated', always(unauthorized)],
  ['auth-forbidden', 'gated', always(() => page(403, '403 Forbidden'))],
  ['auth-402', 'gated', always(() => json({ x402Version: 1, accepts: [] }, 402))],
  ['auth-400', 'gated', always(() => json({ error: 'Bearer token is required' }, 400))],
  ['auth-400 as JSON-RPC', 'gated', serve({ initialize: fail(-32000, 'Bearer token is required') }, 400)],
  ['an error under 401', 'gated', serve({ initialize: fail(-32001, 'No') }, 401)],
  ['auth-late', 'gated', (sent) => (sent.message?.method === 'tools/list' ? unauthorized() : serve()(sent))],
  ['page', 'wrong_protocol', always(() => page(200))],
  ['page to GET, 404 to POST', 'wrong_protocol', ({ method }) => page(method === 'GET' ? 200 : 404)],
  ['placeholder', 'wrong_protocol', always(() => json({ status: 'ok' }))],
  ['wrong-type', 'wrong_protocol', text(JSON.stringify(INITIALIZE), 'text/plain')],
  ['wrong-type, a page', 'wrong_protocol', text(JSON.stringify(INITIALIZE), 'text/html; charset=utf-8')],
  ['rpc-error', 'wrong_protocol', serve({ initialize: fail(-32603, 'Internal error') })],
  ['rpc-error under 500', 'wrong_protocol', serve({ initialize: fail(-32603, 'Internal error') }, 500)],
  ['bad JSON in a request', 'wrong_protocol', serve({ initialize: fail(-32700, 'Invalid access token') })],
  [
    'bad-version',
    'wrong_protocol',
    serve({ initialize: () => ({ result: { ...INITIALIZED, protocolVersion: '1.0' } }) }),
  ],
  ['redirect-other', 'wrong_protocol', redirect('https://other.example/mcp')],
  ['redirect-trap', 'unsafe', redirect('http://169.254.169.254/latest/')],
  ['redirect-loop', 'redirects', redirect(URL_OF_MCP)],
  ['parked', 'parked', always(() => page(200, 'Welcome to nginx!'))],
  ['parked, 405 to POST', 'parked', ({ method }) => page(method === 'GET' ? 200 : 405, 'Domain parked')],
  ['not-found', 'not_found', always(() => page(404))],
  ['gone', 'not_found', always(() => page(410))],
  ['invalid-json', 'malformed', text(JSON.stringify(INITIALIZE).slice(0, -9), 'application/json')],
  ['a stream without an answer', 'malformed', text(': open\n\n', 'text/event-stream')],
  ['limited', 'rate_limited', always(() => json({ error: 'Too Many Requests' }, 429))],
  ['limited as JSON-RPC', 'rate_limited', serve({ initialize: fail(-32029, 'Too many requests') }, 429)],
  ['challenge', 'blocked', always(() => page(403, 'Just a moment...'))],
  ['server-error', 'server_error', always(() => page(502))],
  ['a proxy that speaks JSON-RPC', 'server_error', serve({ initialize: fail(-32000, 'no upstream') }, 503)],
  ['hang', 'timeout', throws('timeout')],
  ['dns', 'dns', throws('dns')],
])('%s is %s', async (_name, outcome, answer) => {
  const { result, sent } = await probe(answer)
  expect(result.outcome).toBe(outcome)
  const methods = sent.flatMap(({ message }) => message?.method ?? [])
  const allowed = ['initialize', 'notifications/initialized', 'tools/list', 'server/discover']
  expect(methods.filter((method) => !allowed.includes(method))).toEqual([])
})

test('what a server says of itself is kept, with the list as received', async () => {
  const { result } = await probe(serve())
  const { outcome, reason, status, finalUrl, protocolVersion, serverName, serverVersion, details } = result
  expect({ outcome, reason, status, finalUrl }).toEqual({
    ...{ outcome: 'answers', reason: null, status: 200, finalUrl: URL_OF_MCP },
  })
  expect([protocolVersion, serverName, serverVersion]).toEqual(['2025-06-18', 'sample-server', '1.2.3'])
  expect(details).toMatchObject({
    transport: 'streamable-http',
    capabilities: { tools: {} },
    tools: TOOLS,
    tools_hash: createHash('sha256').update(JSON.stringify(TOOLS)).digest('hex'),
    tools_capped: false,
  })
})

test('each message has both types, and after the handshake version and session; the session is deleted', async () => {
  const { result, sent } = await probe(serve({}, 200, { 'mcp-session-id': 'abc' }))
  expect(result.outcome).toBe('answers')
  const [first, ...rest] = sent
  const types = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' }
  expect(first?.headers).toEqual(types)
  expect(first?.message?.params).toMatchObject({
    protocolVersion: '2025-11-25',
    clientInfo: { name: 'Assay', websiteUrl: expect.stringMatching(/^https:/) },
  })
  const session = { 'mcp-protocol-version': '2025-06-18', 'mcp-session-id': 'abc' }
  expect(rest.map(({ method, message, headers }) => [method, message?.method, headers])).toEqual([
    ['POST', 'notifications/initialized', { ...types, ...session }],
    ['POST', 'tools/list', { ...types, ...session }],
    ['DELETE', undefined, session],
  ])
})

test('a session ends though the list is refused, and no session is deleted where there is none', async () => {
  const late = serve({}, 200, { 'mcp-session-id': 'abc' })
  const { sent } = await probe((request) =>
    request.message?.method === 'tools/list' ? unauthorized() : late(request),
  )
  expect(sent.at(-1)?.method).toBe('DELETE')
  expect((await probe(serve())).sent.map(({ method }) => method)).toEqual(['POST', 'POST', 'POST'])
})

test('an event stream is closed after the answer, whatever stands before it', async () => {
  let closed = 0
  const { result } = await probe(({ message }) => {
    if (message?.id === undefined) return new Response(null, { status: 202 })
    const noise = `: connected\r\n\r\n${formatEvent({ type: 'ping' }, 'ping')}${formatEvent({ jsonrpc: '2.0', method: 'notifications/message', params: {} })}`
    return openStream(noise + formatEvent(reply(message)), () => closed++)
  })
  expect(result).toMatchObject({ outcome: 'answers', details: { tools: TOOLS } })
  expect(closed).toBe(2)
})

test('long words before the protocol, batches and ids as text are read', async () => {
  const { result } = await probe((sent) => {
    if (sent.method !== 'POST' || sent.message?.id === undefined) return new Response(null, { status: 202 })
    const { jsonrpc, id, ...rest } = reply(sent.message) as Record<string, unknown>
    return json([{ instructions: 'x'.repeat(60_000), ...rest, id: String(id), jsonrpc }])
  })
  expect(result.outcome).toBe('answers')
})

test('a body over the bound is malformed, of an error the status decides', async () => {
  const huge = `{"data":"${'a'.repeat(5 * 1024 * 1024)}"}`
  expect((await probe(text(huge, 'application/json'))).result.outcome).toBe('malformed')
  expect((await probe(text(huge, 'application/json', 500))).result.outcome).toBe('server_error')
  const stream = always(() => new Response(`: ${huge}`, { headers: STREAM_TYPE }))
  expect((await probe(stream)).result.outcome).toBe('malformed')
})

test('a failure after the handshake keeps what was seen, without a status', async () => {
  const { result } = await probe((sent) =>
    sent.message?.method === 'tools/list' ? throws('timeout')(sent) : serve()(sent),
  )
  expect(result).toMatchObject({ outcome: 'timeout', status: null, serverName: 'sample-server' })
  expect(result.details).toMatchObject({ tools: null, tools_hash: null })
})

test('a fault that is no outcome of the server is thrown', async () => {
  await expect(probe(() => Promise.reject(new ProbeFailure('not_probed')))).rejects.toThrow('not_probed')
  await expect(probe(() => Promise.reject(new Error('a bug')))).rejects.toThrow('a bug')
})

test('the address after a redirect takes the further messages', async () => {
  const { result, sent } = await probe(async (request) => {
    const response = await serve()(request)
    Object.defineProperty(response, 'url', { value: 'https://mcp.example/v2/mcp' })
    return response
  })
  expect(result.finalUrl).toBe('https://mcp.example/v2/mcp')
  expect(sent.map(({ url }) => url)).toEqual([URL_OF_MCP, ...sent.slice(1).map(() => result.finalUrl)])
})

test('capabilities that are too large or too deep are not kept', async () => {
  const deep = JSON.parse(`${'{"a":'.repeat(50)}1${'}'.repeat(50)}`)
  for (const capabilities of [{ text: 'x'.repeat(20_000) }, deep]) {
    const initialize = () => ({ result: { ...INITIALIZED, capabilities } })
    expect((await probe(serve({ initialize }))).result.details?.capabilities).toBe(null)
  }
})

test('a name of the server is cut, and one that is no text is null', async () => {
  const serverInfo = { name: 'n'.repeat(500), version: 7 }
  const { result } = await probe(serve({ initialize: () => ({ result: { ...INITIALIZED, serverInfo } }) }))
  expect([result.serverName?.length, result.serverVersion]).toEqual([200, null])
})
