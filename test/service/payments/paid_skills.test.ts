import { afterEach, beforeEach, expect, test } from 'vitest'
import { HttpError, missingParameter } from '../../../core/interface/errors.ts'
import { type StateDatabase, StoreUnavailable } from '../../../serving/service/store/database.ts'
import {
  CHEAP_CALL,
  CHEAP_PRICE,
  CONFIG,
  createAsk,
  type Instance,
  type InstanceOptions,
  parseBody,
  signed,
  sqliteStore,
  startInstance,
  toPayload,
  USUAL_CALL,
  USUAL_PRICE,
} from './paid_world.ts'
import { TokenWorld } from './token_world.ts'

const CHEAP_ASK = createAsk('verification_status', { handle: 'alder' })
const FULL = '/api/trust/evaluate/full'

let store: Awaited<ReturnType<typeof sqliteStore>>
let world: TokenWorld
let made: string[]
let logged: unknown[]
let outcomes: string[]

beforeEach(async () => {
  store = await sqliteStore()
  world = new TokenWorld()
  made = []
  logged = []
  outcomes = []
})
afterEach(() => store.close())

const start = (more: Partial<InstanceOptions> = {}): Instance =>
  startInstance({
    ...{ world, db: store.db, made, logged },
    told: (outcome, endpoint) => outcomes.push(`${outcome} ${endpoint}`),
    ...more,
  })

test('the quote is the one of REST, with words of its own', async () => {
  const quote = await start().skills.quote(createAsk('trust_evaluation_full', { handle: 'alder' }))
  const { message: _, ...body } = parseBody(await start().ask(`${FULL}?handle=alder`))
  expect(quote).toEqual({ ...body, error: expect.stringContaining('x402.payment.payload') })
  expect(quote.accepts).toMatchObject([{ network: 'base', maxAmountRequired: '100000' }])
})

test('the data of a skill are checked as REST checks them', async () => {
  const { skills } = start()
  const why = async (endpoint: string, given: Record<string, string>) =>
    skills.check(createAsk(endpoint, given)).then(
      () => 'nothing',
      (error: HttpError) => `${error.status} ${error.code}`,
    )
  expect(await why('verification_status', { handle: 'alder' })).toBe('nothing')
  expect(await why('trust_evaluation_full', { handle: 'nobody' })).toBe('404 agent_not_found')
  expect(await why('trust_evaluation_full', {})).toBe('400 missing_parameter')
  expect(await why('attestation', { metric: 'ghost_index' })).toBe('503 not_for_sale')
  await expect(skills.quote(createAsk('attestation', {}))).rejects.toBeInstanceOf(HttpError)
})

test('a payment buys the answer and a receipt, and moves exactly the price', async () => {
  const payment = signed(world)
  const service = start()
  const paid = await service.skills.pay(CHEAP_ASK, toPayload(payment))
  expect(paid).toEqual({
    kind: 'served',
    text: JSON.stringify({ endpoint: 'verification_status', handle: 'alder', made: 1 }),
    receipt: {
      success: true,
      transaction: world.transfers[0]?.transaction,
      network: 'base',
      payer: payment.authorization.from,
    },
  })
  expect(world.transfers).toMatchObject([
    { from: payment.authorization.from, to: CONFIG.payTo, value: CHEAP_PRICE },
  ])
  expect(await service.ledger.newest('served', 2)).toMatchObject([
    { payer: payment.authorization.from, request: 'GET /api/agent/alder/verification-status' },
  ])
  expect(outcomes).toEqual(['first verification_status'])
})

test('a payload of version 2 is taken as well', async () => {
  const { network, accepted, authorization, signature } = signed(world)
  const payload = {
    x402Version: 2,
    accepted: { scheme: 'exact', network, ...accepted, maxTimeoutSeconds: 300 },
    payload: { authorization, signature },
  }
  expect((await start().skills.pay(CHEAP_ASK, payload)).kind).toBe('served')
})

