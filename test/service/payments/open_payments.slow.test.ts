import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ENDPOINTS } from '../../../core/interface/endpoints.ts'
import { ChainUnavailable, type Payment } from '../../../serving/service/payments/payment.ts'
import { MAX_OPEN_PAYMENTS } from '../../../serving/service/payments/payment_slots.ts'
import { REFUSAL_LIMITS } from '../../../serving/service/payments/refusals.ts'
import { toPaymentClaim } from '../../../serving/service/payments/request.ts'
import { computeTerms } from '../../../serving/service/payments/terms.ts'
import {
  CHEAP_CALL,
  CHEAP_PRICE,
  CONFIG,
  type Instance,
  type InstanceOptions,
  parseBody,
  parseReceipt,
  signed,
  sqliteStore,
  startInstance,
} from './paid_world.ts'
import { TokenWorld } from './token_world.ts'

let store: Awaited<ReturnType<typeof sqliteStore>>
let world: TokenWorld
let made: string[]
let logged: unknown[]

beforeEach(async () => {
  store = await sqliteStore()
  world = new TokenWorld()
  made = []
  logged = []
})
afterEach(() => store.close())

const start = (more: Partial<InstanceOptions> = {}): Instance =>
  startInstance({ ...{ world, db: store.db, made, logged }, ...more })

/** Payments of one payer with this balance, each with an id of its own. */
function payments(many: number, balance: bigint): Payment[] {
  const first = signed(world)
  world.fund(first.authorization.from, balance)
  return Array.from({ length: many }, () => {
    const digits = randomUUID().replaceAll('-', '')
    const authorization = { ...first.authorization, nonce: `0x${digits.padStart(64, '0')}` }
    const signature = `0x${digits.padStart(130, '1')}`
    return { ...first, authorization, signature, payload: { signature, authorization }, identifier: digits }
  })
}

const statuses = async (service: Instance, all: Payment[]) =>
  (await Promise.all(all.map((payment) => service.ask(CHEAP_CALL, payment)))).map(({ status }) => status)

const count = (all: number[], status: number) => all.filter((number) => number === status).length

const keptAnswers = async () => (await store.db.all('select 1 from payments where body is not null')).length

/** A promise that is kept when it is opened. */
function gate() {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { opened, open: () => open() }
}

/** The claim of a payment for the cheap call. */
function claimFor(payment: Payment) {
  const endpoint = ENDPOINTS.find(({ id }) => id === 'verification_status')
  if (endpoint === undefined) throw new Error('there is no such endpoint')
  const offered = { payment, terms: computeTerms(endpoint, CONFIG), scheme: CONFIG.scheme }
  return toPaymentClaim(offered, endpoint, `GET ${CHEAP_CALL}`, { secret: payment.identifier, token: null })
}

const ROUNDS = 12
const TOGETHER_MS = 50

/**
 * Makes concurrent calls overlap, on a clock that advances when all of them sleep: ledger statements run in order, so
 * that after a few none is half done.
 */
function interleaved(): Partial<InstanceOptions> {
  const sleeping: { until: number; wake(): void }[] = []
  let isGoing = false
  const resume = async () => {
    isGoing = true
    while (sleeping.length > 0) {
      for (let round = 0; round < ROUNDS; round += 1) await store.db.all('select 1 as one')
      const next = Math.min(...sleeping.map(({ until }) => until)) + TOGETHER_MS
      world.ms = Math.max(world.ms, next)
      const due = sleeping.filter(({ until }) => until <= next)
      sleeping.splice(0, sleeping.length, ...sleeping.filter(({ until }) => until > next))
      for (const { wake } of due) wake()
    }
    isGoing = false
  }
  return {
    step: () => new Promise<void>((resolve) => setImmediate(resolve)),
    sleep: (ms) =>
      new Promise<void>((wake) => {
        sleeping.push({ until: world.ms + ms, wake })
        if (!isGoing) void resume()
      }),
  }
}

