import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Payment } from '../../../serving/service/payments/payment.ts'
import {
  CHEAP_CALL,
  CHEAP_PRICE,
  createAsk,
  type Instance,
  type InstanceOptions,
  parseBody,
  parseReceipt,
  SAME_PRICE_CALL,
  signed,
  sqliteStore,
  startInstance,
  toPayload,
  USUAL_CALL,
  USUAL_PRICE,
} from './paid_world.ts'
import { TokenWorld } from './token_world.ts'

let store: Awaited<ReturnType<typeof sqliteStore>>
let world: TokenWorld
let made: string[]

beforeEach(async () => {
  store = await sqliteStore()
  world = new TokenWorld()
  made = []
})
afterEach(() => store.close())

const start = (more: Partial<InstanceOptions> = {}): Instance =>
  startInstance({ ...{ world, db: store.db, made }, ...more })

/** Lets calls that are made at once meet. */
const interleaved = { step: () => new Promise<void>((resolve) => setImmediate(resolve)) }

const ID = 'order_0123456789abcdef'
const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

/** The same payer's signature over another nonce. */
function signedAnew(payment: Payment, more: Partial<Payment['authorization']> = {}): Payment {
  const nonce = `0x${randomUUID().replaceAll('-', '').padStart(64, '0')}`
  const times = { validAfter: String(world.seconds - 600), validBefore: String(world.seconds + 300) }
  const authorization = { ...payment.authorization, ...times, nonce, ...more }
  const signature = `0x${randomUUID().replaceAll('-', '').padStart(130, '1')}`
  return { ...payment, authorization, signature, payload: { signature, authorization } }
}

const withId = (payment: Payment, identifier: string | null = ID): Payment => ({ ...payment, identifier })

const toSeen = (reply: Awaited<ReturnType<Instance['ask']>>) => [
  reply.status,
  parseBody(reply),
  reply.headers,
]

describe('one id of a payer is charged once', () => {
  test('three payments in a row, each newly signed: one transfer, one answer, one receipt', async () => {
    const payment = withId(signed(world))
    const service = start()
    const replies = [await service.ask(CHEAP_CALL, payment)]
    for (let more = 0; more < 2; more += 1) replies.push(await service.ask(CHEAP_CALL, signedAnew(payment)))
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(new Set(replies.map((reply) => JSON.stringify(toSeen(reply)))).size).toBe(1)
    expect(world.transfers).toHaveLength(1)
    expect([made.length, world.calls.verify, world.calls.settle]).toEqual([1, 3, 1])
    expect(parseReceipt(replies[2] as never).transaction).toBe(world.transfers[0]?.transaction)
  })

  test('eight at once, each newly signed: one transfer, one answer', async () => {
    const payment = withId(signed(world))
    const service = start(interleaved)
    const all = [payment, ...Array.from({ length: 7 }, () => signedAnew(payment))]
    const replies = await Promise.all(all.map((payment) => service.ask(CHEAP_CALL, payment)))
    expect(new Set(replies.map((reply) => JSON.stringify(toSeen(reply)))).size).toBe(1)
    expect(replies[0]?.status).toBe(200)
    expect([world.transfers.length, world.calls.settle, made.length]).toEqual([1, 1, 1])
    world.pass(31_000)
    await service.ledger.prune()
    expect(
      await service.ledger.newest(null, 20),
      'nothing stays of those that were not charged',
    ).toHaveLength(1)
  })

  test('Idempotency-Key is the same id in a header, alone or with the extension', async () => {
    const payment = withId(signed(world), null)
    const service = start()
    const key = { 'idempotency-key': ID }
    const first = await service.ask(CHEAP_CALL, payment, key)
    expect(first.status).toBe(200)
    for (const [again, more] of [
      [signedAnew(payment), key],
      [withId(signedAnew(payment)), {}],
      [withId(signedAnew(payment)), key],
    ] as const)
      expect(toSeen(await service.ask(CHEAP_CALL, again, more))).toEqual(toSeen(first))
    expect(world.transfers).toHaveLength(1)
  })

  test('two different ids in one call are 400, and nothing is claimed', async () => {
    const service = start()
    const reply = await service.ask(CHEAP_CALL, withId(signed(world)), { 'idempotency-key': `${ID}0` })
    expect([reply.status, parseBody(reply).error]).toEqual([400, 'two_payment_identifiers'])
    expect([world.calls.verify, await service.ledger.newest(null, 1)]).toEqual([0, []])
  })

  test('over REST and A2A alike', async () => {
    const payment = withId(signed(world))
    const service = start()
    const ask = createAsk('verification_status', { handle: 'alder' })
    const first = await service.ask(CHEAP_CALL, payment)
    const over = await service.skills.pay(ask, toPayload(signedAnew(payment)), 'another-task')
    expect(over).toMatchObject({ kind: 'served', text: JSON.stringify(parseBody(first)) })
    const elsewhere = createAsk('verification_status', { handle: 'weather' })
    expect(await service.skills.pay(elsewhere, toPayload(signedAnew(payment)), 'a-third')).toMatchObject({
      kind: 'failed',
      code: 'DUPLICATE_NONCE',
      message: expect.stringContaining('was not charged'),
    })
    const header = createAsk('verification_status', { handle: 'alder' }, { 'idempotency-key': `${ID}0` })
    expect(await service.skills.pay(header, toPayload(signedAnew(payment)), 'a-fourth')).toMatchObject({
      kind: 'failed',
      code: 'INVALID_REQUEST',
    })
    expect(world.transfers).toHaveLength(1)
  })

  test('two payments for one task of A2A at once are one charge', async () => {
    const service = start(interleaved)
    const payment = withId(signed(world), null)
    const ask = createAsk('verification_status', { handle: 'alder' })
    const paid = await Promise.all(
      [payment, signedAnew(payment)].map((payment) =>
        service.skills.pay(ask, toPayload(payment), 'one-task'),
      ),
    )
    expect(paid[0]).toEqual(paid[1])
    expect([paid[0]?.kind, world.transfers.length]).toEqual(['served', 1])
  })
})

