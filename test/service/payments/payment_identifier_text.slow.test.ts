import {
  appendPaymentIdentifierToExtensions,
  extractPaymentIdentifier,
  isPaymentIdentifierExtension,
  paymentIdentifierSchema,
  validatePaymentIdentifier,
} from '@x402/extensions/payment-identifier'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Payment } from '../../../serving/service/payments/payment.ts'
import {
  CHEAP_CALL,
  CONFIG,
  type Instance,
  parseBody,
  SAME_PRICE_CALL,
  signed,
  sqliteStore,
  startInstance,
  USUAL_CALL,
  USUAL_PRICE,
} from './paid_world.ts'
import { TokenWorld } from './token_world.ts'

// The text of the extension of x402 (specs/extensions/payment_identifier.md), clause by clause: the title of each test
// paraphrases a requirement.

let store: Awaited<ReturnType<typeof sqliteStore>>
let world: TokenWorld
let service: Instance
let made: string[]

beforeEach(async () => {
  store = await sqliteStore()
  world = new TokenWorld()
  made = []
  service = startInstance({ world, db: store.db, made })
})
afterEach(() => store.close())

const ID = 'pay_7d5d747be160e280504c099d984bcfe0'
const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64')

/** The quote of a call, as its header has it. */
async function quoteAt(target: string) {
  const { headers } = await service.ask(target)
  return JSON.parse(Buffer.from(headers['payment-required'] ?? '', 'base64').toString())
}

let nonces = 0

/** The header of a payment whose extensions are these; the same payer signs each anew. */
function encodeHeader(
  payment: Payment,
  extensions: unknown,
  more: Partial<Payment['authorization']> = {},
): string {
  nonces += 1
  const nonce = `0x${nonces.toString(16).padStart(64, 'a')}`
  const authorization = { ...payment.authorization, nonce, ...more }
  const { network, accepted } = payment
  return base64({
    x402Version: 2,
    accepted: { scheme: 'exact', network, ...accepted, maxTimeoutSeconds: 300 },
    payload: { signature: payment.signature, authorization },
    extensions,
  })
}

const carrying = (info: unknown) => ({ 'payment-identifier': { info, schema: paymentIdentifierSchema } })
const withId = (id: string) => carrying({ required: false, id })

describe('the announcement of the seller', () => {
  test('the extension stands in the extensions of a quote, with info and a schema of draft 2020-12', async () => {
    const declared = (await quoteAt(CHEAP_CALL)).extensions['payment-identifier']
    expect(isPaymentIdentifierExtension(declared)).toBe(true)
    expect(declared.schema).toEqual(paymentIdentifierSchema)
    expect(new Ajv2020().validate(declared.schema, declared.info)).toBe(true)
  })

  test('`required` is a boolean, and false: an id may be left out', async () => {
    expect((await quoteAt(CHEAP_CALL)).extensions['payment-identifier'].info).toEqual({ required: false })
    expect((await service.ask(CHEAP_CALL, encodeHeader(signed(world), {}))).status).toBe(200)
    expect((await service.ask(CHEAP_CALL, encodeHeader(signed(world), undefined))).status).toBe(200)
    expect(
      (await service.ask(CHEAP_CALL, encodeHeader(signed(world), carrying({ required: false })))).status,
    ).toBe(200)
  })
})

describe('the message of the client', () => {
  test('it sends the extension back with an id, which its own check and ours take', async () => {
    const { extensions } = await quoteAt(CHEAP_CALL)
    appendPaymentIdentifierToExtensions(extensions, ID)
    expect(validatePaymentIdentifier(extensions['payment-identifier']).valid).toBe(true)
    expect(extractPaymentIdentifier({ extensions } as never)).toBe(ID)
    expect((await service.ask(CHEAP_CALL, encodeHeader(signed(world), extensions))).status).toBe(200)
  })

  test.each([
    ['16 characters', 'a'.repeat(16), true],
    ['128 characters', 'b'.repeat(128), true],
    ['letters of both cases, digits, hyphens, underscores', 'aZ09-_aZ09-_aZ09', true],
    ['15 characters', 'a'.repeat(15), false],
    ['129 characters', 'a'.repeat(129), false],
    ['other characters', 'aaaaaaaaaaaaaaa.', false],
    ['a space', 'aaaaaaaa aaaaaaaa', false],
    ['letters of other alphabets', 'äaaaaaaaaaaaaaaaa', false],
    ['a number', 1234567890123456, false],
    ['nothing', '', false],
  ])('an id has 16 to 128 letters, digits, hyphens or underscores: %s', async (_, id, isTaken) => {
    const reply = await service.ask(
      CHEAP_CALL,
      encodeHeader(signed(world), carrying({ required: false, id })),
    )
    expect(reply.status).toBe(isTaken ? 200 : 402)
    if (!isTaken) expect(parseBody(reply).error).toMatch(/payment identifier: 16 to 128 letters/)
    expect(world.transfers).toHaveLength(isTaken ? 1 : 0)
  })
})