describe('payments that are valid and never settle', () => {
  test('of a balance that covers a single one, one is kept', async () => {
    world.faults.settle = Array.from({ length: 40 }, () => 'nothing' as const)
    const all = await statuses(start(interleaved()), payments(40, CHEAP_PRICE))
    expect([count(all, 503), count(all, 429)]).toEqual([1, 39])
    expect([await keptAnswers(), made.length, world.calls.settle]).toEqual([1, 1, 1])
  })

  test('of any balance, eight', async () => {
    world.faults.settle = Array.from({ length: 40 }, () => 'nothing' as const)
    const all = await statuses(start(interleaved()), payments(40, 1_000_000n))
    expect([count(all, 503), count(all, 429)]).toEqual([MAX_OPEN_PAYMENTS, 40 - MAX_OPEN_PAYMENTS])
    expect([await keptAnswers(), made.length]).toEqual([MAX_OPEN_PAYMENTS, MAX_OPEN_PAYMENTS])
  })

  test('their answers and rows go at their end, and their payer has room again', async () => {
    world.faults.settle = Array.from({ length: MAX_OPEN_PAYMENTS }, () => 'nothing' as const)
    const service = start()
    for (const payment of payments(MAX_OPEN_PAYMENTS, 1_000_000n)) await service.ask(CHEAP_CALL, payment)
    const [late] = payments(1, 1_000_000n)
    world.pass(301_000)
    expect(await service.reconcile()).toMatchObject({ refused: MAX_OPEN_PAYMENTS })
    world.pass(31_000)
    expect(await service.ledger.prune()).toBe(MAX_OPEN_PAYMENTS)
    expect(await keptAnswers()).toBe(0)
    expect(await store.db.all('select 1 from payment_slots')).toEqual([])
    const times = { validBefore: String(world.seconds + 300) }
    const payment = { ...late, authorization: { ...late?.authorization, ...times } } as Payment
    expect((await service.ask(CHEAP_CALL, payment)).status).toBe(200)
  })

  test('nor do their ids stay', async () => {
    world.faults.settle = ['nothing']
    const service = start()
    const [payment] = payments(1, 1_000_000n) as [Payment]
    await service.ask(CHEAP_CALL, payment)
    world.pass(301_000)
    await service.reconcile()
    world.pass(31_000)
    await service.ledger.prune()
    expect(await store.db.all('select 1 from payment_identifiers')).toEqual([])
  })

  test('a payment for a shared answer counts too: it is verified, and earns nothing', async () => {
    const service = start()
    const [first, ...more] = payments(REFUSAL_LIMITS.pending + 2, 1_000_000n).map((payment) => ({
      ...payment,
      identifier: 'pay_0123456789abcdef',
    })) as [Payment, ...Payment[]]
    expect((await service.ask(CHEAP_CALL, first)).status).toBe(200)
    const seen: number[] = []
    for (const payment of more) seen.push((await service.ask(CHEAP_CALL, payment)).status)
    expect([count(seen, 200), seen.at(-1)]).toEqual([REFUSAL_LIMITS.pending, 429])
    expect(world.transfers).toHaveLength(1)
  })

  test('a pending payment counts for its payer, from any address, and for its address', async () => {
    world.faults.settle = Array.from({ length: 500 }, () => 'nothing' as const)
    const service = start()
    const [payment] = payments(1, 1_000_000n) as [Payment]
    const seen: number[] = []
    for (let tries = 0; tries <= REFUSAL_LIMITS.pending; tries += 1)
      seen.push((await service.ask(CHEAP_CALL, payment)).status)
    expect([count(seen, 503), seen.at(-1)]).toEqual([REFUSAL_LIMITS.pending, 429])
  })
})

