import { afterEach, beforeEach, expect, test } from 'vitest'

import { OVER, SPENT } from '../../../serving/service/payments/payment_row.ts'
import { type StateDatabase, StoreUnavailable } from '../../../serving/service/store/database.ts'

import {
  CHEAP_CALL,
  CHEAP_PRICE,
  CONFIG,
  type Instance,
  type InstanceOptions,
  parseBody,
  parseReceipt,
  SAME_PRICE_CALL,
  signed,
  sqliteStore,
  startInstance,
  USUAL_CALL,
  USUAL_PRICE,
} from './paid_world.ts'
import { TokenWorld } from './token_world.ts'

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

test('a call without payment or key gets the quote, whatever its parameters', async () => {
  for (const target of [
    CHEAP_CALL,
    '/api/agent/nobody/history',
    '/api/trust/evaluate/full?handle=%00&handle=2',
  ]) {
    const reply = await start().ask(target)
    expect([target, reply.status]).toEqual([target, 402])
    expect(parseBody(reply)).toMatchObject({ x402Version: 1 })
  }
  expect(outcomes).toHaveLength(3)
  expect(world.calls).toEqual({ verify: 0, unsettled: 0, settle: 0, chain: 0 })
})

test('a payment buys the answer, moves exactly the price, and is in the ledger', async () => {
  const payment = signed(world)
  const service = start()
  const reply = await service.ask(CHEAP_CALL, payment)
  expect(reply.status).toBe(200)
  expect(parseBody(reply)).toEqual({ endpoint: 'verification_status', handle: 'alder', made: 1 })
  expect(world.transfers).toMatchObject([
    { from: payment.authorization.from, to: CONFIG.payTo, value: CHEAP_PRICE },
  ])
  expect(reply.headers).toMatchObject({ 'cache-control': 'no-store', 'x-release': 'r1' })
  expect(reply.headers.etag).toBeUndefined()
  expect(parseReceipt(reply)).toEqual({
    success: true,
    payer: payment.authorization.from,
    transaction: world.transfers[0]?.transaction,
    network: 'eip155:8453',
  })
  const [row] = await service.ledger.newest('served', 1)
  expect(row).toMatchObject({ payer: payment.authorization.from, state: 'served', amount: '5000' })
  expect(outcomes).toEqual(['first verification_status'])
})

test('the same payment again gets the same answer for ten minutes, also after the price changed', async () => {
  const payment = signed(world)
  const first = await start().ask(CHEAP_CALL, payment)
  world.pass(599_000)
  const again = await start({ config: { payTo: `0x${'b'.repeat(40)}` } }).ask(CHEAP_CALL, payment)
  expect(again).toEqual(first)
  expect(made).toHaveLength(1)
  expect(world.calls.settle).toBe(1)
  expect(outcomes.at(-1)).toBe('repeated verification_status')
  world.pass(1_000)
  expect((await start().ask(CHEAP_CALL, payment)).status).toBe(409)
})

test('clients of version 1 are served alike', async () => {
  const payment = { ...signed(world), version: 1 as const, accepted: null }
  const reply = await start().ask(CHEAP_CALL, payment)
  expect(reply.status).toBe(200)
  expect(reply.headers['x-payment-response']).toBeDefined()
})

test('a payment for one call buys no other of the same price, nor comes with another signature', async () => {
  const payment = signed(world, USUAL_PRICE)
  const service = start()
  expect((await service.ask(USUAL_CALL, payment)).status).toBe(200)
  for (const target of [SAME_PRICE_CALL, '/api/agent/weather/history']) {
    const reply = await service.ask(target, payment)
    expect(reply.status).toBe(409)
    expect(parseBody(reply).error).toBe('payment_reused')
  }
  const resigned = { ...payment, signature: `${payment.signature}00` }
  expect((await service.ask(USUAL_CALL, resigned)).status).toBe(409)
  const longer = { ...payment.authorization, validBefore: String(world.seconds + 299) }
  expect((await service.ask(USUAL_CALL, { ...payment, authorization: longer })).status).toBe(409)
  expect(made).toEqual(['agent_history alder'])
})