describe('the life of an id', () => {
  test('a new id: the request is processed normally', async () => {
    const reply = await service.ask(CHEAP_CALL, encodeHeader(signed(world), withId(ID)))
    expect([reply.status, world.transfers.length]).toEqual([200, 1])
  })

  test('the same id and payload: the stored response, as it was sent, with PAYMENT-RESPONSE', async () => {
    const header = encodeHeader(signed(world), withId(ID))
    const first = await service.ask(CHEAP_CALL, header)
    expect(first.headers['payment-response']).toBeDefined()
    expect(await service.ask(CHEAP_CALL, header)).toEqual(first)
    expect([world.transfers.length, world.calls.verify, made.length]).toEqual([1, 1, 1])
  })

  test('it is looked up before the payment is verified: also when its authorization has expired', async () => {
    const header = encodeHeader(signed(world), withId(ID))
    const first = await service.ask(CHEAP_CALL, header)
    world.pass(400_000)
    expect(await service.ask(CHEAP_CALL, header)).toEqual(first)
    expect(world.calls.verify).toBe(1)
  })

  const others: [string, string, Partial<Payment['authorization']>][] = [
    ['the path', SAME_PRICE_CALL, {}],
    ['the agent in the path', '/api/agent/weather/history', {}],
    ['the amount', USUAL_CALL, { value: '5000' }],
    ['who is paid', USUAL_CALL, { to: `0x${'c'.repeat(40)}` }],
  ]
  test.each(others)(
    'the same id and another fingerprint is 409, without a second operation: %s',
    async (_, target, more) => {
      const payment = signed(world, USUAL_PRICE)
      await service.ask(USUAL_CALL, encodeHeader(payment, withId(ID)))
      const reply = await service.ask(target, encodeHeader(payment, withId(ID), more))
      expect([reply.status, parseBody(reply).error]).toEqual([409, 'payment_identifier_conflict'])
      expect([world.transfers.length, made.length, world.calls.verify]).toEqual([1, 1, 1])
    },
  )

  test.each([
    ['the network', { network: 'eip155:1' }],
    [
      'the asset',
      { accepted: { asset: `0x${'d'.repeat(40)}`, amount: String(USUAL_PRICE), payTo: CONFIG.payTo } },
    ],
  ])('and so it is with %s', async (_, more) => {
    const payment = signed(world, USUAL_PRICE)
    await service.ask(USUAL_CALL, encodeHeader(payment, withId(ID)))
    const reply = await service.ask(USUAL_CALL, encodeHeader({ ...payment, ...more }, withId(ID)))
    expect([reply.status, world.transfers.length]).toEqual([409, 1])
  })

  test('a query is part of the fingerprint, and the order of its parameters is not', async () => {
    const full = '/api/agents/find/full'
    const payment = signed(world, 50_000n)
    const pay = (query: string) => service.ask(`${full}?${query}`, encodeHeader(payment, withId(ID)))
    expect((await pay('q=weather&limit=5')).status).toBe(200)
    expect((await pay('limit=5&q=weather')).status).toBe(200)
    expect((await pay('q=maps&limit=5')).status).toBe(409)
    expect(world.transfers).toHaveLength(1)
  })

  test('the id alone is no key: two payers with the same id are two purchases', async () => {
    for (let payer = 0; payer < 2; payer += 1)
      expect((await service.ask(CHEAP_CALL, encodeHeader(signed(world), withId(ID)))).status).toBe(200)
    expect(world.transfers).toHaveLength(2)
  })

  test('before the payload is verified the id is bound to it exactly: another payload learns nothing', async () => {
    const payment = signed(world)
    await service.ask(CHEAP_CALL, encodeHeader(payment, withId(ID)))
    const forged = { ...payment, signature: `0xbad${'0'.repeat(127)}` }
    const reply = await service.ask(CHEAP_CALL, encodeHeader(forged, withId(ID)))
    expect([reply.status, reply.headers['payment-response']]).toEqual([402, undefined])
    expect(world.calls.verify).toBe(2)
  })

  test('while the first is processed, the second is not: it waits for the response of the first', async () => {
    const slow = startInstance({
      ...{ world, db: store.db, made },
      step: () => new Promise((resolve) => setImmediate(resolve)),
    })
    const payment = signed(world)
    const headers = Array.from({ length: 4 }, () => encodeHeader(payment, withId(ID)))
    const replies = await Promise.all(headers.map((header) => slow.ask(CHEAP_CALL, header)))
    for (const reply of replies) expect(reply).toEqual(replies[0])
    expect([replies[0]?.status, world.transfers.length, made.length]).toEqual([200, 1, 1])
  })

  test('or it gets an error after which it can be sent again', async () => {
    world.faults.settle = ['nothing']
    const payment = signed(world)
    await service.ask(CHEAP_CALL, encodeHeader(payment, withId(ID)))
    const reply = await service.ask(CHEAP_CALL, encodeHeader(payment, withId(ID)))
    expect([reply.status, reply.headers['retry-after']]).toEqual([503, '5'])
    expect(world.transfers).toEqual([])
  })
})
