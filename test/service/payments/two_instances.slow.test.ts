import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Payment } from '../../../serving/service/payments/payment.ts'
import { MAX_OPEN_PAYMENTS } from '../../../serving/service/payments/payment_slots.ts'
import type { StateDatabase } from '../../../serving/service/store/database.ts'
import { openStore } from '../../../serving/service/store/open.ts'
import { type PostgresServer, startPostgres } from '../postgres.ts'
import { checkLedger } from './ledger_contract.ts'
import {
  type Instance,
  parseBody,
  SAME_PRICE_CALL,
  signed,
  startInstance,
  USUAL_CALL,
  USUAL_PRICE,
} from './paid_world.ts'
import { type SettleFault, TokenWorld } from './token_world.ts'

const CALLERS = 40

const postgres: PostgresServer | null = await startPostgres()
const isThere = postgres !== null
let stores: StateDatabase[] = []

beforeAll(async () => {
  const databaseUrl = postgres?.url ?? null
  if (databaseUrl !== null)
    stores = await Promise.all([0, 1].map(() => openStore({ stateFile: '', databaseUrl })))
})
afterAll(async () => {
  await Promise.all(stores.map((db) => db.close()))
  await postgres?.close()
})

const title = (text: string) => (isThere ? text : `${text} (left out: no PostgreSQL is installed)`)

function startTwo(world: TokenWorld, made: string[]): Instance[] {
  // External calls take a moment, so that the callers overlap.
  const step = async (what: string) => {
    if (!/^(before|after) /.test(what)) await sleep(5)
  }
  return stores.map((db) =>
    startInstance({ world, db, made, step, leaseMs: 600_000, sleep: (ms) => sleep(ms) }),
  )
}

test.skipIf(!isThere)(title('a ledger in PostgreSQL keeps its promises'), async () => {
  await checkLedger(stores[0] as StateDatabase)
})

test.skipIf(!isThere)(
  title('two services on one PostgreSQL, 40 callers with one payment: charged once, served alike'),
  async () => {
    const world = new TokenWorld()
    const made: string[] = []
    const instances = startTwo(world, made)
    const payment = signed(world, USUAL_PRICE)
    const payInstance = (caller: number) => instances[caller % 2]?.ask(USUAL_CALL, payment)
    const replies = await Promise.all(Array.from({ length: CALLERS }, (_, caller) => payInstance(caller)))
    expect(
      new Set(replies.map((reply) => reply && JSON.stringify([reply.status, parseBody(reply)]))).size,
    ).toBe(1)
    expect(replies[0]?.status).toBe(200)
    expect(world.calls).toEqual({ verify: 1, unsettled: 1, settle: 1, chain: 1 })
    expect(made).toHaveLength(1)
    expect((await instances[1]?.ask(SAME_PRICE_CALL, payment))?.status).toBe(409)
  },
)

test.skipIf(!isThere)(
  title('forty payments, each sent to both and again, with faults of every kind: each is paid at most once'),
  async () => {
    const world = new TokenWorld()
    const kinds: SettleFault[] = ['ok', 'lost', 'nothing', 'fails', 'late']
    world.faults.settle = Array.from({ length: CALLERS }, (_, at) => kinds[at % kinds.length] ?? 'ok')
    world.faults.verify = ['down', 'ok', 'ok', 'down']
    world.faults.chain = ['ok', 'down']
    const instances = startTwo(world, [])
    const payments = Array.from({ length: CALLERS }, () => signed(world, USUAL_PRICE))
    const payBoth = (payment: Payment) =>
      Promise.all(instances.map((instance) => instance.ask(USUAL_CALL, payment)))
    for (const replies of await Promise.all(payments.map(payBoth)))
      for (const { status } of replies) expect([200, 503]).toContain(status)
    world.pass(15_000)
    world.faults = { verify: [], settle: [], chain: [] }
    const again = await Promise.all(payments.map(payBoth))
    expect(new Set(again.flat().map(({ status }) => status))).toEqual(new Set([200]))
    for (const [first, second] of again)
      expect(first && parseBody(first)).toEqual(second && parseBody(second))
    expect(world.transfers).toHaveLength(CALLERS)
    for (const payment of payments)
      expect(world.balance(payment.authorization.from)).toBe(1_000_000n - USUAL_PRICE)
    expect(await instances[0]?.ledger.newest('served', 100)).toHaveLength(CALLERS + 2)
    expect(await instances[0]?.reconcile()).toMatchObject({ paid: 0, left: 0, unread: 0 })
  },
)

