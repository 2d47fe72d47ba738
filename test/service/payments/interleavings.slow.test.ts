import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Reply } from '../../../core/interface/reply.ts'
import type { Payment } from '../../../serving/service/payments/payment.ts'
import { StoreUnavailable } from '../../../serving/service/store/database.ts'
import {
  parseBody,
  SAME_PRICE_CALL,
  signed,
  sqliteStore,
  startInstance,
  USUAL_CALL,
  USUAL_PRICE,
} from './paid_world.ts'
import { type Faults, TokenWorld } from './token_world.ts'

let store: Awaited<ReturnType<typeof sqliteStore>>
beforeAll(async () => {
  store = await sqliteStore()
})
afterAll(() => store.close())

const TARGETS = [USUAL_CALL, SAME_PRICE_CALL]

interface Sent {
  payment: number
  target: number
  instance: number
}

interface PaymentReply extends Sent {
  status: number
  body: string
  /**
   * Settlements at the time of the answer; `isOnItsWay` is true if it could still move though the facilitator had
   * failed it.
   */
  moved: number
  isOnItsWay: boolean
}

interface Plan {
  sent: Sent[]
  faults: Faults
  /** The step at which the first of the two instances dies; steps lie before and after each statement and call. */
  deathAt: number | null
  /** Statements that fail, some before they are done and some after. */
  storeFaults: number[]
  leaseMs: number
  stepMs: number
}

const plan: fc.Arbitrary<Plan> = fc.record({
  sent: fc.array(
    fc.record({
      payment: fc.nat({ max: 1 }),
      // Mostly the same call, as retries are.
      target: fc.oneof({ weight: 5, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.constant(1) }),
      instance: fc.nat({ max: 1 }),
    }),
    { minLength: 1, maxLength: 6 },
  ),
  faults: fc.record({
    verify: fc.array(fc.constantFrom('ok', 'down'), { maxLength: 3 }),
    settle: fc.array(fc.constantFrom('ok', 'fails', 'nothing', 'lost', 'late'), { maxLength: 4 }),
    chain: fc.array(fc.constantFrom('ok', 'down'), { maxLength: 3 }),
  }),
  deathAt: fc.option(fc.nat({ max: 40 })),
  storeFaults: fc.array(fc.nat({ max: 60 }), { maxLength: 2 }),
  leaseMs: fc.constantFrom(60_000, 200),
  stepMs: fc.constantFrom(0, 20),
})

/** Lets two instances answer the calls of a plan at once, their steps in the order of the scheduler. */
async function play(
  world: TokenWorld,
  payments: Payment[],
  plan: Plan,
  scheduler: fc.Scheduler,
  made: string[],
) {
  let steps = 0
  const instances = [0, 1].map((number) =>
    startInstance({
      ...{ world, db: store.db, made, leaseMs: plan.leaseMs },
      async step(what) {
        const step = steps++
        await scheduler.schedule(Promise.resolve(), what)
        world.pass(plan.stepMs)
        if (number === 0 && plan.deathAt !== null && step >= plan.deathAt) throw new Error('killed')
        if (plan.storeFaults.includes(step) && /^(before|after) /.test(what))
          throw new StoreUnavailable('away')
      },
    }),
  )
  const answered: PaymentReply[] = []
  const answers = plan.sent.map(async (sent) => {
    const payment = payments[sent.payment] as Payment
    const reply = await instances[sent.instance]?.ask(TARGETS[sent.target] ?? '', payment)
    const isDead = sent.instance === 0 && plan.deathAt !== null && steps > plan.deathAt
    if (reply && !isDead) answered.push({ ...sent, ...toSeen(reply, world, payment) })
  })
  await scheduler.waitFor(Promise.all(answers))
  return answered
}

const toSeen = (reply: Reply, world: TokenWorld, payment: Payment) => ({
  status: reply.status,
  body: JSON.stringify(parseBody(reply)),
  moved: world.listTransfers(payment).length,
  isOnItsWay: world.mayStillMove(payment),
})