describe('an honest payer', () => {
  test('has its places, however many forged payments name it', async () => {
    const own = signed(world)
    const forged = payments(28, 0n).map((payment) => {
      const authorization = { ...payment.authorization, from: own.authorization.from }
      return { ...payment, authorization, signature: `0xbad${payment.signature.slice(5)}` }
    })
    const service = start(interleaved())
    const [reply, ...others] = await statuses(service, [own, ...forged])
    expect([reply, count(others, 402)]).toEqual([200, 28])
    expect(await store.db.all('select 1 from payment_slots')).toEqual([])
  })

  test('with forty payments at once has each served, eight at a time', async () => {
    let most = 0
    let now = 0
    const service = start({
      ...interleaved(),
      async step(what) {
        if (what === 'settle') now += 1
        most = Math.max(most, now)
        await new Promise((resolve) => setImmediate(resolve))
        if (what === 'moved') now -= 1
      },
    })
    const all = await statuses(service, payments(40, CHEAP_PRICE * 40n))
    expect(count(all, 200)).toBe(40)
    expect(most).toBeLessThanOrEqual(MAX_OPEN_PAYMENTS)
    expect(world.transfers).toHaveLength(40)
    expect(await store.db.all('select 1 from payment_slots')).toEqual([])
  })

  test('with forty at once, and money for three, has three served', async () => {
    const all = await statuses(start(interleaved()), payments(40, CHEAP_PRICE * 3n))
    expect([count(all, 200), count(all, 402)]).toEqual([3, 37])
    expect(world.transfers).toHaveLength(3)
    expect(await store.db.all('select 1 from payment_slots')).toEqual([])
  })

  test('a payer with less than the amount is refused at once', async () => {
    const [payment] = payments(1, CHEAP_PRICE - 1n) as [Payment]
    const { facilitator, chain } = world.parties(async () => {})
    const verify: typeof facilitator.verify = async () => ({
      isValid: true,
      payer: payment.authorization.from,
    })
    const reply = await start({ parties: { facilitator: { ...facilitator, verify }, chain } }).ask(
      CHEAP_CALL,
      payment,
    )
    expect([reply.status, parseBody(reply).error]).toEqual([
      402,
      expect.stringContaining('insufficient_funds'),
    ])
    expect([made, world.calls.settle]).toEqual([[], 0])
  })
})

