import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { beforeAll, expect, test } from 'vitest'
import { type AttackTargets, attackTargets } from '../../lab/e2e/fuzz/attack_targets.ts'
import { attackedService } from '../../lab/e2e/fuzz/attacked_service.ts'
import { Chance } from '../../lab/e2e/fuzz/chance.ts'
import type { Secrets } from '../../lab/e2e/fuzz/examine.ts'
import { anyMessage, rightMessage, type Sent } from '../../lab/e2e/rpc_fuzz/any_message.ts'
import { assault } from '../../lab/e2e/rpc_fuzz/assault.ts'
import { DOORS } from '../../lab/e2e/rpc_fuzz/doors.ts'
import { expected } from '../../lab/e2e/rpc_fuzz/expected.ts'
import { judgeAnswer } from '../../lab/e2e/rpc_fuzz/judge.ts'
import { rpcFuzz } from '../../lab/e2e/rpc_fuzz.ts'
import { inTemporaryFolder } from '../kit/folder.ts'
import { sampleOutput } from '../sample_output.ts'

let output: string
let info: AttackTargets

beforeAll(async () => {
  output = await sampleOutput()
  info = await attackTargets(output)
}, 120_000)

test('messages of every kind: each is answered as JSON-RPC asks, and nothing leaks', async () => {
  const { messages, probes, verified, wrong } = await inTemporaryFolder(async (folder) => {
    const service = await attackedService({ output, folder }, false)
    try {
      return await rpcFuzz(service, info, output, { messages: 600, seed: 3 })
    } finally {
      await service.close()
    }
  })
  expect(wrong).toEqual([])
  // Messages that are all rejected at the first check would show nothing.
  for (const status of [200, 202, 400, 404, 405, 413])
    expect(messages.statuses.get(status), `status ${status}`).toBeGreaterThan(2)
  for (const code of [0, -32700, -32600, -32601, -32602, -32020])
    expect(messages.codes.get(code), `code ${code}`).toBeGreaterThan(10)
  expect(probes).toBe(24)
  expect(verified).toBeGreaterThan(0)
}, 120_000)

const HEAD =
  'HTTP/1.1 200 OK\r\nX-RateLimit-Limit: 60\r\nX-RateLimit-Remaining: 59\r\nX-RateLimit-Reset: 30\r\nRetry-After: 30\r\nAllow: POST, OPTIONS'
const listing = rightMessage(DOORS.mcp, { method: 'tools/list', params: {} }, '192.0.2.7')

/** The faults found in one answer, by default to a request for the list of tools. */
function found(status: number, body: unknown, { sent = listing, head = HEAD } = {}): string[] {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const secrets: Secrets = { ...info, output }
  const sentBack = Buffer.from(text).toString('latin1')
  const replies = [{ status, head, body: sentBack }]
  return judgeAnswer(sent, { replies, text: `${head}\r\n\r\n${sentBack}`, ms: 1, isLate: false }, secrets)
}

const result = { jsonrpc: '2.0', id: 1, result: {} }
const error = (code: number, message = 'no') => ({ jsonrpc: '2.0', id: 1, error: { code, message } })
const posted = (body: string, method = 'POST', headers: Sent['headers'] = []): Sent => ({
  ...{ door: DOORS.mcp, method, headers, body: Buffer.from(body), asked: listing.asked },
})

test('an answer that is none of JSON-RPC, or not one to its message, is seen', () => {
  expect(found(200, result)).toEqual([])
  expect(found(200, { ...result, id: 2 })).toEqual(['the id of another message'])
  expect(found(200, { ...result, id: null })).toEqual(['the id of another message'])
  expect(found(200, { ...result, jsonrpc: '1.0' })).toEqual(['an answer without jsonrpc 2.0'])
  expect(found(200, { ...result, error: error(-32602).error })).toContain(
    'an answer with both or none of result and error',
  )
  expect(found(200, { ...result, extra: 1 })).toEqual(['an answer with extra'])
  expect(found(200, [result])).toEqual(['status 200 with a body that is no JSON object'])
  expect(found(500, error(-32603))).toEqual(['status 500', 'error code -32603'])
  expect(found(200, error(-32603))).toEqual(['error code -32603'])
  expect(found(200, error(-32001))).toEqual(['error code -32001'])
  expect(found(200, error(-32602, ' '))).toEqual(['an error without a message'])
  expect(found(200, error(-32602, 'a\u202eb'))).toEqual(['control characters in an error message'])
  expect(found(202, '')).toEqual(['202 for what asks for an answer'])
  expect(found(202, 'x', { sent: posted('{"jsonrpc":"2.0","method":"x"}') })).toEqual(['202 with a body'])
  expect(found(200, result, { head: 'HTTP/1.1 200 OK' })).toEqual([
    ...['X-RateLimit-Limit null', 'X-RateLimit-Remaining null', 'X-RateLimit-Reset null'],
  ])
  expect(found(200, { ...result, result: 'at run (/srv/x.js:1:2)' })[0]).toBe(
    'a stack or a path of the machine',
  )
})