test('a payment in numbers is the one in strings, over REST and over A2A', async () => {
  const service = start()
  const payment = { ...signed(world), version: 1 as const, accepted: null }
  const { value, validAfter, validBefore } = payment.authorization
  const numbers = { value: Number(value), validAfter: Number(validAfter), validBefore: Number(validBefore) }
  const inNumbers = { ...payment, authorization: { ...payment.authorization, ...numbers } as never }
  const first = await service.skills.pay(CHEAP_ASK, toPayload(inNumbers))
  expect(first.kind).toBe('served')
  expect(await service.skills.pay(CHEAP_ASK, toPayload(payment))).toEqual(first)
  const over = await service.ask(CHEAP_CALL, inNumbers)
  expect([over.status, new TextDecoder().decode(over.body ?? undefined)]).toEqual([
    200,
    first.kind === 'served' && first.text,
  ])
  expect(world.transfers).toHaveLength(1)
})

test('one payment buys one answer, whichever interface it comes through first', async () => {
  const service = start()
  const [here, there] = [signed(world), { ...signed(world), version: 1 as const, accepted: null }]
  const first = await service.skills.pay(CHEAP_ASK, toPayload(here))
  const over = await service.ask(CHEAP_CALL, here)
  expect([over.status, new TextDecoder().decode(over.body ?? undefined)]).toEqual([
    200,
    first.kind === 'served' && first.text,
  ])
  const rest = await service.ask(CHEAP_CALL, there)
  const again = await service.skills.pay(CHEAP_ASK, toPayload(there))
  expect(again).toMatchObject({ kind: 'served', text: JSON.stringify(parseBody(rest)) })
  expect(world.transfers).toHaveLength(2)
  expect(made).toHaveLength(2)
  expect(outcomes.map((text) => text.split(' ')[0])).toEqual(['first', 'repeated', 'first', 'repeated'])
})

test('order and spelling of an ask make no difference, its values do', async () => {
  const { skills, ask } = start()
  const payment = signed(world, 100_000n)
  const paid = (given: Record<string, string>) =>
    skills.pay(createAsk('trust_evaluation_full', given), toPayload(payment))
  const first = await paid({ handle: 'alder', depth: 'full' })
  expect(first.kind).toBe('served')
  expect(await paid({ handle: 'alder' })).toEqual(first)
  expect(await paid({ handle: 'weather' })).toMatchObject({ kind: 'failed', code: 'DUPLICATE_NONCE' })
  expect((await ask(`${FULL}?handle=weather`, payment)).status).toBe(409)
  expect(world.transfers).toHaveLength(1)
})

test('path characters in an address buy nothing', async () => {
  const { skills } = start()
  for (const handle of ['..', '.', '', '\ud800', 'alder/history?', '%2e%2e', '../../alder'])
    expect(
      await skills.pay(createAsk('verification_status', { handle }), toPayload(signed(world))),
    ).toMatchObject({
      kind: 'failed',
      code: 'INVALID_REQUEST',
    })
  expect(world.calls.verify).toBe(0)
})

test.each([
  ['another network', 'NETWORK_MISMATCH', { network: 'polygon' }, {}],
  ['another amount', 'INVALID_AMOUNT', {}, { value: '4999' }],
  ['another address', 'INVALID_PAYLOAD', {}, { to: `0x${'c'.repeat(40)}` }],
  ['too late', 'EXPIRED_PAYMENT', {}, { validBefore: '1750000005' }],
  ['not yet', 'INVALID_PAYLOAD', {}, { validAfter: '1750000001' }],
  ['not a number', 'INVALID_PAYLOAD', {}, { value: 'x' }],
  ['another scheme', 'INVALID_PAYLOAD', { scheme: 'upto' }, {}],
  ['no version', 'INVALID_PAYLOAD', { x402Version: '1' }, {}],
])('a payment that does not fit is a failure with its code: %s', async (_, code, more, authorization) => {
  const service = start()
  const payload = { ...toPayload(signed(world, CHEAP_PRICE, authorization)), ...more }
  const paid = await service.skills.pay(CHEAP_ASK, payload)
  expect(paid).toMatchObject({ kind: 'failed', code, message: expect.stringMatching(/\.$/) })
  expect(world.calls.verify).toBe(0)
  expect(await service.ledger.newest(null, 1)).toEqual([])
})

test.each([null, undefined, 'x', [], {}, 1])('an invalid payment is refused: %j', async (payload) => {
  expect(await start().skills.pay(CHEAP_ASK, payload)).toMatchObject({
    kind: 'failed',
    code: 'INVALID_PAYLOAD',
    message: expect.stringContaining('x402.payment.payload'),
  })
})

