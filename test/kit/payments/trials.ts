import { setTimeout as wait } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { RESOURCES } from '../../../core/resources/schemas.ts'
import { type Buyer, buyer, parseReceipt } from './clients.ts'
import { type Priced, toAtomicUnits } from './paid_service.ts'
import type { PaymentSandbox } from './stand.ts'
import { fundedWallet, SELLER } from './wallets.ts'

/** One property of payments, and what was observed. */
export interface Finding {
  what: string
  seen: string
  isRight: boolean
}

/** An answer, already read. */
export interface Answer {
  status: number
  body: string
  transaction: string | null
}

const FUNDS = 1_000_000_000n
const MAX_TRIES = 60
const PAUSE_MS = 500
/** Statuses that request a retry later: 200 clients here are one address to the service. */
const LATER = new Set([429, 503])

/** Sends a call with a payment that was signed before. */
export async function send(url: string, payment: Record<string, string>): Promise<Answer> {
  return read(await fetch(url, { headers: payment }))
}

/** Retries it, as Retry-After requests, until the outcome changes or half a minute is over. */
export async function sendUntilAnswered(url: string, payment: Record<string, string>): Promise<Answer> {
  for (let tries = 1; ; tries += 1) {
    const answer = await send(url, payment)
    if (!LATER.has(answer.status) || tries === MAX_TRIES) return answer
    await wait(PAUSE_MS)
  }
}

async function read(answer: Response): Promise<Answer> {
  const { status } = answer
  return { status, body: await answer.text(), transaction: parseReceipt(answer)?.transaction ?? null }
}

/** Runs `work`; returns the increase of the seller's balance and the number of authorizations used. */
async function watched<T>({ local: { token } }: PaymentSandbox, work: () => Promise<T>) {
  const before = { units: await token.balance(SELLER), count: await token.usedCount() }
  const result = await work()
  return {
    result,
    units: (await token.balance(SELLER)) - before.units,
    count: (await token.usedCount()) - before.count,
  }
}

/** A stock client of this version buys each endpoint once. */
export async function buyEach(stand: PaymentSandbox, version: 1 | 2): Promise<Finding[]> {
  const wallet = await fundedWallet(stand.local.token, `buyer of version ${version}`, FUNDS)
  return buyWith(stand, `version ${version}`, buyer(wallet, version))
}

/** Each endpoint is bought once with a client: its price moves, and its answer is the paid one. */
export async function buyWith(
  stand: PaymentSandbox,
  name: string,
  client: Pick<Buyer, 'pay'>,
): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const endpoint of stand.sold) {
    const { result, units } = await watched(stand, async () => read(await client.pay(stand.url(endpoint))))
    const row = (await stand.rows()).find((row) => row.transaction_hash === result.transaction)
    findings.push({
      what: `${name} buys ${endpoint.id}`,
      seen: `${result.status}, ${units} units moved of ${toAtomicUnits(endpoint.price)}, ${row?.state ?? 'not'} in the ledger`,
      isRight:
        result.status === 200 &&
        units === toAtomicUnits(endpoint.price) &&
        row?.state === 'served' &&
        isPaidAnswer(endpoint, result.body),
    })
  }
  return findings
}

const isPaidAnswer = ({ answer }: Priced, body: string): boolean =>
  answer !== null && RESOURCES[answer]?.safeParse(JSON.parse(body)).success === true

/** Copies of one payment race each other: one is settled and answered, and all get that answer. */
export async function race(
  stand: PaymentSandbox,
  client: Buyer,
  endpoint: Priced,
  copies: number,
): Promise<Finding> {
  const url = stand.url(endpoint)
  const payment = await client.sign(url)
  const before = { ...stand.local.facilitator.asked, made: stand.made(endpoint.id) ?? 0 }
  const { result, units, count } = await watched(stand, () =>
    Promise.all(Array.from({ length: copies }, () => send(url, payment))),
  )
  const { verify, settle } = stand.local.facilitator.asked
  const made = stand.made(endpoint.id)
  const seen = {
    served: result.filter(({ status }) => status === 200).length,
    answers: new Set(result.map(({ body, transaction }) => `${transaction} ${body}`)).size,
    verified: verify - before.verify,
    made: made === null ? 1 : made - before.made,
    settled: settle - before.settle,
    used: count,
  }
  const wanted = { served: copies, answers: 1, verified: 1, made: 1, settled: 1, used: 1 }
  return {
    what: `${copies} copies at once: ${endpoint.id}`,
    seen: described(seen),
    isRight: isDeepStrictEqual(seen, wanted) && units === toAtomicUnits(endpoint.price),
  }
}

/** Many concurrent payments of one buyer: each is settled and answered, some only after a retry. */
export async function buyAtOnce(
  stand: PaymentSandbox,
  client: Buyer,
  endpoint: Priced,
  many: number,
): Promise<Finding> {
  const url = stand.url(endpoint)
  const payments = await Promise.all(Array.from({ length: many }, () => client.sign(url)))
  const startedAt = performance.now()
  let retries = 0
  const { result, units, count } = await watched(stand, () =>
    Promise.all(
      payments.map(async (payment) => {
        const answer = await send(url, payment)
        if (!LATER.has(answer.status)) return answer
        retries += 1
        return sendUntilAnswered(url, payment)
      }),
    ),
  )
  const ms = Math.round(performance.now() - startedAt)
  const seen = {
    served: result.filter(({ status }) => status === 200).length,
    transactions: new Set(result.map(({ transaction }) => transaction)).size,
    used: count,
  }
  return {
    what: `${many} payments at once`,
    seen: `${described(seen)}, ${retries} sent anew, in ${ms} ms`,
    isRight:
      isDeepStrictEqual(seen, { served: many, transactions: many, used: many }) &&
      units === toAtomicUnits(endpoint.price) * BigInt(many),
  }
}

/** A payment for one call is sent with others of the same price, before, while and after it is used. */
export async function replayElsewhere(stand: PaymentSandbox, client: Buyer): Promise<Finding[]> {
  const [endpoint, other] = stand.sold.filter(({ price }) => price === '0.02')
  if (endpoint === undefined || other === undefined) throw new Error('no two endpoints have one price')
  const [handle, another] = stand.handles
  const own = stand.url(endpoint, handle)
  const elsewhere = [
    { what: 'another address', url: stand.url(other, handle) },
    { what: 'another agent', url: stand.url(endpoint, another) },
  ]
  const findings: Finding[] = []
  for (const { what, url } of elsewhere) {
    const payment = await client.sign(own)
    const { result, units } = await watched(stand, async () => {
      const both = await Promise.all([send(own, payment), send(url, payment)])
      return [...both, await send(url, payment), await send(own, payment)].map(({ status }) => status)
    })
    // Either of two concurrent calls may be first; the payment is then for that one alone.
    const isRight =
      String(result.slice(0, 2).sort()) === '200,409' && String(result.slice(2).sort()) === '200,409'
    findings.push({
      what: `one payment for ${what} as well`,
      seen: `${result.join(', ')}; ${units} units moved of ${toAtomicUnits(endpoint.price)}`,
      isRight: isRight && units === toAtomicUnits(endpoint.price),
    })
  }
  return findings
}

const described = (numbers: Record<string, number>): string =>
  Object.entries(numbers)
    .map(([name, number]) => `${number} ${name}`)
    .join(', ')