test('the spelling of a request and the order of its parameters make no other request', async () => {
  const payment = signed(world, 100_000n)
  const service = start()
  const first = await service.ask('/api/trust/evaluate/full?handle=alder', payment)
  const again = await service.ask('/api/trust/evaluate/full?handle=%61lder', payment)
  expect([first.status, again.status]).toEqual([200, 200])
  expect((await service.ask('/api/trust/evaluate/full?handle=weather', payment)).status).toBe(409)
})

test.each([
  ['/api/trust/evaluate/full?handle=alder&utm=x', '"utm". This address takes handle, wallet, amount_usd.'],
  [
    '/api/trust/evaluate/full?handle=alder&handle[]=x',
    '"handle??" (did you mean handle?). This address takes handle, wallet, amount_usd.',
  ],
  [`${USUAL_CALL}?days=90`, '"days". This address takes no query parameters.'],
  ['/api/agents/find/full?q=weather&rail=x402', '"rail" (did you mean rails?). This address takes q, '],
  [
    '/api/oracle/attest?metric=tier&agent=alder',
    '"agent" (did you mean handle?). This address takes metric, handle.',
  ],
])('%s names a parameter that is unknown: neither quoted nor charged', async (target, told) => {
  for (const payment of [null, signed(world, 100_000n)]) {
    const reply = await start().ask(target, payment)
    expect([reply.status, parseBody(reply).error]).toEqual([400, 'unknown_parameter'])
    expect(parseBody(reply).message).toContain(`Unknown parameter ${told}`)
    expect(parseBody(reply).message).toMatch(/ Nothing was charged\.$/)
    expect(reply.headers['cache-control']).toBe('no-store')
  }
  expect(world.calls).toMatchObject({ verify: 0, settle: 0, chain: 0 })
  expect(made).toEqual([])
})

test('wrong parameters and unknown agents cost nothing, and are not kept by caches', async () => {
  const service = start()
  for (const [target, status, price] of [
    ['/api/agent/nobody/verification-status', 404, CHEAP_PRICE],
    ['/api/trust/evaluate/full', 400, 100_000n],
    ['/api/trust/evaluate/full?handle=alder&handle=alder', 400, 100_000n],
    ['/api/agent/%00/verification-status', 404, CHEAP_PRICE],
  ] as const) {
    const payment = signed(world, price)
    const reply = await service.ask(target, payment)
    expect([target, reply.status]).toEqual([target, status])
    expect(reply.headers['cache-control']).toBe('no-store')
    expect(await service.ledger.newest(null, 1)).not.toMatchObject([{ payer: payment.authorization.from }])
  }
  expect(world.calls.verify).toBe(0)
})

test.each([
  ['another network', { network: 'eip155:1' }, {}],
  ['another token', { accepted: { asset: `0x${'c'.repeat(40)}`, amount: '5000', payTo: CONFIG.payTo } }, {}],
  ['another amount', {}, { value: '5001' }],
  ['less', {}, { value: '4999' }],
  ['another address', {}, { to: `0x${'c'.repeat(40)}` }],
  ['not yet', {}, { validAfter: '1750000001' }],
  ['too late', {}, { validBefore: '1750000005' }],
  ['for ever', {}, { validBefore: `1${'0'.repeat(70)}` }],
])('a payment that does not fit is quoted again and not claimed: %s', async (_, more, authorization) => {
  const payment = { ...signed(world, CHEAP_PRICE, authorization), ...more }
  const service = start()
  const reply = await service.ask(CHEAP_CALL, payment)
  expect(reply.status).toBe(402)
  expect(parseBody(reply).error).toMatch(/^The payment (?:is|has) /)
  expect(world.calls.verify).toBe(0)
  expect(await service.ledger.newest(null, 1)).not.toMatchObject([{ payer: payment.authorization.from }])
})

test('a header without a payment is quoted with the error', async () => {
  const reply = await start().ask(CHEAP_CALL, 'x,y')
  expect(reply.status).toBe(402)
  expect(parseBody(reply).error).toContain('PAYMENT-SIGNATURE')
})

test('a Pro key opens the call, and one that does not says why; a payment with it is not taken', async () => {
  const service = start()
  const payment = signed(world)
  const reply = await service.ask(CHEAP_CALL, payment, { 'x-api-key': 'assay_good.secret' })
  expect([reply.status, parseBody(reply).endpoint]).toEqual([200, 'verification_status'])
  expect(world.calls.verify).toBe(0)
  const revoked = await service.ask(CHEAP_CALL, null, { 'x-api-key': 'assay_old.secret' })
  expect([revoked.status, parseBody(revoked).error]).toEqual([402, expect.stringContaining('revoked')])
  expect(
    (await service.ask('/api/agent/nobody/history', null, { 'x-api-key': 'assay_good.secret' })).status,
  ).toBe(200)
  expect((await service.ask(CHEAP_CALL, payment, { 'x-api-key': 'assay_x.secret' })).status).toBe(200)
  expect(world.transfers).toHaveLength(1)
})