describe('anything else with the id is 409 and not charged', () => {
  const conflict = async (service: Instance, target: string, payment: Payment) => {
    const reply = await service.ask(target, payment)
    expect([target, reply.status, parseBody(reply).error]).toEqual([
      target,
      409,
      'payment_identifier_conflict',
    ])
    expect(reply.headers['cache-control']).toBe('no-store')
  }

  test('another resource, another agent, another price', async () => {
    const payment = withId(signed(world, USUAL_PRICE))
    const service = start()
    await service.ask(USUAL_CALL, payment)
    await conflict(service, SAME_PRICE_CALL, signedAnew(payment))
    await conflict(service, '/api/agent/weather/history', signedAnew(payment))
    await conflict(service, USUAL_CALL, signedAnew(payment, { value: '30000' }))
    await conflict(service, USUAL_CALL, signedAnew(payment, { to: `0x${'c'.repeat(40)}` }))
    const cheap = { accepted: payment.accepted && { ...payment.accepted, amount: String(CHEAP_PRICE) } }
    await conflict(service, CHEAP_CALL, { ...signedAnew(payment, { value: String(CHEAP_PRICE) }), ...cheap })
    expect([world.transfers.length, world.calls.verify]).toEqual([1, 1])
  })

  test('the same call again after ten minutes, for a day; then the id is free', async () => {
    const payment = withId(signed(world))
    const service = start()
    await service.ask(CHEAP_CALL, payment)
    world.pass(10 * MINUTE_MS - 1_000)
    expect((await service.ask(CHEAP_CALL, signedAnew(payment))).status).toBe(200)
    world.pass(1_000)
    await conflict(service, CHEAP_CALL, signedAnew(payment))
    world.pass(DAY_MS - 10 * MINUTE_MS - 1_000)
    await service.ledger.prune()
    await conflict(service, CHEAP_CALL, signedAnew(payment))
    world.pass(1_000)
    await service.ledger.prune()
    expect((await service.ask(CHEAP_CALL, signedAnew(payment))).status).toBe(200)
    expect(world.transfers).toHaveLength(2)
    expect((await service.ask(CHEAP_CALL, payment)).status, 'a nonce buys once, for ever').toBe(409)
  })

  test('the answer is dropped when its time is over, and the books stay', async () => {
    const payment = withId(signed(world))
    const service = start()
    await service.ask(CHEAP_CALL, payment)
    world.pass(12 * MINUTE_MS)
    await service.ledger.prune()
    expect(await store.db.all('select state, body, amount from payments')).toEqual([
      { state: 'served', body: null, amount: '5000' },
    ])
  })

  test('in progress, with another id than the payment came with', async () => {
    const payment = withId(signed(world))
    const service = start(interleaved)
    const [first, other] = await Promise.all(
      [payment, withId(payment, `${ID}_other`)].map((payment) => service.ask(CHEAP_CALL, payment)),
    )
    expect([first?.status, other?.status].sort()).toEqual([200, 409])
    expect(world.transfers).toHaveLength(1)
  })
})

