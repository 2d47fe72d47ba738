import { beforeEach, expect, test } from 'vitest'
import type { Endpoint } from '../../../core/interface/endpoint.ts'
import type { HttpCall } from '../../../serving/handler/http_call.ts'
import type { ServedRelease } from '../../../serving/handler/served_release.ts'
import type { StatefulCall } from '../../../serving/handler/stateful_handler.ts'
import { MemoryLimits } from '../../../serving/service/limits/memory_limits.ts'
import { errorText, resultText } from '../../../serving/service/rpc/json_rpc.ts'
import { RpcError, type RpcInterface } from '../../../serving/service/rpc/method.ts'
import { ResultCache } from '../../../serving/service/rpc/result_cache.ts'
import { createRpcHandler } from '../../../serving/service/rpc/rpc_handler.ts'

const LIMIT = { requests: 9, seconds: 60 }
const NOON = Date.parse('2026-04-01T12:00:18Z')
const RESULT = '{"ö":"}"}'
const FAULT = new RpcError(-32603, 'Ours.')

/** Number of calls of a method, its behaviour, and the results stored since. */
let callCount: number
let find: () => Promise<string>
let resultCache: ResultCache
let limits: MemoryLimits
beforeEach(() => {
  callCount = 0
  find = async () => RESULT
  resultCache = new ResultCache()
  limits = new MemoryLimits({ now: () => NOON })
})

const method = () => {
  callCount += 1
  return find()
}
const PURE: RpcInterface = {
  methods: { 'tools/call': method, 'tools/list': method },
  window: (name) => ({ name: name === 'tools/list' ? 'setup' : 'calls', limit: LIMIT }),
  refuse: (http) =>
    http.header('x-old') === null ? null : { status: 400, error: new RpcError(-32600, 'Not so.') },
  example: '',
  isPure: true,
}

interface Sent {
  headers?: Record<string, string>
  address?: string
  endpoint?: string
  release?: string
  today?: string
  rpc?: RpcInterface
}

const request = (more: Record<string, unknown> = {}) =>
  JSON.stringify({
    ...{ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'x', arguments: { b: 1, a: [2] } } },
    ...more,
  })

async function send(text = request(), sent: Sent = {}) {
  const { headers = {}, address = '192.0.2.1', endpoint = 'mcp', release = 'r1', today = '2026-04-01' } = sent
  const http: HttpCall = {
    ...{ method: 'POST', url: 'http://localhost/', address },
    header: (name) => headers[name] ?? null,
    body: async () => Buffer.from(text),
  }
  const call = {
    ...{ http, today, endpoint: { id: endpoint } as Endpoint },
    release: { id: release, reader: { about: { base_url: 'https://assay.example' } } } as ServedRelease,
  } as StatefulCall
  const handler = createRpcHandler(sent.rpc ?? PURE, {
    limits,
    origins: [],
    known: resultCache,
    log: () => {},
  })
  const reply = await handler.reply(call)
  return { ...reply, text: Buffer.from(reply.body ?? []).toString() }
}

/** The second request stores the result. */
async function learn(text = request(), sent: Sent = {}): Promise<void> {
  for (let time = 0; time < 2; time += 1) await send(text, sent)
  callCount = 0
  limits = new MemoryLimits({ now: () => NOON })
}

test('a result that is known is given to the next request, with its id, and counted', async () => {
  const { headers } = await send()
  await learn()
  const first = await send(request({ id: 'zwei"' }))
  expect(first.text).toBe(resultText('zwei"', RESULT))
  expect(first.headers).toEqual({ ...headers, 'content-length': String(Buffer.byteLength(first.text)) })
  expect(first.headers).toMatchObject({ 'x-ratelimit-remaining': '8', 'x-release': 'r1' })
  for (let remaining = 7; remaining >= 0; remaining -= 1)
    expect((await send()).headers['x-ratelimit-remaining']).toBe(String(remaining))
  const refused = await send(request({ id: 7 }))
  expect([refused.status, refused.headers['retry-after']]).toEqual([429, '42'])
  expect(JSON.parse(refused.text)).toMatchObject({ id: 7, error: { code: -32029 } })
  // Another caller, another window, is not touched.
  expect((await send(request(), { address: '192.0.2.2' })).status).toBe(200)
  expect(callCount).toBe(0)
})

test.each<[string, string, Sent]>([
  ['other params', request({ params: { name: 'x', arguments: { b: 2 } } }), {}],
  ['another method', request({ method: 'tools/list' }), {}],
  ['another interface', request(), { endpoint: 'mcp_legacy' }],
  ['an interface that is not pure', request(), { rpc: { ...PURE, isPure: false } }],
  ['another release', request(), { release: 'r2' }],
  ['another day', request(), { today: '2026-04-02' }],
])('a cached result is not returned to %s', async (_, text, sent) => {
  await learn()
  expect((await send(text, sent)).text).toBe(resultText(1, RESULT))
  expect(callCount).toBe(1)
})

test.each<[string, string, Sent, number]>([
  ['a foreign web page', request(), { headers: { origin: 'https://evil.example' } }, 403],
  ['a request that is refused as it was sent', request(), { headers: { 'x-old': '1' } }, 400],
  ['a notification', request({ id: undefined }), {}, 202],
  ['what is no message', '{', {}, 200],
])('%s gets nothing of what is known', async (_, text, sent, status) => {
  await learn()
  const answer = await send(text, sent)
  expect(answer.status).toBe(status)
  expect(answer.text).not.toContain('result')
  expect(callCount).toBe(0)
})

test('a number beyond all bounds is not taken for null, whichever came first', async () => {
  const requestWithLimit = (text: string) =>
    `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x","arguments":{"limit":${text}}}}`
  await learn(requestWithLimit('null'))
  await send(requestWithLimit('null'))
  expect(callCount).toBe(0)
  for (const endless of ['1e999', '-1e999', '9'.repeat(400), '[1e999]', '{"a":1e999}']) {
    callCount = 0
    await send(requestWithLimit(endless))
    expect(callCount, endless).toBe(1)
  }
  await learn(requestWithLimit('[1e999]'))
  await send(requestWithLimit('[null]'))
  expect(callCount).toBe(1)
})

test('a result found while the release changed is not stored', async () => {
  for (let time = 0; time < 3; time += 1) {
    find = async () => {
      find = async () => RESULT
      await send(request(), { release: 'r2' })
      return '{"of":"r1"}'
    }
    expect((await send()).text).toBe(resultText(1, '{"of":"r1"}'))
  }
  expect((await send(request(), { release: 'r2' })).text).toBe(resultText(1, RESULT))
})

test('an error is not kept', async () => {
  find = () => Promise.reject(FAULT)
  await learn()
  expect((await send()).text).toBe(errorText(1, FAULT))
  expect(callCount).toBe(1)
  expect(resultCache.load).toEqual({ entries: 0, bytes: 0 })
})
