import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { errorText, readMessage, resultText, unknownMethod } from '../../../serving/service/rpc/json_rpc.ts'
import { RpcError } from '../../../serving/service/rpc/method.ts'

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)
const EXAMPLE = '{"jsonrpc":"2.0","id":1,"method":"ping"}'
const read = (text: string) => readMessage(bytes(text), EXAMPLE)
const deep = (levels: number): string => `${'['.repeat(levels)}${']'.repeat(levels)}`
const request = (rest: string): string => `{"jsonrpc":"2.0",${rest}}`

describe('valid messages', () => {
  test.each([
    ['no params', '"id":1,"method":"ping"', { id: 1, method: 'ping', params: {} }],
    ['params', '"id":"a","method":"x","params":{"a":[1]}', { id: 'a', method: 'x', params: { a: [1] } }],
    ['an empty id', '"id":"","method":"x"', { id: '', method: 'x', params: {} }],
    ['the largest id', '"id":9007199254740991,"method":"x"', { id: 9007199254740991, method: 'x' }],
    ['the longest names', `"id":"${'i'.repeat(200)}","method":"${'m'.repeat(200)}"`, { kind: 'request' }],
    ['a field of its own', '"id":1,"method":"x","extra":{}', { id: 1, method: 'x' }],
    ['32 levels', `"id":1,"method":"x","params":{"a":${deep(30)}}`, { id: 1 }],
    ['brackets in a text', `"id":1,"method":"x","params":{"a":"\\"${'['.repeat(99)}\\\\"}`, { id: 1 }],
    ['brackets beside each other', `"id":1,"method":"x","params":{"a":[${'[{}],'.repeat(99)}1]}`, { id: 1 }],
  ])('%s', (_what, rest, expected) => {
    expect(read(request(rest))).toMatchObject({ kind: 'request', ...expected })
  })

  test('a byte order mark is skipped', () => {
    expect(read(`\uFEFF${request('"id":1,"method":"ping"')}`).kind).toBe('request')
  })

  test('a name that every object has stands for nothing', () => {
    const message = read(request('"id":1,"method":"x","params":{"__proto__":{"polluted":true}}'))
    expect(message.kind === 'request' && Object.keys(message.params)).toEqual(['__proto__'])
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
  })
})

test('a message without an id keeps its params as far as they are an object', () => {
  expect(read(request('"method":"x","params":{"a":1}'))).toMatchObject({ params: { a: 1 } })
  expect(read(request('"method":"x"'))).toMatchObject({ params: {} })
  expect(read(request('"method":"x","params":[1]'))).toMatchObject({ params: null })
})

test.each([
  ['a notification', '"method":"notifications/initialized"', 'notification'],
  ['one with params that are no object', '"method":"x","params":3', 'notification'],
  ['an answer', '"id":1,"result":{}', 'response'],
  ['an error', '"id":null,"error":{"code":1,"message":"no"}', 'response'],
])('%s needs no answer', (_what, rest, kind) => {
  expect(read(request(rest)).kind).toBe(kind)
})