describe('an id is its payer’s', () => {
  test('ids of different payers never meet', async () => {
    const service = start()
    const replies = []
    for (const target of [CHEAP_CALL, CHEAP_CALL])
      replies.push(await service.ask(target, withId(signed(world))))
    expect(replies.map((reply) => [reply.status, parseBody(reply).made])).toEqual([
      [200, 1],
      [200, 2],
    ])
    expect(world.transfers).toHaveLength(2)
  })

  test('a stranger who names the payer gets nothing, and takes no id', async () => {
    const payment = withId(signed(world))
    const service = start(interleaved)
    const forged = () => ({ ...signedAnew(payment), signature: `0xbad${'0'.repeat(127)}` })
    const before = await service.ask(USUAL_CALL, { ...forged(), ...otherPrice(payment, USUAL_PRICE) })
    expect(before.status).toBe(402)
    const [owner, stranger] = await Promise.all([
      service.ask(CHEAP_CALL, payment),
      service.ask(CHEAP_CALL, forged()),
    ])
    expect([owner.status, stranger.status]).toEqual([200, 402])
    expect((await service.ask(CHEAP_CALL, forged())).status).toBe(402)
    expect(world.transfers).toHaveLength(1)
  })

  const otherPrice = (payment: Payment, value: bigint) => ({
    accepted: payment.accepted && { ...payment.accepted, amount: String(value) },
    authorization: { ...signedAnew(payment).authorization, value: String(value) },
  })
})

describe('the id of a payment that came to nothing', () => {
  test('is free for the next one when the first was refused, or could not be answered', async () => {
    const payment = withId(signed(world))
    world.fund(payment.authorization.from, 0n)
    const service = start()
    expect((await service.ask(CHEAP_CALL, payment)).status).toBe(402)
    world.fund(payment.authorization.from, CHEAP_PRICE)
    const broken = {
      verification_status: () => {
        throw new Error('broken')
      },
    }
    expect((await start({ bodies: broken }).ask(CHEAP_CALL, signedAnew(payment))).status).toBe(500)
    expect((await service.ask(CHEAP_CALL, signedAnew(payment))).status).toBe(200)
    expect(world.transfers).toHaveLength(1)
  })

  test('waits while money may have moved, and is answered as soon as the chain shows it', async () => {
    const payment = withId(signed(world))
    const service = start()
    world.faults.settle = ['late']
    expect((await service.ask(CHEAP_CALL, payment)).status).toBe(503)
    const pending = await service.ask(CHEAP_CALL, signedAnew(payment))
    expect([pending.status, parseBody(pending).error]).toEqual([503, 'payment_pending'])
    expect(pending.headers['retry-after']).toBeDefined()
    world.pass(15_000)
    const again = await service.ask(CHEAP_CALL, signedAnew(payment))
    expect([again.status, parseReceipt(again).transaction]).toEqual([200, world.transfers[0]?.transaction])
    expect(world.transfers).toHaveLength(1)
    expect(toSeen(await service.ask(CHEAP_CALL, payment))).toEqual(toSeen(again))
  })

  test('is free once the first can move nothing any more', async () => {
    const payment = withId(signed(world))
    const service = start()
    world.faults.settle = ['nothing']
    await service.ask(CHEAP_CALL, payment)
    world.pass(301_000)
    const next = signedAnew(payment)
    expect((await service.ask(CHEAP_CALL, next)).status).toBe(200)
    expect(world.listTransfers(next)).toHaveLength(1)
    expect(world.transfers).toHaveLength(1)
  })

  test('killed at any step, another signature with the id after the lease: charged once', async () => {
    let isOver = false
    for (let deathAt = 0; !isOver; deathAt += 1) {
      const ledgerStore = await sqliteStore()
      const own = new TokenWorld()
      const payment = withId(signed(own, CHEAP_PRICE, { nonce: `0x${'5'.padStart(64, '0')}` }))
      let steps = 0
      const db = ledgerStore.db
      const doomed = startInstance({
        ...{ world: own, db, made: [] },
        async step() {
          steps += 1
          if (steps > deathAt) throw new Error('killed')
        },
      })
      await doomed.ask(CHEAP_CALL, payment)
      isOver = steps <= deathAt
      const next = {
        ...payment,
        authorization: { ...payment.authorization, nonce: `0x${'6'.padStart(64, '0')}` },
      }
      const restarted = startInstance({ world: own, db, made: [] })
      const atOnce = await restarted.ask(CHEAP_CALL, next)
      expect([deathAt, atOnce.status]).toEqual([deathAt, expect.toBeOneOf([200, 503])])
      own.pass(61_000)
      const later = await restarted.ask(CHEAP_CALL, next)
      expect([deathAt, later.status]).toEqual([deathAt, expect.toBeOneOf([200, 503])])
      // Sent to be settled, for all that the ledger knows: until its time is over nothing else may be charged.
      own.pass(300_000)
      if (later.status === 503) {
        expect(own.transfers).toHaveLength(0)
        const last = {
          ...next,
          authorization: {
            ...next.authorization,
            nonce: `0x${'7'.padStart(64, '0')}`,
            validBefore: String(own.seconds + 300),
          },
        }
        expect([deathAt, (await restarted.ask(CHEAP_CALL, last)).status]).toEqual([deathAt, 200])
      }
      expect([deathAt, own.transfers.length]).toEqual([deathAt, 1])
      await ledgerStore.close()
    }
  })
})