test('a refused payment says why, and may be sent again when its fault is repaired', async () => {
  const { skills } = start()
  const payment = signed(world)
  world.fund(payment.authorization.from, 0n)
  expect(await skills.pay(CHEAP_ASK, toPayload(payment))).toMatchObject({
    kind: 'failed',
    code: 'INSUFFICIENT_FUNDS',
    message: 'The payment was refused: insufficient_funds.',
  })
  expect(
    await skills.pay(CHEAP_ASK, toPayload({ ...signed(world), signature: `0xbad${'0'.repeat(127)}` })),
  ).toMatchObject({ kind: 'failed', code: 'INVALID_SIGNATURE' })
  world.fund(payment.authorization.from, CHEAP_PRICE)
  expect((await skills.pay(CHEAP_ASK, toPayload(payment))).kind).toBe('served')
  const used = signed(world)
  world.cancel(used)
  expect(await skills.pay(CHEAP_ASK, toPayload(used))).toMatchObject({ code: 'DUPLICATE_NONCE' })
})

test('a facilitator that does not answer, and a settlement of unknown outcome, are pending', async () => {
  const { skills } = start()
  const payment = signed(world)
  world.faults.verify = ['down']
  world.faults.settle = ['lost']
  const unchecked = await skills.pay(CHEAP_ASK, toPayload(payment))
  expect(unchecked).toMatchObject({
    kind: 'unchecked',
    message: expect.stringContaining('nothing was charged'),
  })
  expect(world.transfers).toEqual([])
  const unknown = await skills.pay(CHEAP_ASK, toPayload(payment))
  expect(unknown).toMatchObject({
    kind: 'pending',
    message: expect.stringContaining('do not sign a new one'),
  })
  expect((await skills.pay(CHEAP_ASK, toPayload(payment))).kind).toBe('served')
  expect(world.listTransfers(payment)).toHaveLength(1)
  expect(outcomes).toEqual(
    ['payments_unavailable', 'payment_pending', 'first'].map((outcome) => `${outcome} verification_status`),
  )
})

test('outcomes of each call are counted by its name', async () => {
  const { skills } = start()
  await skills.quote(CHEAP_ASK)
  const payment = signed(world)
  world.fund(payment.authorization.from, 0n)
  await skills.pay(CHEAP_ASK, toPayload(payment))
  await skills.pay(CHEAP_ASK, toPayload(signed(world, USUAL_PRICE)))
  const used = signed(world)
  await skills.pay(CHEAP_ASK, toPayload(used))
  await skills.pay(createAsk('agent_history', { handle: 'alder' }), toPayload(used))
  expect(outcomes.map((text) => text.split(' ')[0])).toEqual([
    ...['quoted', 'refused', 'refused', 'first', 'payment_reused'],
  ])
})

test('forty copies, half over each interface: one verdict, one settlement, one answer', async () => {
  const payment = signed(world)
  const service = start({ step: () => new Promise((resolve) => setImmediate(resolve)) })
  const texts = await Promise.all(
    Array.from({ length: 40 }, async (_, at) => {
      if (at % 2 === 0)
        return new TextDecoder().decode((await service.ask(CHEAP_CALL, payment)).body ?? undefined)
      const paid = await service.skills.pay(CHEAP_ASK, toPayload(payment))
      return paid.kind === 'served' ? paid.text : paid.message
    }),
  )
  expect(new Set(texts)).toEqual(
    new Set([JSON.stringify({ endpoint: 'verification_status', handle: 'alder', made: 1 })]),
  )
  expect(world.calls).toEqual({ verify: 1, unsettled: 1, settle: 1, chain: 1 })
})

test('a Pro key opens it without a payment, and one that does not says why', async () => {
  const { skills } = start()
  const withKey = (key: string, handle = 'alder') =>
    skills.withKey(createAsk('trust_evaluation_full', { handle }, { 'x-api-key': key }))
  expect(await skills.withKey(CHEAP_ASK)).toBeNull()
  expect(await withKey('assay_good.secret')).toEqual({
    text: JSON.stringify({ endpoint: 'trust_evaluation_full', handle: 'alder', made: 1 }),
  })
  expect(await withKey('assay_old.secret')).toEqual({ fault: expect.stringContaining('revoked') })
  expect(await withKey('assay_x.secret')).toEqual({ fault: expect.stringContaining('is unknown') })
  expect(outcomes).toEqual(['pro_key trust_evaluation_full'])
  expect(world.calls.verify).toBe(0)
})