describe('invalid messages', () => {
  test.each<[string, string, number, string | number | null]>([
    ['nothing', '', -32700, null],
    ['half an object', '{"jsonrpc":"2.0","id":1', -32700, null],
    ['a number that JSON has not', request('"id":01,"method":"x"'), -32700, null],
    ['two messages', '{}{}', -32700, null],
    ['a batch', `[${request('"id":1,"method":"ping"')}]`, -32600, null],
    ['an empty batch', '[]', -32600, null],
    ['null', 'null', -32600, null],
    ['a text', '"ping"', -32600, null],
    ['an empty object', '{}', -32600, null],
    ['another version', '{"jsonrpc":"1.0","id":7,"method":"ping"}', -32600, 7],
    ['no version', '{"id":"a","method":"ping"}', -32600, 'a'],
    ['a version that is a number', '{"jsonrpc":2.0,"id":1,"method":"ping"}', -32600, 1],
    ['no method', request('"id":3'), -32600, 3],
    ['a method that is no text', request('"id":3,"method":["ping"]'), -32600, 3],
    ['a method that is too long', request(`"id":3,"method":"${'m'.repeat(201)}"`), -32600, 3],
    ['a null id', request('"id":null,"method":"ping"'), -32600, null],
    ['a fraction as id', request('"id":1.5,"method":"ping"'), -32600, null],
    ['an id that would be rounded', request('"id":9007199254740993,"method":"ping"'), -32600, null],
    ['an id that is too long', request(`"id":"${'i'.repeat(201)}","method":"ping"`), -32600, null],
    ['an object as id', request('"id":{},"method":"ping"'), -32600, null],
    ['params in a row', request('"id":4,"method":"ping","params":[1]'), -32602, 4],
    ['null params', request('"id":4,"method":"ping","params":null'), -32602, 4],
    ['33 levels', request(`"id":5,"method":"x","params":{"a":${deep(31)}}`), -32600, 5],
    ['very many levels', deep(30_000), -32600, null],
    ['very many levels that do not end', '['.repeat(60_000), -32600, null],
  ])('%s', (_what, text, code, id) => {
    const message = read(text)
    expect(message).toMatchObject({ kind: 'invalid', id, error: { code } })
    expect(message.kind === 'invalid' && message.error.message).toMatch(/^[\w].{20,160}\.$/)
  })

  test('bytes that are no UTF-8', () => {
    for (const wrong of [
      [0x22, 0xff, 0x22],
      [0xc0, 0x80],
      [0xed, 0xa0, 0x80],
      [0xfe, 0xff, 0x00, 0x7b],
    ])
      expect(readMessage(Uint8Array.from(wrong), EXAMPLE)).toMatchObject({
        kind: 'invalid',
        error: { code: -32700 },
      })
    expect(read(request('"id":1,"method":"ping"')).kind).toBe('request')
  })
})

test('whatever the bytes, reading ends with a message, and an invalid one has an answer', () => {
  const members = fc.record(
    {
      jsonrpc: fc.oneof(fc.constant('2.0'), fc.jsonValue()),
      id: fc.oneof(fc.string(), fc.integer(), fc.jsonValue()),
      method: fc.oneof(fc.constant('ping'), fc.string(), fc.jsonValue()),
      params: fc.oneof(fc.dictionary(fc.string(), fc.jsonValue()), fc.jsonValue()),
      result: fc.jsonValue(),
    },
    { requiredKeys: [] },
  )
  const sent = fc.oneof(
    fc.uint8Array({ maxLength: 300 }),
    fc.json().map(bytes),
    members.map((message) => bytes(JSON.stringify(message))),
    fc
      .tuple(members, fc.nat(), fc.uint8Array({ maxLength: 3 }))
      .map(([message, at, put]) => spliced(bytes(JSON.stringify(message)), at, put)),
  )
  fc.assert(
    fc.property(sent, (body) => {
      const message = readMessage(body, EXAMPLE)
      if (message.kind === 'request') {
        const given = JSON.parse(new TextDecoder().decode(body)) as Record<string, unknown>
        const { kind, ...rest } = message
        expect(rest).toEqual({ id: given.id, method: given.method, params: given.params ?? {} })
        expect(JSON.parse(resultText(message.id, '{}'))).toEqual({
          jsonrpc: '2.0',
          id: given.id === 0 ? 0 : given.id,
          result: {},
        })
      }
      if (message.kind === 'invalid')
        expect([-32700, -32600, -32602]).toContain(
          JSON.parse(errorText(message.id, message.error)).error.code,
        )
    }),
    { numRuns: 2_000 },
  )
})

function spliced(body: Uint8Array, at: number, put: Uint8Array): Uint8Array {
  const place = at % (body.length + 1)
  return Uint8Array.from([...body.slice(0, place), ...put, ...body.slice(place + 1)])
}

test('an error has data only where it was given some', () => {
  expect(errorText(null, new RpcError(-32600, 'No.'))).toBe(
    '{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"No."}}',
  )
  expect(errorText('a"', new RpcError(-32029, 'Wait.', { retry_after_seconds: 3 }))).toBe(
    '{"jsonrpc":"2.0","id":"a\\"","error":{"code":-32029,"message":"Wait.","data":{"retry_after_seconds":3}}}',
  )
})

test('an unknown method is named without what it could do to its reader', () => {
  const { code, message } = unknownMethod(`x\u202e<b>\n${'y'.repeat(150)}`, ['ping', 'tools/list'])
  expect(code).toBe(-32601)
  expect(message).toBe(`Unknown method "x??b??${'y'.repeat(58)}". Supported methods: ping, tools/list.`)
})
