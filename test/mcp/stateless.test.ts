import { beforeAll, describe, expect, test } from 'vitest'
import type { Endpoint } from '../../core/interface/endpoint.ts'
import { ENDPOINTS } from '../../core/interface/endpoints.ts'
import { TOOLS } from '../../core/interface/tools.ts'
import type { ServedRelease } from '../../serving/handler/served_release.ts'
import type { StatefulCall } from '../../serving/handler/stateful_handler.ts'
import { MemoryLimits } from '../../serving/service/limits/memory_limits.ts'
import { legacyMcp, mcp } from '../../serving/service/mcp/mcp.ts'
import { ResultCache } from '../../serving/service/rpc/result_cache.ts'
import { createRpcHandler } from '../../serving/service/rpc/rpc_handler.ts'
import { givenServer, httpWith } from './given.ts'

const VERSION = '2026-07-28'
const META = {
  'io.modelcontextprotocol/protocolVersion': VERSION,
  'io.modelcontextprotocol/clientInfo': { name: 'c', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
}

let release: ServedRelease
beforeAll(async () => {
  release = (await givenServer()).release
})

interface Sent {
  /** In place of the right ones; null leaves one out. */
  headers?: Record<string, string | null>
  meta?: object
  text?: string
}

/** The tool server as clients reach it; each has its own cache and limits. */
function openServer(server = mcp) {
  const limits = new MemoryLimits({ now: () => 0 })
  const known = new ResultCache()
  const handler = createRpcHandler(server, { limits, origins: [], known, log: () => {} })
  return async (
    method: string,
    params: Record<string, unknown> = {},
    { headers, meta = META, text }: Sent = {},
  ) => {
    const body = text ?? JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: meta } })
    const name = params.name ?? params.uri
    const right = {
      ...{ 'mcp-protocol-version': VERSION, 'mcp-method': method },
      ...(typeof name === 'string' ? { 'mcp-name': name } : {}),
    }
    const sent = Object.entries({ ...right, ...headers }).filter(([, value]) => value !== null)
    const http = { ...httpWith(Object.fromEntries(sent) as Record<string, string>), address: '192.0.2.1' }
    const call = { http: { ...http, body: async () => Buffer.from(body) }, release, today: '2026-01-03' }
    const endpoint = ENDPOINTS.find(({ id }) => id === 'mcp') as Endpoint
    const reply = await handler.reply({ ...call, endpoint } as object as StatefulCall)
    const answer = Buffer.from(reply.body ?? []).toString()
    return { status: reply.status, answer: answer === '' ? null : JSON.parse(answer) }
  }
}

test('server/discover says what initialize says, and which versions are served', async () => {
  const { status, answer } = await openServer()('server/discover')
  expect(status).toBe(200)
  expect(answer.result).toMatchObject({
    supportedVersions: [VERSION, '2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'],
    capabilities: { tools: {} },
    instructions: expect.stringMatching(/find_agents.*verify_counterparty.*made-up sample data/),
  })
})

test('each result is complete and names the server; only what may be kept has a lifetime, that of the manifest', async () => {
  const ask = openServer()
  const lifetime = ENDPOINTS.find(({ id }) => id === 'mcp_manifest')?.lifetime ?? 0
  expect(lifetime).toBeGreaterThan(0)
  const identity = { 'io.modelcontextprotocol/serverInfo': { name: 'Assay', version: '1.0.0' } }
  const lists = ['tools/list', 'prompts/list', 'resources/list', 'resources/templates/list']
  for (const method of ['server/discover', ...lists]) {
    const { result } = (await ask(method)).answer
    expect(result, method).toMatchObject({ resultType: 'complete', _meta: identity })
    expect([result.ttlMs, result.cacheScope], method).toEqual([lifetime * 1000, 'public'])
  }
  const { result } = (await ask('tools/call', { name: 'list_categories', arguments: {} })).answer
  expect(result).toMatchObject({ resultType: 'complete', _meta: identity, isError: false })
  expect(result).not.toHaveProperty('ttlMs')
})

