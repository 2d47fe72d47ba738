import { expect, test } from 'vitest'
import { jsonRpcResponse } from '../../../core/interface/schemas/json_rpc.ts'
import { A2A, MCP } from '../../../core/interface/service.ts'
import { readBody } from '../../../serving/handler/body.ts'
import { createHandler } from '../../../serving/handler/handler.ts'
import type { HttpCall } from '../../../serving/handler/http_call.ts'
import type { ServedRelease } from '../../../serving/handler/served_release.ts'
import type { Limits } from '../../../serving/service/limits/limits.ts'
import { MemoryLimits } from '../../../serving/service/limits/memory_limits.ts'
import { RpcError, type RpcInterface } from '../../../serving/service/rpc/method.ts'
import { ResultCache } from '../../../serving/service/rpc/result_cache.ts'
import { createRpcHandler } from '../../../serving/service/rpc/rpc_handler.ts'
import { createServiceHandler } from '../../../serving/service/service_handler.ts'
import { StoreUnavailable } from '../../../serving/service/store/database.ts'

const NOON = Date.parse('2026-04-01T12:00:18Z')
const UNPAID_HANDLER = { reply: () => Promise.reject(new Error('nothing here is paid')) }
const RELEASE = { id: 'r1', reader: { about: { base_url: 'https://assay.example' } } } as ServedRelease

const TRIAL_INTERFACE: RpcInterface = {
  methods: {
    echo: async (params, { today, release, http }) =>
      JSON.stringify({ params, today, release: release.id, agent: http.header('user-agent') }),
    teach: () => Promise.reject(new RpcError(-32602, 'Name a tool.', { tools: 1 })),
    break: () => Promise.reject(new Error('secret of ours')),
    snap: () => {
      throw new TypeError('at once')
    },
    wait: () => Promise.reject(new StoreUnavailable('secret address')),
  },
  window: (method) => ({ name: method === 'ping' ? 'setup' : 'calls', limit: { requests: 5, seconds: 60 } }),
  refuse: (http) =>
    http.header('x-old') === null
      ? null
      : {
          status: http.header('x-old') === 'quietly' ? 200 : 400,
          error: new RpcError(-32600, 'Send this again without X-Old.'),
        },
  example: '{"jsonrpc":"2.0","id":1,"method":"echo"}',
  isPure: false,
}

interface Sent {
  method?: string
  headers?: Record<string, string>
  address?: string
  path?: string
}

function service(
  limits: Limits = new MemoryLimits({ now: () => NOON }),
  origins: readonly string[] = [],
  rpc = TRIAL_INTERFACE,
) {
  const logged: unknown[] = []
  const log = (error: unknown) => logged.push(error)
  const stateful = createRpcHandler(rpc, { limits, origins, log, known: new ResultCache() })
  const handler = createHandler({
    ...{ current: async () => RELEASE, now: () => new Date(NOON), log },
    stateful: createServiceHandler({ paid: UNPAID_HANDLER, free: { mcp: stateful, a2a: stateful }, log }),
  })
  const send = async (
    body: unknown,
    { method = 'POST', headers = {}, address, path = MCP.path }: Sent = {},
  ) => {
    const text = typeof body === 'string' ? body : JSON.stringify({ jsonrpc: '2.0', ...(body as object) })
    const request = new Request(`http://localhost${path}`, {
      ...{ method, headers },
      ...(method === 'POST' ? { body: text } : {}),
    })
    const call: HttpCall = {
      ...{ method, url: request.url, header: (name) => request.headers.get(name) },
      ...(address === undefined ? {} : { address }),
      body: (maxBytes) => readBody(request.body, maxBytes),
    }
    const reply = await handler.reply(call)
    const answer = new TextDecoder().decode(reply.body ?? undefined)
    return { ...reply, text: answer, json: answer === '' ? null : JSON.parse(answer) }
  }
  return { send, logged }
}

