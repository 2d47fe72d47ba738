import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Payment } from '../../../serving/service/payments/payment.ts'
import {
  CHEAP_CALL,
  createAsk,
  type Instance,
  type InstanceOptions,
  parseBody,
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
  startInstance({ world, db: store.db, made, ...more })

/** The public part of a payment on the chain: its authorization and its signature. */
const onChain = (payment: Payment): Payment => ({ ...payment, identifier: null })

const REUSED_REPLY = [409, 'payment_reused']
const CUT_OFF = [429, 'too_many_tries']

describe('a reader of the chain', () => {
  test('gets no answer for the payment of another, whatever it asks, and learns nothing from the refusals', async () => {
    const payment = signed(world, USUAL_PRICE)
    const service = start()
    expect((await service.ask(USUAL_CALL, payment)).status).toBe(200)
    const replies = []
    for (const target of [
      USUAL_CALL,
      SAME_PRICE_CALL,
      '/api/agent/weather/history',
      '/api/agent/nobody/history',
    ])
      replies.push(await service.ask(target, onChain(payment)))
    expect(replies.map((reply) => [reply.status, parseBody(reply).error])).toEqual(
      replies.map(() => REUSED_REPLY),
    )
    expect(new Set(replies.map((reply) => JSON.stringify([reply.headers, parseBody(reply)]))).size).toBe(1)
  })

  test('is cut off after five tries with one payment, and its sender is not', async () => {
    const payment = signed(world, USUAL_PRICE)
    const service = start()
    const first = await service.ask(USUAL_CALL, payment)
    const seen = []
    for (let tries = 0; tries < 12; tries += 1) {
      const reply = await service.ask(USUAL_CALL, onChain(payment))
      seen.push([reply.status, parseBody(reply).error])
    }
    expect(seen).toEqual([...Array(5).fill(REUSED_REPLY), ...Array(7).fill(CUT_OFF)])
    expect(await service.ask(USUAL_CALL, payment)).toEqual(first)
  })

  test('gets none while the payment is being settled, nor while its outcome is open', async () => {
    const payment = signed(world, USUAL_PRICE)
    let during: Promise<unknown> | null = null
    const service = start({
      step: async (what) => {
        if (what === 'moved')
          during ??= start()
            .ask(USUAL_CALL, onChain(payment))
            .then(({ status }) => status)
      },
    })
    world.faults.settle = ['lost']
    expect((await service.ask(USUAL_CALL, payment)).status).toBe(503)
    expect(await during).toBe(409)
    world.faults.chain = ['down']
    expect((await service.ask(USUAL_CALL, onChain(payment))).status).toBe(409)
    expect((await service.ask(USUAL_CALL, onChain(payment))).status).toBe(409)
    expect((await service.ask(USUAL_CALL, payment)).status).toBe(200)
    expect(made).toHaveLength(1)
  })

  test('gets none through a task of its own, and the task that was paid is answered again', async () => {
    const { identifier: _, ...payment } = signed(world, USUAL_PRICE)
    const { skills, ask } = start()
    const wanted = createAsk('agent_history', { handle: 'alder' })
    const payload = toPayload({ ...payment, identifier: null })
    const first = await skills.pay(wanted, payload, 'task-of-the-victim')
    expect(first.kind).toBe('served')
    expect(await skills.pay(wanted, payload, 'task-of-the-reader')).toMatchObject({ code: 'DUPLICATE_NONCE' })
    expect((await ask(USUAL_CALL, { ...payment, identifier: null })).status).toBe(409)
    expect(await skills.pay(wanted, payload, 'task-of-the-victim')).toEqual(first)
  })

  test('gets none with a guess, or with the token of another payment', async () => {
    const [payment, other] = [signed(world, USUAL_PRICE), signed(world, USUAL_PRICE)]
    const service = start()
    await service.ask(USUAL_CALL, payment)
    const { headers } = await service.ask(USUAL_CALL, other)
    const guesses = [
      [{ ...payment, identifier: 'pay_guess_guess_guess' }, {}],
      [onChain(payment), { 'idempotency-key': 'pay_guess_guess_guess' }],
      [onChain(payment), { 'payment-retry-token': headers['payment-retry-token'] ?? '' }],
      [onChain(payment), { 'payment-retry-token': 'é' }],
    ] as const
    for (const [sent, more] of guesses) expect((await service.ask(USUAL_CALL, sent, more)).status).toBe(409)
  })
})

describe('the sender of a payment', () => {
  test('is answered again by its idempotency key, or by the token of the answer', async () => {
    const payment = onChain(signed(world, USUAL_PRICE))
    const key = { 'idempotency-key': '7d5d747b-e160-e280-504c-099d984bcfe0' }
    const service = start()
    const first = await service.ask(USUAL_CALL, payment, key)
    expect(first.status).toBe(200)
    expect(await service.ask(USUAL_CALL, payment, key)).toEqual(first)
    const token = { 'payment-retry-token': first.headers['payment-retry-token'] ?? '' }
    expect(await start().ask(USUAL_CALL, payment, token)).toEqual(first)
    expect((await service.ask(SAME_PRICE_CALL, payment, token)).status).toBe(409)
  })

  test('with a key that could be guessed is told so, and not charged', async () => {
    const reply = await start().ask(CHEAP_CALL, signed(world), { 'idempotency-key': '1' })
    expect([reply.status, parseBody(reply).error]).toEqual([402, expect.stringContaining('Idempotency-Key')])
    expect(world.calls.verify).toBe(0)
  })

  test('gets a token with an open outcome, and the answer by it', async () => {
    const payment = onChain(signed(world, USUAL_PRICE))
    world.faults.settle = ['lost']
    const service = start()
    const { status, headers } = await service.ask(USUAL_CALL, payment)
    expect(status).toBe(503)
    const token = { 'payment-retry-token': headers['payment-retry-token'] ?? '' }
    expect((await service.ask(USUAL_CALL, payment)).status).toBe(409)
    expect((await service.ask(USUAL_CALL, payment, token)).status).toBe(200)
  })

  test('needs no proof while the chain shows nothing of its payment', async () => {
    const payment = onChain(signed(world, USUAL_PRICE))
    world.faults.settle = ['nothing']
    const service = start()
    expect((await service.ask(USUAL_CALL, payment)).status).toBe(503)
    expect((await service.ask(USUAL_CALL, payment)).status).toBe(200)
    expect(world.listTransfers(payment)).toHaveLength(1)
  })

  test('may send copies at once without any proof: all came before the settlement', async () => {
    const payment = onChain(signed(world, USUAL_PRICE))
    const service = start({ step: () => new Promise((resolve) => setImmediate(resolve)) })
    const replies = await Promise.all(Array.from({ length: 50 }, () => service.ask(USUAL_CALL, payment)))
    expect(new Set(replies.map((reply) => JSON.stringify([reply.status, parseBody(reply)]))).size).toBe(1)
    expect(replies[0]?.status).toBe(200)
    expect(world.calls.settle).toBe(1)
  })

  test('that comes back late to a payment that was never answered is still served', async () => {
    const payment = signed(world, USUAL_PRICE)
    world.faults.settle = ['lost']
    const service = start()
    expect((await service.ask(USUAL_CALL, payment)).status).toBe(503)
    expect(await service.reconcile()).toMatchObject({ paid: 1 })
    world.pass(86_400_000)
    expect((await service.ask(USUAL_CALL, payment)).status).toBe(200)
  })
})
