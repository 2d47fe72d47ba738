import { buyer } from './clients.ts'
import type { FaultName } from './faults.ts'
import { type Priced, unitsOf } from './paid_service.ts'
import type { Stand } from './stand.ts'
import { type Answer, type Finding, send, sendUntilAnswered } from './trials.ts'
import { fundedWallet, SELLER } from './wallets.ts'

/** A payment that met a fault. `payer` is used for it alone, so that its balance tells what it paid. */
interface Trial {
  endpoint: Priced
  url: string
  payer: `0x${string}`
  payment: Record<string, string>
  during: Answer
}

/**
 * Buys each endpoint twice while the facilitator has the fault. Once it is well again, one of the two is sent anew
 * until it is answered, and the other is given up.
 */
export async function meetFault(stand: Stand, fault: FaultName): Promise<Finding[]> {
  const { facilitator } = stand.local
  const prepared = await Promise.all(
    stand.sold.flatMap((endpoint) =>
      ['kept', 'given up'].map((fate) => prepare(stand, endpoint, `${fault} ${fate}`)),
    ),
  )
  facilitator.fail(fault)
  const trials = await Promise.all(
    prepared.map(async (one): Promise<Trial> => ({ ...one, during: await send(one.url, one.payment) })),
  )
  const moved = await Promise.all(trials.map((trial) => paidBy(stand, trial)))
  facilitator.fail(null)
  const findings: Finding[] = []
  for (const [index, trial] of trials.entries()) {
    const isKept = index % 2 === 0
    const after = isKept ? await sendUntilAnswered(trial.url, trial.payment) : null
    findings.push(await judge(stand, trial, { fault, moved: moved[index] ?? 0n, after }))
  }
  return findings
}

async function prepare(stand: Stand, endpoint: Priced, name: string): Promise<Omit<Trial, 'during'>> {
  const wallet = await fundedWallet(stand.local.token, `${name} ${endpoint.id}`, FUNDS)
  const url = stand.url(endpoint)
  return { endpoint, url, payer: wallet.address, payment: await buyer(wallet, 2).sign(url) }
}

const FUNDS = 10_000_000n

const paidBy = async ({ local: { token } }: Stand, { payer }: Pick<Trial, 'payer'>): Promise<bigint> =>
  FUNDS - (await token.balance(payer))

interface Seen {
  fault: FaultName
  /** What was paid when the fault was over. */
  moved: bigint
  after: Answer | null
}

async function judge(stand: Stand, trial: Trial, { fault, moved, after }: Seen): Promise<Finding> {
  const { endpoint, during, payer } = trial
  const price = unitsOf(endpoint.price)
  const paid = await paidBy(stand, trial)
  const row = (await stand.rows()).find((one) => one.payer === payer.toLowerCase())
  const last = after ?? during
  const isServedUnpaid = (during.status === 200 && moved !== price) || (last.status === 200 && paid !== price)
  const isChargedWrong = (paid !== 0n && paid !== price) || (during.status === 402 && moved !== 0n)
  // Who comes back gets what was paid for, whatever went wrong; a clear no is one for good.
  const isLost = after !== null && after.status !== 200
  return {
    what: `${fault}: ${endpoint.id}`,
    seen: `${during.status}${after === null ? ', given up' : `, then ${after.status}`}; paid ${paid} of ${price}; ${row?.state ?? 'not'} in the ledger`,
    isRight: !isServedUnpaid && !isChargedWrong && !isLost && row !== undefined,
  }
}

/**
 * Lets the time of all open payments run out on the chain, and reconciles: nothing may stay open, and the books must
 * say what the chain says.
 */
export async function closeBooks(stand: Stand): Promise<Finding[]> {
  const { token } = stand.local
  const open = (await stand.rows()).filter(({ state }) => !CLOSED.has(state)).length
  await token.passTime(400)
  const done = await stand.reconcile()
  const rows = await stand.rows()
  const left = rows.filter(({ state }) => !CLOSED.has(state)).length
  const paid = rows.filter(({ state }) => state === 'settled' || state === 'served')
  const booked = paid.reduce((sum, { amount }) => sum + BigInt(amount), 0n)
  const earned = await token.balance(SELLER)
  return [
    {
      what: 'reconciled when all time is over',
      seen: `${open} open before, ${left} after: ${done.paid} paid, ${done.refused} refused, ${done.givenBack} given back`,
      isRight: left === 0,
    },
    {
      what: 'the books and the chain',
      seen: `${paid.length} payments of ${booked} units booked, ${await token.usedCount()} of ${earned} on the chain`,
      isRight: booked === earned && paid.length === (await token.usedCount()),
    },
  ]
}

const CLOSED = new Set(['settled', 'served', 'refused'])
