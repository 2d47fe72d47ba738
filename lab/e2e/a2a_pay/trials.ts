import { isDeepStrictEqual } from 'node:util'
import { RESOURCES } from '../../../core/resources/schemas.ts'
import { textAt } from '../../../test/kit/json.ts'
import { toAtomicUnits } from '../../../test/kit/payments/paid_service.ts'
import type { Finding } from '../../../test/kit/payments/trials.ts'
import { SELLER } from '../../../test/kit/payments/wallets.ts'
import { type Agent, PLAIN, type SeenTask, type Wire } from './agents.ts'
import { type Payer, type Payload, payerNamed } from './payer.ts'
import type { PaidEndpoint, PaymentSetup } from './stand.ts'

const FUNDS = 10_000_000n
const COMPLETED_STATE = 'completed payment-completed'
const DUPLICATE_STATE = 'input-required payment-failed DUPLICATE_NONCE'

/** Compares a result with the expected one. */
export function finding(
  what: string,
  seen: Record<string, unknown>,
  wanted: Record<string, unknown>,
): Finding {
  const told = Object.entries(seen).map(([name, value]) =>
    isDeepStrictEqual(value, wanted[name]) ? `${name} ${value}` : `${name} ${value} (not ${wanted[name]})`,
  )
  return { what, seen: told.join(', '), isRight: isDeepStrictEqual(seen, wanted) }
}

/** The buyer of a trial, with a wallet of its own: its balance shows what it paid. */
export interface Buyer {
  agent: Agent
  payer: Payer
  /** Units paid so far. */
  paid(): Promise<bigint>
}

/** A buyer who is used for this trial alone. */
export async function buyerFor(stand: PaymentSetup, name: string, wire: Wire = PLAIN): Promise<Buyer> {
  const { token } = stand.local
  const payer = await payerNamed(token, name, FUNDS)
  const before = await token.balance(payer.address)
  return {
    agent: await wire.agent(stand.service, stand.caller()),
    payer,
    paid: async () => before - (await token.balance(payer.address)),
  }
}

/** A quote, a payment for it, and the answer with its receipt; the balances move by exactly the price. */
export async function buys(
  stand: PaymentSetup,
  { endpoint, data }: PaidEndpoint,
  wire: Wire,
): Promise<Finding> {
  const { agent, payer, paid } = await buyerFor(stand, `buys ${endpoint.id} ${wire.name}`, wire)
  const earned = await stand.local.token.balance(SELLER)
  const quote = await agent({ data })
  const task = await agent({ taskId: quote.id, payment: await payer.sign(quote.required) })
  const transaction = textAt(task.receipts[0], 'transaction')
  const row = (await stand.rows()).find((row) => row.transaction_hash === transaction)
  const price = toAtomicUnits(endpoint.price)
  return finding(
    `${wire.name} buys ${endpoint.id}`,
    {
      quote: quote.state,
      task: task.state,
      paid: await paid(),
      earned: (await stand.local.token.balance(SELLER)) - earned,
      books: row?.state ?? null,
      answer: isAnswer(endpoint.answer, task.data),
    },
    {
      quote: 'input-required payment-required',
      ...{ task: COMPLETED_STATE, paid: price, earned: price, books: 'served', answer: true },
    },
  )
}

const isAnswer = (name: string | null, data: unknown): boolean =>
  name !== null && RESOURCES[name]?.safeParse(data).success === true

/**
 * One payment in the same task, in a new one, over REST, and for something else: it buys one answer, and nothing for who
 * knows no more of it than the chain shows.
 */