test('a request is answered with the result of its method', async () => {
  const { send, logged } = service()
  const { status, headers, json } = await send(
    { id: 'a', method: 'echo', params: { b: 1 } },
    { headers: { 'user-agent': 'x', 'content-type': 'text/plain', accept: 'image/png' } },
  )
  expect(status).toBe(200)
  const result = { params: { b: 1 }, today: '2026-04-01', release: 'r1', agent: 'x' }
  expect(json).toEqual({ jsonrpc: '2.0', id: 'a', result })
  expect(headers).toMatchObject({
    ...{ 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store', 'x-release': 'r1' },
    ...{ 'access-control-allow-origin': '*', 'x-content-type-options': 'nosniff' },
    ...{ 'x-ratelimit-limit': '5', 'x-ratelimit-remaining': '4', 'x-ratelimit-reset': '42' },
  })
  expect(headers['access-control-expose-headers']).toContain('X-RateLimit-Remaining')
  expect(logged).toEqual([])
})

test.each([
  ['what the method says', 'teach', -32602, 'Name a tool.', 0],
  [
    'a method that is unknown',
    'tools/fly',
    -32601,
    'Unknown method "tools/fly". Supported methods: echo,',
    0,
  ],
  ['a name of every object', 'constructor', -32601, 'Unknown method "constructor".', 0],
  ['the prototype', '__proto__', -32601, 'Unknown method "__proto__".', 0],
  ['a fault', 'break', -32603, 'Internal error.', 1],
  ['a fault at once', 'snap', -32603, 'Internal error.', 1],
  ['a store that is away', 'wait', -32603, 'Send the request again in a few seconds.', 1],
])('%s is an error with status 200', async (_what, method, code, message, faults) => {
  const { send, logged } = service()
  const { status, json, text } = await send({ id: 1, method })
  expect([status, json.id, json.error.code]).toEqual([200, 1, code])
  expect(json.error.message).toContain(message)
  expect(text).not.toContain('secret')
  expect(logged).toHaveLength(faults)
  expect(jsonRpcResponse.strict().safeParse(json).success).toBe(true)
})

test.each([
  ['a notification', { method: 'break' }],
  ['an answer', { id: 1, result: {} }],
])('%s is taken, and nothing is done', async (_what, body) => {
  const { send, logged } = service()
  const { status, headers, text } = await send(body)
  expect([status, text, headers['content-length'], headers['content-type']]).toEqual([
    202,
    '',
    '0',
    undefined,
  ])
  expect(headers['x-ratelimit-remaining']).toBe('4')
  expect(logged).toEqual([])
})

/** The same where the protocol has no notifications. */
const ANSWERING: RpcInterface = {
  ...TRIAL_INTERFACE,
  unsupported: { stream: () => new RpcError(-32004, 'There is no streaming.') },
  checkParams: (_method, params) => {
    if ('wrong' in params) throw new RpcError(-32602, 'wrong is wrong.')
  },
}

test.each([
  ['an unknown method', { method: 'echoo' }, -32601, 'Unknown method "echoo"'],
  ['a method of every object', { method: 'constructor' }, -32601, 'Unknown method "constructor"'],
  ['an empty method', { method: '' }, -32601, 'Unknown method ""'],
  ['a method that is not served', { method: 'stream' }, -32004, 'no streaming'],
  ['params that are no object', { method: 'break', params: [1] }, -32602, 'params must be an object'],
  ['params that cannot be used', { method: 'break', params: { wrong: 1 } }, -32602, 'wrong is wrong'],
  ['nothing wrong but the id', { method: 'break' }, -32600, 'id is required'],
  ['an answer', { id: 1, result: {} }, -32600, 'method is required'],
  ['no method', {}, -32600, 'method must be a text'],
  ['another version', { jsonrpc: '1.0', method: 'break' }, -32600, 'jsonrpc must be "2.0"'],
])('without notifications, %s without an id is an error with a null id', async (_what, body, code, words) => {
  const { send, logged } = service(undefined, [], ANSWERING)
  const { status, json, headers } = await send(body)
  expect([status, json.id, json.error.code]).toEqual([200, null, code])
  expect(json.error.message).toContain(words)
  expect(jsonRpcResponse.strict().safeParse(json).success).toBe(true)
  expect(headers['x-ratelimit-remaining']).toBe('4')
  // Nothing was done: what would be logged is not.
  expect(logged).toEqual([])
})

test('a request for a method that is not served has an error of its own', async () => {
  const { send } = service(undefined, [], ANSWERING)
  const { status, json } = await send({ id: 1, method: 'stream' })
  expect([status, json.id, json.error.code]).toEqual([200, 1, -32004])
  expect((await send({ id: 1, method: 'x' })).json.error.message).not.toContain('stream')
})

test('an unreadable message is an error without an id, and counts', async () => {
  const { send } = service()
  expect(await send('{')).toMatchObject({ status: 200, json: { id: null, error: { code: -32700 } } })
  expect(await send('[]')).toMatchObject({ status: 200, json: { id: null, error: { code: -32600 } } })
  expect((await send({ id: 2, method: 'echo' })).headers['x-ratelimit-remaining']).toBe('2')
})

test.each([
  [MCP.path, 65_536],
  [A2A.path, 32_768],
])('a body of %s may have %i bytes', async (path, most) => {
  const { send } = service()
  const padded = (bytes: number) => '{"jsonrpc":"2.0","id":1,"method":"echo"}'.padEnd(bytes)
  expect(await send(padded(most), { path })).toMatchObject({ status: 200, json: { id: 1 } })
  const { status, json, headers } = await send(padded(most + 1), { path })
  expect([status, json.id, json.error.code]).toEqual([413, null, -32600])
  expect(json.error.message).toContain(`${most} bytes`)
  expect(headers['x-ratelimit-remaining']).toBe('3')
})

test.each(['GET', 'HEAD', 'DELETE', 'PUT', 'PATCH'])(
  '%s is refused, and counts for nothing',
  async (method) => {
    const { send } = service()
    const { status, headers, json } = await send('', { method })
    expect([status, headers.allow, headers['x-ratelimit-remaining']]).toEqual([405, 'POST, OPTIONS', '5'])
    if (method !== 'HEAD') expect(json.error).toBe('method_not_allowed')
    expect((await send({ id: 1, method: 'echo' })).headers['x-ratelimit-remaining']).toBe('4')
  },
)

test('CORS allows browsers to send the headers of MCP and A2A clients', async () => {
  const { status, headers } = await service().send('', { method: 'OPTIONS' })
  expect([status, headers['access-control-allow-methods']]).toEqual([204, 'POST, OPTIONS'])
  const allowed = headers['access-control-allow-headers']?.split(', ')
  for (const name of ['Content-Type', 'MCP-Protocol-Version', 'Mcp-Method', 'Mcp-Name', 'A2A-Extensions'])
    expect(allowed).toContain(name)
})

test('a foreign web page is refused before its body is read, and counts for nothing', async () => {
  const { send } = service(undefined, ['https://console.example'])
  const from = (origin: string) => send({ id: 1, method: 'echo' }, { headers: { origin } })
  const { status, json, headers } = await from('https://evil.example')
  expect([status, json.id, json.error.code]).toEqual([403, null, -32600])
  expect(headers['x-ratelimit-remaining']).toBe('5')
  for (const origin of ['https://console.example', 'https://assay.example', 'http://localhost:1234'])
    expect((await from(origin)).status).toBe(200)
})

test.each([
  ['1', 400],
  ['quietly', 200],
])(
  'a request that is refused as it was sent (%s) has the status of its refusal and its id',
  async (old, status) => {
    const { send } = service()
    expect(await send({ id: 9, method: 'tools/fly' }, { headers: { 'x-old': old } })).toMatchObject({
      status,
      json: { id: 9, error: { code: -32600, message: 'Send this again without X-Old.' } },
    })
  },
)

test('a call above the limit gets the time to wait, in an answer of its own', async () => {
  const { send } = service()
  for (let count = 0; count < 5; count += 1) await send({ id: count, method: 'echo' })
  const { status, headers, json } = await send({ id: 'six', method: 'echo' })
  expect([status, headers['retry-after'], headers['x-ratelimit-remaining']]).toEqual([429, '42', '0'])
  expect(json).toEqual({
    jsonrpc: '2.0',
    id: 'six',
    error: {
      code: -32029,
      message:
        'Rate limit exceeded: at most 5 requests in 60 seconds per IP address. Try again in 42 seconds.',
      data: { retry_after_seconds: 42 },
    },
  })
  expect((await send('{')).json).toMatchObject({ id: null, error: { code: -32029 } })
  expect((await send({ method: 'echo' })).status).toBe(429)
  expect((await send({ id: 1, method: 'echo' }, { address: '192.0.2.7' })).status).toBe(200)
  // Limits of another window continue.
  expect((await send({ id: 1, method: 'ping' })).headers['x-ratelimit-remaining']).toBe('4')
})

test('40 requests at once get exactly the limit', async () => {
  const { send } = service()
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, id) => send({ id, method: 'echo' }, { address: '192.0.2.1' })),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(5)
  expect(answers.map(({ json }) => json.id)).toEqual(answers.map((_, id) => id))
})