test('HEAD never charges', async () => {
  const reply = await start().head(CHEAP_CALL, signed(world))
  expect([reply.status, reply.body]).toEqual([402, null])
  expect(world.calls.verify).toBe(0)
})

test('an unpublished body is 503 before any quote, and a service without a payTo takes nothing', async () => {
  const attest = await start().ask('/api/oracle/attest?metric=ghost_index')
  expect([attest.status, parseBody(attest).error]).toEqual([503, 'not_for_sale'])
  const reply = await start({ isUnconfigured: true }).ask(CHEAP_CALL, signed(world))
  expect([reply.status, parseBody(reply).error]).toEqual([503, 'payments_unavailable'])
})

test('a refused payment says why, and may be sent again when its fault is repaired', async () => {
  const payment = signed(world)
  const service = start()
  world.fund(payment.authorization.from, 0n)
  const refused = await service.ask(CHEAP_CALL, payment)
  expect([refused.status, parseBody(refused).error]).toEqual([
    402,
    expect.stringContaining('insufficient_funds'),
  ])
  world.fund(payment.authorization.from, CHEAP_PRICE)
  expect((await service.ask(CHEAP_CALL, payment)).status).toBe(200)
  expect(world.balance(payment.authorization.from)).toBe(0n)
})

test('an authorization that paid us for something else before buys nothing', async () => {
  const payment = signed(world)
  world.transfer(payment, CONFIG)
  const reply = await start().ask(CHEAP_CALL, payment)
  expect([reply.status, parseBody(reply).error]).toEqual([402, expect.stringContaining('authorization_used')])
  expect(made).toEqual([])
})

test('a facilitator that does not answer costs nothing: 503, and the payment can be sent again', async () => {
  const payment = signed(world)
  world.faults.verify = ['down']
  const reply = await start().ask(CHEAP_CALL, payment)
  expect([reply.status, parseBody(reply).error]).toEqual([503, 'payments_unavailable'])
  expect(reply.headers['retry-after']).toBeDefined()
  expect((await start().ask(CHEAP_CALL, payment)).status).toBe(200)
})

test('an answer that cannot be made is not charged', async () => {
  const payment = signed(world)
  const bodies = {
    verification_status: () => {
      throw new Error('broken')
    },
  }
  expect((await start({ bodies }).ask(CHEAP_CALL, payment)).status).toBe(500)
  expect(world.transfers).toEqual([])
  expect((await start().ask(CHEAP_CALL, payment)).status).toBe(200)
})

test('a settlement of unknown outcome is 503, and the next call finds what became of it', async () => {
  for (const fault of ['lost', 'nothing', 'fails', 'late'] as const) {
    const payment = signed(world)
    const service = start()
    world.faults.settle = [fault]
    const reply = await service.ask(CHEAP_CALL, payment)
    // A failure is looked up on the chain at once; without a transfer there is no reason to request another payment.
    expect([fault, reply.status, parseBody(reply).error]).toEqual([fault, 503, 'payment_pending'])
    expect(reply.headers['retry-after']).toBeDefined()
    world.pass(15_000)
    expect([fault, (await service.ask(CHEAP_CALL, payment)).status]).toEqual([fault, 200])
    expect(world.listTransfers(payment)).toHaveLength(1)
  }
  expect(made).toHaveLength(4)
})

test('a payer whose money is gone when it is settled is refused when the payment can move nothing any more', async () => {
  const payment = signed(world)
  const service = start({
    step: async (what) => {
      if (what === 'settle') world.fund(payment.authorization.from, 0n)
    },
  })
  const reply = await service.ask(CHEAP_CALL, payment)
  expect([reply.status, parseBody(reply).error]).toEqual([503, 'payment_pending'])
  world.pass(301_000)
  expect((await service.ask(CHEAP_CALL, payment)).status).toBe(402)
  expect(world.transfers).toEqual([])
})