/** Another signature of the same payer. */
function signedAnew(payment: Payment, at: number): Payment {
  const nonce = `0x${at.toString(16).padStart(64, 'b')}`
  const authorization = { ...payment.authorization, nonce }
  return { ...payment, authorization, payload: { signature: payment.signature, authorization } }
}

test.skipIf(!isThere)(
  title('forty signatures with one id, at two services at once: charged once, served alike'),
  async () => {
    const world = new TokenWorld()
    const made: string[] = []
    const instances = startTwo(world, made)
    const payment = signed(world, USUAL_PRICE)
    const replies = await Promise.all(
      Array.from({ length: CALLERS }, (_, at) => instances[at % 2]?.ask(USUAL_CALL, signedAnew(payment, at))),
    )
    const seen = replies.map(
      (reply) => reply && JSON.stringify([reply.status, parseBody(reply), reply.headers]),
    )
    expect(new Set(seen).size).toBe(1)
    expect([replies[0]?.status, world.transfers.length, made.length]).toEqual([200, 1, 1])
    const elsewhere = await instances[1]?.ask(SAME_PRICE_CALL, signedAnew(payment, CALLERS))
    expect(elsewhere?.status).toBe(409)
  },
)

test.skipIf(!isThere)(
  title('forty payments of one payer that never settle, at two services at once: eight are kept'),
  async () => {
    const world = new TokenWorld()
    world.faults.settle = Array.from({ length: CALLERS }, () => 'nothing' as const)
    const begun = performance.now()
    const at = world.ms
    // Faster than the real clock, so that nobody waits for long.
    const quick = async (ms: number) => {
      await sleep(ms / 10)
      world.ms = at + Math.floor((performance.now() - begun) * 10)
    }
    const instances = stores.map((db) =>
      startInstance({ world, db, made: [], leaseMs: 600_000, sleep: quick }),
    )
    const payment = signed(world, USUAL_PRICE)
    const replies = await Promise.all(
      Array.from({ length: CALLERS }, (_, index) => {
        const identifier = `pay_${String(index).padStart(16, '0')}`
        return instances[index % 2]?.ask(USUAL_CALL, { ...signedAnew(payment, 100 + index), identifier })
      }),
    )
    const statuses = replies.map((reply) => reply?.status)
    expect(statuses.filter((status) => status === 503)).toHaveLength(MAX_OPEN_PAYMENTS)
    expect(statuses.filter((status) => status === 429)).toHaveLength(CALLERS - MAX_OPEN_PAYMENTS)
    const [kept] = (await stores[0]?.all<{ count: number }>(
      "select count(*) as count from payments where payer = $1 and body is not null and state = 'unknown'",
      [payment.authorization.from],
    )) ?? [{ count: null }]
    expect(kept?.count).toBe(MAX_OPEN_PAYMENTS)
  },
)

test.skipIf(!isThere)(title('a PostgreSQL that goes away and comes back loses no payment'), async () => {
  const world = new TokenWorld()
  const [service] = startTwo(world, [])
  const payment = signed(world, USUAL_PRICE)
  const killing = startInstance({
    ...{ world, db: stores[1] as StateDatabase, made: [] },
    async step(what) {
      if (what === 'moved') await postgres?.kill()
    },
  })
  const reply = await killing.ask(USUAL_CALL, payment)
  expect([reply.status, parseBody(reply).error]).toEqual([503, 'payments_unavailable'])
  expect((await service?.ask(USUAL_CALL, signed(world, USUAL_PRICE)))?.status).toBe(503)
  await postgres?.start()
  world.pass(61_000)
  const again = await service?.ask(USUAL_CALL, payment)
  expect(again?.status).toBe(200)
  expect(world.listTransfers(payment)).toHaveLength(1)
  expect(world.transfers).toHaveLength(1)
})