export async function replays(
  stand: PaymentSetup,
  { endpoint, data, other, target }: PaidEndpoint,
): Promise<Finding> {
  const { agent, payer, paid } = await buyerFor(stand, `replays ${endpoint.id}`)
  const quote = await agent({ data })
  const payment = await payer.sign(quote.required)
  const first = await agent({ taskId: quote.id, payment })
  const inTask = await agent({ taskId: quote.id, payment })
  const inNew = await agent({ taskId: (await agent({ data })).id, payment })
  const overRest = await askRest(stand, target, payment)
  const { extensions: _, ...onChain } = payment
  const stranger = await agent({ taskId: (await agent({ data })).id, payment: onChain })
  const elsewhere = await agent({ taskId: (await agent({ data: other })).id, payment })
  return finding(
    `one payment again: ${endpoint.id}`,
    {
      first: first.state,
      again: isSame(first, inTask),
      anew: isSame(first, inNew),
      rest: isDeepStrictEqual(overRest, first.data),
      stranger: stranger.state,
      other: elsewhere.state,
      paid: await paid(),
    },
    {
      ...{ first: COMPLETED_STATE, again: true, anew: true, rest: true },
      ...{ stranger: DUPLICATE_STATE, other: DUPLICATE_STATE, paid: toAtomicUnits(endpoint.price) },
    },
  )
}

const isSame = (task: SeenTask, other: SeenTask): boolean =>
  task.state === other.state &&
  isDeepStrictEqual(task.data, other.data) &&
  textAt(task.receipts[0], 'transaction') === textAt(other.receipts[0], 'transaction')

/** A payment that was made over REST opens the skill, without another charge. */
export async function paidOverRest(
  stand: PaymentSetup,
  { endpoint, data, target }: PaidEndpoint,
): Promise<Finding> {
  const { agent, payer, paid } = await buyerFor(stand, `REST first ${endpoint.id}`)
  const quote = await agent({ data })
  const payment = await payer.sign(quote.required)
  const body = await askRest(stand, target, payment)
  const task = await agent({ taskId: quote.id, payment })
  return finding(
    `paid over REST first: ${endpoint.id}`,
    { task: task.state, same: isDeepStrictEqual(task.data, body), paid: await paid() },
    { task: COMPLETED_STATE, same: true, paid: toAtomicUnits(endpoint.price) },
  )
}

async function askRest({ service }: PaymentSetup, target: string, payment: Payload): Promise<unknown> {
  const header = Buffer.from(JSON.stringify(payment)).toString('base64')
  return (await fetch(`${service.url}${target}`, { headers: { 'X-PAYMENT': header } })).json()
}

/** Payments that fail, each with its code, and then a good one in the same task. */
export async function tryRepair(stand: PaymentSetup, { endpoint, data }: PaidEndpoint): Promise<Finding> {
  const { agent, payer, paid } = await buyerFor(stand, `repairs ${endpoint.id}`)
  const poor = await payerNamed(stand.local.token, `poor ${endpoint.id}`, 0n)
  const { id: taskId, required } = await agent({ data })
  const payForState = async (payment: unknown) =>
    (await agent({ taskId, payment })).state.split(' ').slice(1).join(' ')
  const less = { maxAmountRequired: String(toAtomicUnits(endpoint.price) - 1n) }
  const seen = {
    forged: await payForState(forged(await payer.sign(required))),
    less: await payForState(await payer.sign(required, less)),
    poor: await payForState(await poor.sign(required)),
    late: await payForState(await payer.sign(required, { maxTimeoutSeconds: 1 })),
    elsewhere: await payForState({ ...(await payer.sign(required)), network: 'polygon' }),
    nothing: await payForState({}),
  }
  const task = await agent({ taskId, payment: await payer.sign(required) })
  const failed = (code: string) => `payment-failed ${code}`
  return finding(
    `failed payments, then a good one: ${endpoint.id}`,
    { ...seen, task: task.state, receipts: task.receipts.length, paid: await paid() },
    {
      forged: failed('INVALID_SIGNATURE'),
      less: failed('INVALID_AMOUNT'),
      // The package of x402 looks for what failed by a contract (Multicall3) that this chain does not have.
      poor: failed('SETTLEMENT_FAILED'),
      late: failed('EXPIRED_PAYMENT'),
      elsewhere: failed('NETWORK_MISMATCH'),
      nothing: failed('INVALID_PAYLOAD'),
      ...{ task: COMPLETED_STATE, receipts: 7, paid: toAtomicUnits(endpoint.price) },
    },
  )
}