/** Requires the invariants of a payment once all is calm again. */
async function settleAccounts(world: TokenWorld, payment: Payment, answered: PaymentReply[], made: string[]) {
  world.faults = { verify: [], settle: [], chain: [] }
  world.pass(61_000)
  const service = startInstance({ world, db: store.db, made })
  const bought = new Set(
    answered.filter(({ status }) => status === 200).map(({ target, body }) => `${target} ${body}`),
  )
  expect(bought.size, 'one payment, one answer').toBeLessThanOrEqual(1)
  for (const { status, moved, isOnItsWay } of answered) {
    if (status === 200) expect(moved, 'served is paid').toBe(1)
    if (status === 402) expect([moved, isOnItsWay], 'refused is not paid').toEqual([0, false])
    expect([200, 402, 409, 503]).toContain(status)
  }
  const hadMoved = world.listTransfers(payment).length === 1
  const row = await service.ledger.find(ledgerKey(payment))
  expect(hadMoved && row === null, 'what moved is in the ledger').toBe(false)
  const own = TARGETS.findIndex((target) => row?.request === `GET ${target}`)
  if (row !== null) {
    const other = await service.ask(TARGETS[1 - own] ?? '', payment)
    expect(other.status, 'it buys nothing else').toBe(409)
  }
  const retried = await service.ask(TARGETS[Math.max(own, 0)] ?? '', payment)
  if (hadMoved) expect(retried.status, 'what was paid is served').toBe(200)
  if (retried.status === 200) {
    expect(world.listTransfers(payment)).toHaveLength(1)
    for (const first of bought) expect(`${own} ${JSON.stringify(parseBody(retried))}`).toBe(first)
  }
  expect(world.balance(payment.authorization.from)).toBe(
    1_000_000n - USUAL_PRICE * BigInt(world.listTransfers(payment).length),
  )
}

/** Requires that the ledger equals the chain once no payment can move any more. */
async function closeBooks(world: TokenWorld, payment: Payment) {
  const service = startInstance({ world, db: store.db, made: [] })
  await service.reconcile()
  const closed = await service.ledger.find(ledgerKey(payment))
  const isBooked = closed?.state === 'settled' || closed?.state === 'served'
  expect(
    closed === null || isBooked === (world.listTransfers(payment).length === 1),
    'the ledger is right',
  ).toBe(true)
  if (closed !== null) expect(['served', 'settled', 'refused']).toContain(closed.state)
}

const ledgerKey = ({ accepted, authorization }: Payment) => ({
  network: 'eip155:8453',
  asset: accepted?.asset.toLowerCase() ?? '',
  payer: authorization.from,
  nonce: authorization.nonce,
})

test('whatever happens in whatever order, it is paid once, served as paid, and lost to nobody', async () => {
  await fc.assert(
    fc.asyncProperty(plan, fc.scheduler(), async (plan, scheduler) => {
      const world = new TokenWorld()
      world.faults = structuredClone(plan.faults)
      const payments = [signed(world, USUAL_PRICE), signed(world, USUAL_PRICE)]
      const made: string[] = []
      const answered = await play(world, payments, plan, scheduler, made)
      const isQuiet = plan.deathAt === null && plan.storeFaults.length === 0 && plan.leaseMs > 20_000
      for (const [at, payment] of payments.entries()) {
        await settleAccounts(
          world,
          payment,
          answered.filter((answered) => answered.payment === at),
          made,
        )
      }
      world.pass(1_000_000)
      for (const payment of payments) await closeBooks(world, payment)
      if (isQuiet) expect(made.length, 'no answer is made twice').toBeLessThanOrEqual(payments.length)
    }),
    { numRuns: Number(process.env.PAYMENT_RUNS ?? 100) },
  )
})

test('killed between any two steps, restarted and asked again: paid once, served once', async () => {
  let isOver = false
  for (let deathAt = 0; !isOver; deathAt += 1) {
    const world = new TokenWorld()
    const payment = signed(world, USUAL_PRICE)
    const made: string[] = []
    let steps = 0
    const doomed = startInstance({
      ...{ world, db: store.db, made },
      async step() {
        steps += 1
        if (steps > deathAt) throw new Error('killed')
      },
    })
    const first = await doomed.ask(USUAL_CALL, payment)
    isOver = steps <= deathAt
    expect(first.status === 200 || !isOver).toBe(true)
    const restarted = startInstance({ world, db: store.db, made })
    const atOnce = await restarted.ask(USUAL_CALL, payment)
    expect([200, 503], `at step ${deathAt}`).toContain(atOnce.status)
    world.pass(61_000)
    await restarted.reconcile()
    const reply = await restarted.ask(USUAL_CALL, payment)
    expect([deathAt, reply.status]).toEqual([deathAt, 200])
    expect([deathAt, world.transfers.length]).toEqual([deathAt, 1])
    if (atOnce.status === 200) expect(parseBody(atOnce)).toEqual(parseBody(reply))
    expect((await restarted.ask(SAME_PRICE_CALL, payment)).status).toBe(409)
  }
})
