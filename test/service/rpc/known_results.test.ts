import { beforeEach, expect, test } from 'vitest'
import type { Reply } from '../../../core/interface/reply.ts'
import { MemoryLimits } from '../../../serving/service/memory_limits.ts'
import { errorText, resultText } from '../../../serving/service/rpc/json_rpc.ts'
import { KnownResults } from '../../../serving/service/rpc/known_results.ts'
import { RpcError, type RpcInterface } from '../../../serving/service/rpc/method.ts'
import { sent } from '../../../serving/service/rpc/rpc_replies.ts'

const PURE: RpcInterface = {
  methods: {},
  window: (method) => ({ name: method === 'ping' ? 'setup' : 'calls', limit: { requests: 2, seconds: 60 } }),
  refuse: (http) => (http.header('x-old') === null ? null : new RpcError(-32600, 'Not so.')),
  example: '',
  isPure: true,
}
const PATH = '/api/mcp/v1'
const NOON = Date.parse('2026-04-01T12:00:18Z')
const RESULT = '{"ö":"}"}'

/** What a stateful handler answers to a call that it has counted. */
const answered = (text = resultText(1, RESULT), status = 200): Reply =>
  sent({ status, text }, 'r1', { isAllowed: true, limit: 2, remaining: 1, resetSeconds: 42 })

let known: KnownResults
let version: string
let limits: MemoryLimits
beforeEach(() => {
  version = 'release 1'
  limits = new MemoryLimits({ now: () => NOON })
  const rpcs = { [PATH]: PURE, '/api/a2a/v1': { ...PURE, isPure: false } }
  known = new KnownResults({ rpcs, limits, version: () => version })
})

const request = (more: Record<string, unknown> = {}) => ({
  ...{ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'x', arguments: { b: 1, a: [2] } } },
  ...more,
})

const call = (message: object = request(), headers: Record<string, string> = {}, caller = '192.0.2.1') => ({
  ...{ target: PATH, caller, body: Buffer.from(JSON.stringify(message)) },
  header: (name: string) => headers[name] ?? null,
})

/** The version is taken before the stateful handler is asked, and a question follows the release. */
function learn(reply = answered(), asked = call()): void {
  known.reply(asked)
  // What is asked for a second time is kept.
  for (let time = 0; time < 2; time += 1) known.keep(known.version(), asked, reply)
}

const textOf = async (given = call()): Promise<string | null> => {
  const reply = await known.reply(given)
  return reply && Buffer.from(reply.body ?? []).toString()
}

test('a result that is known is given to the next request, with its id, and counted', async () => {
  expect(known.reply(call())).toBeNull()
  learn()
  const first = await known.reply(call(request({ id: 'zwei"' })))
  expect(Buffer.from(first?.body ?? []).toString()).toBe(resultText('zwei"', RESULT))
  expect(first?.headers).toEqual(answered(resultText('zwei"', RESULT)).headers)
  expect((await known.reply(call()))?.headers['x-ratelimit-remaining']).toBe('0')
  const refused = await known.reply(call(request({ id: 7 })))
  expect(refused?.status).toBe(429)
  expect(refused?.headers['retry-after']).toBe('42')
  expect(JSON.parse(Buffer.from(refused?.body ?? []).toString())).toMatchObject({
    ...{ id: 7, error: { code: -32029 } },
  })
  // Another caller, another window, is not touched.
  expect((await known.reply(call(request(), {}, '192.0.2.2')))?.status).toBe(200)
})

test.each<[string, ReturnType<typeof call>]>([
  ['other params', call(request({ params: { name: 'x', arguments: { b: 2 } } }))],
  ['another method', call(request({ method: 'ping' }))],
  ['a web page', call(request(), { origin: 'https://assay.example' })],
  ['a request that is refused as it was sent', call(request(), { 'x-old': '1' })],
  ['a notification', call({ ...request(), id: undefined })],
  ['what is no message', { ...call(), body: Buffer.from('{') }],
  ['another path', { ...call(), target: '/api/mcp' }],
  ['an interface that is not pure', { ...call(), target: '/api/a2a/v1' }],
])('%s goes to the stateful handler, and is not counted here', async (_, given) => {
  learn()
  expect(await textOf(given)).toBeNull()
  expect(limits.look('calls', '192.0.2.1', [{ requests: 2, seconds: 60 }]).remaining).toBe(2)
})

test('a number beyond all bounds is not taken for null, whichever came first', async () => {
  const asking = (text: string) => ({
    ...call(),
    body: Buffer.from(
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x","arguments":{"limit":${text}}}}`,
    ),
  })
  learn(answered(), asking('null'))
  expect(await textOf(asking('null'))).not.toBeNull()
  for (const endless of ['1e999', '-1e999', '9'.repeat(400), '[1e999]', '{"a":1e999}'])
    expect(await textOf(asking(endless)), endless).toBeNull()
  learn(answered(), asking('[1e999]'))
  expect(await textOf(asking('[null]'))).toBeNull()
})

test('what is known of one release and day is not told of the next', async () => {
  learn()
  version = 'release 2'
  expect(await textOf()).toBeNull()
})

test('an answer that was made while the release changed is not kept', async () => {
  known.reply(call())
  const before = known.version()
  version = 'release 2'
  known.reply(call())
  known.keep(before, call(), answered())
  expect(await textOf()).toBeNull()
})

test.each<[string, Reply]>([
  ['an error', answered(errorText(1, new RpcError(-32603, 'Ours.')))],
  ['a refusal', answered(resultText(1, RESULT), 429)],
  ['no body', { status: 200, headers: {}, body: null }],
])('%s is not kept', async (_, reply) => {
  learn(reply)
  expect(await textOf()).toBeNull()
})