test('a facilitator fails twice and sends the transfer all the same: the caller is never told to pay again', async () => {
  const payment = signed(world)
  world.faults.settle = ['late']
  const { facilitator, chain } = world.parties(async () => {})
  let verdicts = 0
  const verify: typeof facilitator.verify = async (...given) =>
    verdicts++ === 0 ? facilitator.verify(...given) : { isValid: false, reason: 'invalid_scheme' }
  const service = start({ parties: { facilitator: { ...facilitator, verify }, chain } })
  const reply = await service.ask(CHEAP_CALL, payment)
  expect([reply.status, parseBody(reply).error]).toEqual([503, 'payment_pending'])
  world.pass(15_000)
  expect((await service.ask(CHEAP_CALL, payment)).status).toBe(200)
  expect(world.listTransfers(payment)).toHaveLength(1)
})

test('a row that an older version refused after a settlement is looked up on the chain', async () => {
  const payment = signed(world)
  world.faults.settle = ['lost']
  const service = start()
  await service.ask(CHEAP_CALL, payment)
  await store.db.run("update payments set state = 'refused', reason = 'not_confirmed_in_time'")
  expect(await service.reconcile()).toMatchObject({ paid: 1 })
  expect((await service.ask(CHEAP_CALL, payment)).status).toBe(200)
})

test('a transfer that another sent in our place is found on the chain', async () => {
  const payment = signed(world)
  const step = async (what: string) => {
    if (what === 'settle') world.transfer(payment, CONFIG)
  }
  const reply = await start({ step }).ask(CHEAP_CALL, payment)
  expect(reply.status).toBe(200)
  expect(world.listTransfers(payment)).toHaveLength(1)
})

test('a cancelled or expired authorization is refused, and never before the chain confirms it', async () => {
  const service = start()
  const cancelled = signed(world)
  world.faults.settle = ['nothing']
  await service.ask(CHEAP_CALL, cancelled)
  world.cancel(cancelled)
  expect((await service.ask(CHEAP_CALL, cancelled)).status).toBe(402)
  const over = signed(world)
  world.faults.settle = ['nothing']
  await service.ask(CHEAP_CALL, over)
  world.pass(301_000)
  world.faults.chain = ['down']
  expect((await service.ask(CHEAP_CALL, over)).status).toBe(503)
  expect((await service.ask(CHEAP_CALL, over)).status).toBe(402)
  expect(world.transfers).toEqual([])
})

/** A service with two payments whose settlement nobody heard of; one of them was cancelled since. */
async function unsettled() {
  const service = start()
  const [cancelled, late] = [signed(world), signed(world)]
  for (const payment of [cancelled, late]) {
    world.faults.settle = ['nothing']
    await service.ask(CHEAP_CALL, payment)
  }
  world.cancel(cancelled)
  return { service, cancelled, late }
}

test('an authorization that the chain has as used or expired is not settled again, and closed for that reason', async () => {
  const { service, cancelled, late } = await unsettled()
  const settled = world.calls.settle
  expect((await service.ask(CHEAP_CALL, cancelled)).status).toBe(402)
  world.pass(301_000)
  expect((await service.ask(CHEAP_CALL, late)).status).toBe(402)
  expect(world.calls.settle).toBe(settled)
  expect(await reasons(service)).toEqual([SPENT, OVER].sort())
})

test('reconciling closes used and expired payments, each for its reason', async () => {
  const { service } = await unsettled()
  world.pass(301_000)
  expect(await service.reconcile()).toMatchObject({ refused: 2 })
  expect(await reasons(service)).toEqual([SPENT, OVER].sort())
})

test('a settlement that fails after the time of the payment is refused at once', async () => {
  const payment = signed(world)
  world.faults.settle = ['fails']
  const service = start({
    step: async (what) => {
      if (what === 'settle') world.pass(301_000)
    },
  })
  expect((await service.ask(CHEAP_CALL, payment)).status).toBe(402)
  expect(await reasons(service)).toEqual([OVER])
})

const reasons = async (service: Instance) =>
  (await service.ledger.newest('refused', 9)).map((row) => row.reason).sort()