test('a result is that of older versions, whichever of them was asked first', async () => {
  const ask = openServer()
  const older = (method: string, params: object) =>
    ask(
      method,
      {},
      {
        headers: { 'mcp-protocol-version': '2025-11-25', 'mcp-method': null },
        text: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      },
    )
  const call = { name: 'get_methodology', arguments: { category: 'service' } }
  for (const [method, params] of [
    ['tools/call', call],
    ['tools/list', {}],
  ] as const)
    for (let time = 0; time < 3; time += 1) {
      const { resultType, _meta, ttlMs, cacheScope, ...rest } = (await ask(method, params)).answer.result
      expect(rest).toEqual((await older(method, params)).answer.result)
    }
  expect((await ask('tools/list')).answer.result.tools).toHaveLength(TOOLS.length)
})

test.each([
  ['no _meta', { text: '{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{}}' }],
  ['no version', { meta: { ...META, 'io.modelcontextprotocol/protocolVersion': undefined } }],
  ['a version that is no text', { meta: { ...META, 'io.modelcontextprotocol/protocolVersion': 7 } }],
  ['no capabilities', { meta: { ...META, 'io.modelcontextprotocol/clientCapabilities': undefined } }],
  [
    'capabilities that are no object',
    { meta: { ...META, 'io.modelcontextprotocol/clientCapabilities': [] } },
  ],
  ['params that are no object', { text: '{"jsonrpc":"2.0","id":1,"method":"tools/list","params":[]}' }],
])('%s is status 400 and -32602', async (_what, sent: Sent) => {
  const { status, answer } = await openServer()('tools/list', {}, sent)
  expect([status, answer.id, answer.error.code]).toEqual([400, 1, -32602])
})

test('a client may leave out who it is', async () => {
  const { 'io.modelcontextprotocol/clientInfo': _info, ...meta } = META
  expect((await openServer()('tools/list', {}, { meta })).status).toBe(200)
})

const CALL = { name: 'list_categories', arguments: {} }
const toBase64 = (text: string) => `=?base64?${Buffer.from(text).toString('base64')}?=`

test.each([
  ['no version', { 'mcp-protocol-version': null }],
  ['another version', { 'mcp-protocol-version': '2025-11-25' }],
  ['no method', { 'mcp-method': null }],
  ['another method', { 'mcp-method': 'tools/list' }],
  ['a method in capitals', { 'mcp-method': 'TOOLS/CALL' }],
  ['no name', { 'mcp-name': null }],
  ['another name', { 'mcp-name': 'find_agents' }],
  ['another name in base64', { 'mcp-name': toBase64('find_agents') }],
  ['base64 that is none', { 'mcp-name': '=?base64?bGlzdF9jYXRlZ29yaWVz*?=' }],
])('a header with %s is status 400 and -32020', async (_what, headers: Sent['headers'] & object) => {
  const { status, answer } = await openServer()('tools/call', CALL, { headers })
  expect([status, answer.id, answer.error.code]).toEqual([400, 1, -32020])
})

test('a name may be in base64, and a name of the body that is no text is an error of its own', async () => {
  const ask = openServer()
  const { answer } = await ask('tools/call', CALL, { headers: { 'mcp-name': toBase64(CALL.name) } })
  expect(answer.result.isError).toBe(false)
  const odd = await ask('tools/call', { name: 7 })
  expect([odd.status, odd.answer.error.code]).toEqual([200, -32602])
  const read = await ask('resources/read', { uri: 'x:é' }, { headers: { 'mcp-name': toBase64('x:é') } })
  const oddUri = await ask('resources/read', { uri: { toString: 1 } })
  expect([oddUri.status, oddUri.answer.error.code]).toEqual([200, -32602])
  expect([read.status, read.answer.error]).toEqual([
    200,
    { code: -32602, message: expect.stringContaining('no resources'), data: { uri: 'x:é' } },
  ])
})

test.each(['2027-01-01', 'v9', '2024-10-07'])(
  'version %s is refused, with those that are served',
  async (version) => {
    const meta = { ...META, 'io.modelcontextprotocol/protocolVersion': version }
    const { status, answer } = await openServer()(
      'tools/list',
      {},
      { meta, headers: { 'mcp-protocol-version': version } },
    )
    expect([status, answer.error.code]).toEqual([400, -32022])
    expect(answer.error.data).toMatchObject({
      requested: version,
      supported: expect.arrayContaining([VERSION]),
    })
  },
)