test('a service that cannot be paid quotes, takes nothing, and says so', async () => {
  const service = start({ isUnconfigured: true })
  await service.skills.check(CHEAP_ASK)
  expect((await service.skills.quote(CHEAP_ASK)).accepts).toHaveLength(1)
  expect(await service.skills.pay(CHEAP_ASK, toPayload(signed(world)))).toMatchObject({
    kind: 'failed',
    code: 'PAYMENTS_UNAVAILABLE',
    message: expect.stringContaining('nothing was charged'),
  })
  expect(await service.ledger.newest(null, 1)).toEqual([])
})

test('an answer that cannot be made, and a store that is away, are thrown, and nothing is charged', async () => {
  const payment = signed(world)
  const bodies = {
    verification_status: () => {
      throw new Error('broken')
    },
  }
  await expect(start({ bodies }).skills.pay(CHEAP_ASK, toPayload(payment))).rejects.toThrow('broken')
  const away = async () => {
    throw new StoreUnavailable('away')
  }
  const db = { ...store.db, all: away, run: away } as unknown as StateDatabase
  await expect(start({ db }).skills.pay(CHEAP_ASK, toPayload(payment))).rejects.toBeInstanceOf(
    StoreUnavailable,
  )
  expect(outcomes).toEqual(['fault verification_status', 'payments_unavailable verification_status'])
  expect(world.transfers).toEqual([])
})

test('an unavailable skill is neither quoted nor sold, but a paid call is still owed', async () => {
  let isForSale = true
  const body = Object.assign(
    async () => ({ bytes: new TextEncoder().encode('{}'), etag: '"x"', contentType: 'application/json' }),
    {
      isForSale: async () => isForSale,
      admit: async () => {
        throw missingParameter('handle', 'the handle of an agent')
      },
    },
  )
  const { skills, ask } = start({ bodies: { verification_status: body } })
  const payment = signed(world)
  expect(await skills.pay(CHEAP_ASK, toPayload(payment))).toMatchObject({ code: 'INVALID_REQUEST' })
  expect((await ask(CHEAP_CALL, payment)).status).toBe(400)
  body.admit = async () => undefined as never
  const first = await skills.pay(CHEAP_ASK, toPayload(payment))
  expect(first.kind).toBe('served')
  isForSale = false
  expect(await skills.pay(CHEAP_ASK, toPayload(payment))).toEqual(first)
  expect((await ask(CHEAP_CALL, payment)).status).toBe(200)
  const withKey = createAsk('verification_status', { handle: 'alder' }, { 'x-api-key': 'assay_good.secret' })
  for (const work of [skills.check(CHEAP_ASK), skills.quote(CHEAP_ASK), skills.withKey(withKey)])
    await expect(work).rejects.toMatchObject({ status: 503, code: 'not_for_sale' })
  expect((await ask(CHEAP_CALL)).status).toBe(503)
  expect((await ask(CHEAP_CALL, null, { 'x-api-key': 'assay_good.secret' })).status).toBe(503)
  expect(await skills.pay(CHEAP_ASK, toPayload(signed(world)))).toMatchObject({
    code: 'PAYMENTS_UNAVAILABLE',
  })
  expect((await ask(CHEAP_CALL, signed(world))).status).toBe(503)
  expect(world.transfers).toHaveLength(1)
})

test('no signature is in a message, a log line or an outcome that is told', async () => {
  const payment = signed(world, USUAL_PRICE)
  world.faults.settle = ['nothing']
  const service = start()
  const said = [
    await service.skills.pay(createAsk('agent_history', { handle: 'alder' }), toPayload(payment)),
    await service.skills.pay(CHEAP_ASK, toPayload(payment)),
    await service.skills.pay(CHEAP_ASK, { ...toPayload(payment), scheme: payment.signature }),
    (await service.ask(USUAL_CALL, payment)).status,
  ]
  expect(JSON.stringify([said, outcomes, logged.map(String)])).not.toContain(payment.signature.slice(2, 40))
})