describe('the chain decides, not the word of a facilitator', () => {
  /** A facilitator that calls everything valid and settled. */
  function believer(transaction = `0x${'9'.repeat(64)}`) {
    const { facilitator, chain } = world.parties(async () => {})
    return {
      chain,
      facilitator: {
        ...facilitator,
        verify: async (payment: Payment) => ({ isValid: true as const, payer: payment.authorization.from }),
        settle: async () => ({ outcome: 'settled' as const, transaction }),
      },
    }
  }

  test('a settlement that the chain does not show is not served, and is an alarm', async () => {
    const payment = signed(world)
    const told: string[] = []
    const service = start({ parties: believer(), told: (...counted) => told.push(counted.join(' ')) })
    const reply = await service.ask(CHEAP_CALL, payment)
    expect([reply.status, parseBody(reply).error]).toEqual([503, 'payment_pending'])
    expect(told).toEqual([
      'settlement_not_on_chain verification_status',
      'payment_pending verification_status',
    ])
    expect(reply.headers['payment-response']).toBeUndefined()
    expect(String(logged[0])).toMatch(
      /calls a payment settled in 0x9+, and the chain does not show it \(open\)/,
    )
    world.pass(301_000)
    expect((await service.ask(CHEAP_CALL, payment)).status).toBe(402)
  })

  test('a settlement that a node shows late is served, with the transaction of the chain', async () => {
    const payment = signed(world)
    const { chain, facilitator } = world.parties(async () => {})
    let looks = 0
    const late: typeof chain = {
      ...chain,
      authorization: async (sought, transaction) =>
        looks++ < 3 ? { state: 'unused', at: world.seconds } : chain.authorization(sought, transaction),
    }
    const reply = await start({ parties: { chain: late, facilitator } }).ask(CHEAP_CALL, payment)
    expect([reply.status, parseReceipt(reply).transaction]).toEqual([200, world.transfers[0]?.transaction])
  })

  test('a chain that cannot be read leaves it pending; the next call is served, and charged once', async () => {
    const payment = signed(world)
    const { chain, facilitator } = world.parties(async () => {})
    let isDown = true
    const shaky: typeof chain = {
      ...chain,
      authorization: (...given) => {
        if (isDown) world.faults.chain = ['down']
        return chain.authorization(...given)
      },
    }
    const told: string[] = []
    const service = start({ parties: { chain: shaky, facilitator }, told: (outcome) => told.push(outcome) })
    expect((await service.ask(CHEAP_CALL, payment)).status).toBe(503)
    expect(told).toEqual(['payment_pending'])
    isDown = false
    expect((await service.ask(CHEAP_CALL, payment)).status).toBe(200)
    expect(world.transfers).toHaveLength(1)
  })

  test('a nonce that was used before we settled it is refused, though the facilitator calls it valid', async () => {
    const paid = signed(world)
    world.transfer(paid, CONFIG)
    const cancelled = signed(world)
    world.cancel(cancelled)
    const service = start({ parties: believer() })
    for (const payment of [paid, cancelled]) {
      const reply = await service.ask(CHEAP_CALL, payment)
      expect([reply.status, parseBody(reply).error]).toEqual([
        402,
        expect.stringContaining('used or cancelled'),
      ])
    }
    expect([made, world.calls.settle]).toEqual([[], 0])
  })

  test('a chain that cannot be asked before it is settled takes no payment', async () => {
    const payment = signed(world)
    world.faults.chain = ['down']
    const service = start()
    const reply = await service.ask(CHEAP_CALL, payment)
    expect([reply.status, parseBody(reply).error]).toEqual([503, 'payments_unavailable'])
    expect(world.transfers).toEqual([])
    expect((await service.ask(CHEAP_CALL, payment)).status).toBe(200)
  })
})

test('an attempt that another took over frees no place of the other', async () => {
  const payment = signed(world)
  const { facilitator, chain } = world.parties(async () => {})
  const [asked, failing, settling] = [gate(), gate(), gate()]
  const first = start({
    parties: {
      facilitator,
      chain: {
        ...chain,
        unsettled: async () => {
          asked.open()
          await failing.opened
          throw new ChainUnavailable('down')
        },
      },
    },
  }).ask(CHEAP_CALL, payment)
  await asked.opened
  world.pass(61_000)
  const taken = gate()
  const settle: typeof facilitator.settle = async (...given) => {
    taken.open()
    await settling.opened
    return facilitator.settle(...given)
  }
  const service = start({ parties: { facilitator: { ...facilitator, settle }, chain } })
  const second = service.ask(CHEAP_CALL, payment)
  await taken.opened
  const place = async () => (await service.ledger.slots.find(claimFor(payment))).slot
  expect(await place()).toBe(0)
  failing.open()
  // A payment that the first cannot undo is still in progress in the second.
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(await place()).toBe(0)
  settling.open()
  expect([(await second).status, (await first).status]).toEqual([200, 503])
  expect(await place()).toBeNull()
})

test('payments that stay open keep none from being looked up', async () => {
  const service = start()
  const { ledger } = service
  const open = async (payment: Payment) => {
    const row = await ledger.claim(claimFor(payment))
    const kept = row && (await ledger.verified(row, { body: '{}', contentType: 'x', releaseId: 'r1' }))
    if (kept === null) throw new Error('it was not kept')
    await ledger.unknown(kept, 'timeout')
    world.pass(1)
  }
  for (let at = 0; at < 1_000; at += 1) await open(signed(world))
  const paid = signed(world)
  await open(paid)
  world.transfer(paid, CONFIG)
  expect(await service.reconcile()).toMatchObject({ paid: 0, left: 1_000 })
  world.pass(60_000)
  expect(await service.reconcile()).toMatchObject({ paid: 1, left: 999 })
})