test('a method of older versions stays unknown once its result is kept, and the reverse', async () => {
  const ask = openServer()
  const older = {
    text: '{"jsonrpc":"2.0","id":1,"method":"ping"}',
    headers: { 'mcp-protocol-version': null },
  }
  for (let time = 0; time < 3; time += 1) expect((await ask('', {}, older)).answer.result).toEqual({})
  expect((await ask('ping')).status).toBe(404)
  for (let time = 0; time < 3; time += 1) expect((await ask('server/discover')).status).toBe(200)
  const discover = { ...older, text: '{"jsonrpc":"2.0","id":1,"method":"server/discover"}' }
  expect((await ask('', {}, discover)).answer.error.code).toBe(-32601)
})

test.each(['initialize', 'ping', 'logging/setLevel', 'subscriptions/listen', 'tasks/get', 'x'])(
  'the method %s is unknown: status 404 and -32601',
  async (method) => {
    const { status, answer } = await openServer()(method)
    expect([status, answer.id, answer.error.code]).toEqual([404, 1, -32601])
  },
)

test('after too many calls the code is our own, outside what the version reserves; older versions keep theirs', async () => {
  const ask = openServer()
  for (let count = 0; count < 60; count += 1) await ask('tools/call', CALL)
  const { status, answer } = await ask('tools/call', CALL)
  expect([status, answer.id, answer.error.code]).toEqual([429, 1, 429])
  expect(answer.error.message).toContain('Try again in 60 seconds')
  const text = JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'tools/call', params: CALL })
  const older = await ask('', {}, { text, headers: { 'mcp-protocol-version': null } })
  expect([older.status, older.answer.error.code]).toEqual([429, -32029])
})

test('without an id that can be read an error has none, and is status 400', async () => {
  for (const text of ['{', '[]', '{"jsonrpc":"2.0","id":null,"method":"tools/list"}']) {
    const { status, answer } = await openServer()('tools/list', {}, { text })
    expect([status, 'id' in answer]).toEqual([400, false])
  }
  const foreign = await openServer()('tools/list', {}, { headers: { origin: 'https://evil.example' } })
  expect([foreign.status, 'id' in foreign.answer]).toEqual([403, false])
  const notification = '{"jsonrpc":"2.0","method":"notifications/x"}'
  expect(await openServer()('', {}, { text: notification })).toEqual({ status: 202, answer: null })
})

describe('older clients see nothing change', () => {
  test.each([
    ['a header that no version has', { 'mcp-protocol-version': '2099-01-01' }, 'tools/list'],
    ['a header of a version that is too old', { 'mcp-protocol-version': '2024-10-07' }, 'tools/list'],
  ])('%s is refused as before', async (_what, headers, method) => {
    const text = JSON.stringify({ jsonrpc: '2.0', id: 1, method })
    const { status, answer } = await openServer()(method, {}, { text, headers })
    expect([status, answer.error.code]).toEqual([400, -32600])
  })

  test.each([
    ['initialize with the header of today', { 'mcp-protocol-version': VERSION }, 'initialize', {}],
    ['a call without a header', { 'mcp-protocol-version': null }, 'tools/list', {}],
    [
      'a call that repeats an older version',
      { 'mcp-protocol-version': '2025-11-25' },
      'tools/list',
      { _meta: { 'io.modelcontextprotocol/protocolVersion': '2025-11-25', progressToken: 1 } },
    ],
  ])('%s is answered as before', async (_what, headers, method, params) => {
    const text = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    const { status, answer } = await openServer()(
      method,
      {},
      { text, headers: { ...headers, 'mcp-method': null } },
    )
    expect(status).toBe(200)
    expect(answer.result).not.toHaveProperty('resultType')
  })

  test("the server with four tools knows today's version by no name", async () => {
    const { status, answer } = await openServer(legacyMcp)('tools/list')
    expect([status, answer.error.code]).toEqual([400, -32600])
  })
})