test('an answer with the status of another is seen', () => {
  const limited = { ...error(-32029), error: { ...error(-32029).error, data: { retry_after_seconds: 30 } } }
  const empty = HEAD.replace('59', '0')
  expect(found(429, limited, { head: empty })).toEqual([])
  expect(found(429, limited)).toEqual(['429 with something remaining'])
  expect(found(429, { ...limited, id: null }, { head: empty })).toEqual(['status 429 with code -32029'])
  expect(found(200, limited)).toEqual(['status 200 with code -32029'])
  expect(found(403, { ...error(-32600), id: null })).toEqual(['status 403 with code -32600'])
  const foreign = posted(listing.body.toString(), 'POST', [['Origin', 'http://localhost.evil.example']])
  expect(found(403, { ...error(-32600), id: null }, { sent: foreign })).toEqual([])
  expect(found(200, result, { sent: foreign })).toEqual(['a hostile Origin was answered'])
  expect(found(405, { error: 'x', message: 'y' }, { sent: posted('', 'DELETE') })).toEqual([])
  expect(found(200, result, { sent: posted('', 'GET') })).toEqual(['status 200 for GET'])
})

test('a tool and a task are looked at as what they are', () => {
  const sent = rightMessage(DOORS.mcp, { method: 'tools/call', params: {} }, '192.0.2.7')
  const tool = (text: string) => ({
    ...result,
    result: { content: [{ type: 'text', text }], structuredContent: { name: 'é' }, isError: false },
  })
  expect(found(200, tool('{"name":"é"}'), { sent })).toEqual([])
  expect(found(200, tool('{"name":"e"}'), { sent })).toEqual([
    'a text that says something else than structuredContent',
  ])
  const asked = rightMessage(DOORS.a2a, { method: 'tasks/get', params: {} }, '192.0.2.7')
  const head = HEAD.replace('Limit: 60', 'Limit: 300')
  expect(found(200, { ...result, result: { kind: 'message' } }, { sent: asked, head })).toEqual([
    ...['a result that is no task', 'a task in the state undefined', 'a task without a time'],
  ])
})

test('the request in a JSON-RPC body is parsed from the bytes', () => {
  const of = (text: string) => expected(Buffer.from(text), DOORS.mcp)
  expect(of('{"jsonrpc":"2.0","id":"a","method":"ping"}')).toEqual({
    form: 'answer',
    ids: ['a'],
    codes: null,
  })
  expect(of('{"jsonrpc":"2.0","id":null,"method":"ping"}').codes).toEqual([-32600])
  expect(of('{"jsonrpc":"2.0","method":"ping"}').form).toBe('accepted')
  // A2A has no notifications.
  for (const body of ['{"jsonrpc":"2.0","method":"ping"}', '{"jsonrpc":"2.0","id":1,"result":{}}'])
    expect(expected(Buffer.from(body), DOORS.a2a)).toMatchObject({ form: 'answer', ids: [null] })
  expect(of('{"jsonrpc":"2.0","id":7,"method":"toString"}')).toMatchObject({ ids: [7], codes: [-32601] })
  expect(of('[{"jsonrpc":"2.0","id":7,"method":"ping"}]')).toMatchObject({ ids: [null], codes: [-32600] })
  expect(of('{').codes).toEqual([-32700])
  expect(expected(Buffer.from([0x22, 0xff, 0x22]), DOORS.mcp).codes).toEqual([-32700])
})

test('the same seed and number give the same message', () => {
  const world = { handles: ['a-b', 'c'], keys: { valid: 'assay_a.b', revoked: 'assay_c.d' }, tasks: [] }
  const bytes = (seed: number) => {
    const all = Array.from({ length: 300 }, (_, at) => anyMessage(new Chance(seed, at), world).asked.bytes)
    return Buffer.concat(all)
      .toString('latin1')
      .replaceAll(/1\d{9}/g, 'now')
  }
  expect(bytes(1)).toBe(bytes(1))
  expect(bytes(1)).not.toBe(bytes(2))
})

test('a server that forgets the id of one kind of message is found out', async () => {
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (part) => {
      text += part
    })
    request.on('end', () => {
      const isForgotten = text.includes('ping')
      response.writeHead(
        200,
        Object.fromEntries(
          HEAD.split('\r\n')
            .slice(1)
            .map((line) => line.split(': ')),
        ),
      )
      response.end(JSON.stringify({ ...result, id: isForgotten ? null : 1 }))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const methods = ['tools/list', 'ping', 'initialize', 'ping']
  const { faults } = await assault({
    ...{ port: (server.address() as AddressInfo).port, messages: 4, connections: 2 },
    secrets: { ...info, output },
    message: (at) => rightMessage(DOORS.mcp, { method: methods[at] as string, params: {} }, '192.0.2.7'),
  })
  await new Promise((resolve) => server.close(resolve))
  expect(faults).toMatchObject([{ what: 'the id of another message (POST mcp right)', times: 2 }])
})