test('fifty copies at once: one verdict, one answer made, one settlement, fifty equal answers', async () => {
  const payment = signed(world)
  const service = start({ step: () => new Promise((resolve) => setImmediate(resolve)) })
  const replies = await Promise.all(Array.from({ length: 50 }, () => service.ask(CHEAP_CALL, payment)))
  expect(
    new Set(replies.map((reply) => JSON.stringify([reply.status, reply.headers, parseBody(reply)]))).size,
  ).toBe(1)
  expect(logged).toEqual([])
  expect(replies[0]?.status).toBe(200)
  expect(world.calls).toEqual({ verify: 1, unsettled: 1, settle: 1, chain: 1 })
  expect(made).toHaveLength(1)
  expect(outcomes.filter((outcome) => outcome.startsWith('first'))).toHaveLength(1)
})

test('fifty copies with a facilitator that is down are 503 all, after one try', async () => {
  const payment = signed(world)
  world.faults.verify = ['down']
  const service = start({ step: () => new Promise((resolve) => setImmediate(resolve)) })
  const replies = await Promise.all(Array.from({ length: 50 }, () => service.ask(CHEAP_CALL, payment)))
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([503]))
  expect(world.calls.verify).toBe(1)
})

test('two hundred payments at once are two hundred settlements', async () => {
  const payments = Array.from({ length: 200 }, () => signed(world))
  const service = start({ step: () => new Promise((resolve) => setImmediate(resolve)) })
  const replies = await Promise.all(payments.map((payment) => service.ask(CHEAP_CALL, payment)))
  expect(replies.every(({ status }) => status === 200)).toBe(true)
  expect(world.transfers).toHaveLength(200)
})

// The statements before it: look for the id and the payment, claim the payment and the id, take a place, count those
// of the payer, keep the answer, note that it is paid.
const BOOKED = 9

test('a store that is away is 503 until the payment is booked, and nothing moves that is not recorded', async () => {
  for (let failing = 1; failing <= BOOKED; failing += 1) {
    const payment = signed(world)
    let statements = 0
    const count = () => {
      statements += 1
      if (statements >= failing) throw new StoreUnavailable('away')
    }
    const db: StateDatabase = {
      ...store.db,
      all: async (sql, values) => {
        count()
        return store.db.all(sql, values)
      },
      run: async (sql, values) => {
        count()
        return store.db.run(sql, values)
      },
    }
    const reply = await start({ db }).ask(CHEAP_CALL, payment)
    expect([failing, reply.status]).toEqual([failing, failing < BOOKED ? 503 : 200])
    if (failing < BOOKED) expect(parseBody(reply).error).toBe('payments_unavailable')
    expect(world.listTransfers(payment)).toHaveLength(failing < BOOKED - 1 ? 0 : 1)
    world.pass(61_000)
    expect([failing, (await start().ask(CHEAP_CALL, payment)).status]).toEqual([failing, 200])
    expect(world.listTransfers(payment)).toHaveLength(1)
  }
})

test('reconciling closes what is open, and settles nothing', async () => {
  const service = start()
  const [lost, nothing] = [signed(world), signed(world)]
  world.faults.settle = ['lost', 'nothing']
  await service.ask(CHEAP_CALL, lost)
  await service.ask(CHEAP_CALL, nothing)
  const crashed = signed(world)
  const stopped = start({ step: (what) => (what === 'verify' ? new Promise(() => {}) : Promise.resolve()) })
  stopped.ask(CHEAP_CALL, crashed)
  await new Promise((resolve) => setTimeout(resolve, 20))
  world.pass(61_000)
  world.faults.chain = ['down']
  expect(await service.reconcile()).toEqual({ paid: 0, refused: 0, released: 1, left: 1, unread: 1 })
  expect(await service.reconcile()).toMatchObject({ paid: 1, left: 1 })
  expect(world.transfers).toHaveLength(1)
  world.pass(300_000)
  expect(await service.reconcile()).toEqual({ paid: 0, refused: 1, released: 0, left: 0, unread: 0 })
  expect((await service.ask(CHEAP_CALL, lost)).status).toBe(200)
  expect((await service.ask(CHEAP_CALL, nothing)).status).toBe(402)
})

test('no signature, body or key is in an error, a log line or an outcome that is told', async () => {
  const payment = signed(world)
  world.faults.settle = ['nothing']
  const reply = await start().ask(CHEAP_CALL, payment)
  const said = JSON.stringify([parseBody(reply), outcomes, logged.map(String)])
  expect(said).not.toContain(payment.signature.slice(2, 40))
})