/** The payment with another signature of the right length. */
const forged = ({ payload, ...rest }: Payload): Payload => {
  const { signature } = payload
  const digit = signature.at(9) === '0' ? '1' : '0'
  return {
    ...rest,
    payload: { ...payload, signature: `${signature.slice(0, 9)}${digit}${signature.slice(10)}` },
  }
}

/** Copies of one payment race each other, half of them in one task and half in tasks of their own. */
export async function races(
  stand: PaymentSetup,
  { endpoint, data }: PaidEndpoint,
  copies: number,
): Promise<Finding> {
  const { agent, payer, paid } = await buyerFor(stand, `races ${endpoint.id}`)
  const { id, required } = await agent({ data })
  const payment = await payer.sign(required)
  const inTask = Array.from({ length: copies }, () => id)
  const others = await Promise.all(Array.from({ length: copies }, async () => (await agent({ data })).id))
  const { verify, settle } = stand.local.facilitator.asked
  const tasks = await Promise.all(
    [...inTask, ...others].map((taskId) => untilDone(agent, { taskId, payment })),
  )
  const answers = new Set(
    tasks.map((task) => JSON.stringify([task.state, task.data, textAt(task.receipts.at(-1), 'transaction')])),
  )
  return finding(
    `${2 * copies} copies at once: ${endpoint.id}`,
    {
      bought: tasks.filter(({ state }) => state === COMPLETED_STATE).length,
      answers: answers.size,
      verified: stand.local.facilitator.asked.verify - verify,
      settled: stand.local.facilitator.asked.settle - settle,
      paid: await paid(),
    },
    { bought: 2 * copies, answers: 1, verified: 1, settled: 1, paid: toAtomicUnits(endpoint.price) },
  )
}

/** Sends a payment until its task is no longer at work, as the task and its errors ask for. */
export async function untilDone(agent: Agent, said: { taskId: string; payment: unknown }): Promise<SeenTask> {
  for (let tries = 1; ; tries += 1) {
    const task = await agent(said).catch((error: Error) => {
      if (tries === MAX_TRIES || !error.message.startsWith('-32603')) throw error
      return null
    })
    if (task !== null && (!task.state.startsWith('working') || tries === MAX_TRIES)) return task
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
}

const MAX_TRIES = 40
const PAUSE_MS = 250

/** A Pro key opens the skill without a payment, and one that opens nothing says why. */
export async function opensWithKey(stand: PaymentSetup, { endpoint, data }: PaidEndpoint): Promise<Finding> {
  const { agent, paid } = await buyerFor(stand, `key ${endpoint.id}`)
  const opened = await agent({ data, key: stand.service.proKey })
  const wrong = await agent({ data, key: 'assay_000000000000.wrong' })
  return finding(
    `a Pro key: ${endpoint.id}`,
    {
      opened: opened.state,
      answer: isAnswer(endpoint.answer, opened.data),
      wrong: wrong.state,
      why: /key/i.test(wrong.text),
      paid: await paid(),
    },
    { opened: 'completed', answer: true, wrong: 'input-required payment-required', why: true, paid: 0n },
  )
}

/** Checks that the ledger equals the balance of the seller, with every payment in it once. */
export async function checkLedger({ rows, local: { token } }: PaymentSetup): Promise<Finding> {
  const paid = (await rows()).filter(({ state }) => state === 'settled' || state === 'served')
  const booked = paid.reduce((sum, { amount }) => sum + BigInt(amount), 0n)
  return finding(
    'the books and the chain',
    { booked, payments: paid.length },
    { booked: await token.balance(SELLER), payments: await token.usedCount() },
  )
}
