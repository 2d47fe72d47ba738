import { buyer } from './clients.ts'
import type { FaultName } from './faults.ts'
import { type Priced, toAtomicUnits } from './paid_service.ts'
import type { PaymentSandbox } from './stand.ts'
import { type Answer, type Finding, send, sendUntilAnswered } from './trials.ts'
import { fundedWallet, SELLER } from './wallets.ts'

/** A payment that is to meet a fault. `payer` is used for it alone, so its balance shows the amount paid. */
interface Trial {
  endpoint: Priced
  url: string
  payer: `0x${string}`
  payment: Record<string, string>
}

/** The same, with the outcome under the fault. */
interface FaultTrialResult extends Trial {
  during: Answer
  paidThen: bigint
}

const FUNDS = 10_000_000n
const CLOSED = new Set(['settled', 'served', 'refused'])

/**
 * Buys each endpoint twice while the facilitator has the fault. Once it is well again, one of the two is sent anew
 * until it is answered, and the other is given up. One finding for each endpoint.
 */
export async function buyDuringFault(stand: PaymentSandbox, fault: FaultName): Promise<Finding[]> {
  const { facilitator } = stand.local
  const pairs = await Promise.all(
    stand.sold.map((endpoint) =>
      Promise.all(['kept', 'given up'].map((fate) => prepare(stand, endpoint, `${fault} ${fate}`))),
    ),
  )
  facilitator.fail(fault)
  const met = await Promise.all(pairs.map((pair) => Promise.all(pair.map((trial) => runTrial(stand, trial)))))
  facilitator.fail(null)
  const findings: Finding[] = []
  for (const [kept, givenUp] of met) {
    if (kept === undefined || givenUp === undefined) continue
    const after = await sendUntilAnswered(kept.url, kept.payment)
    const judged = [await judge(stand, kept, after), await judge(stand, givenUp, null)]
    findings.push({
      what: `${fault}: ${kept.endpoint.id}`,
      seen: judged.map(({ seen }) => seen).join(' | '),
      isRight: judged.every(({ isRight }) => isRight),
    })
  }
  return findings
}

async function prepare(stand: PaymentSandbox, endpoint: Priced, name: string): Promise<Trial> {
  const wallet = await fundedWallet(stand.local.token, `${name} ${endpoint.id}`, FUNDS)
  const url = stand.url(endpoint)
  return { endpoint, url, payer: wallet.address, payment: await buyer(wallet, 2).sign(url) }
}

async function runTrial(stand: PaymentSandbox, trial: Trial): Promise<FaultTrialResult> {
  const during = await send(trial.url, trial.payment)
  return { ...trial, during, paidThen: await paidBy(stand, trial) }
}

const paidBy = async ({ local: { token } }: PaymentSandbox, { payer }: Trial): Promise<bigint> =>
  FUNDS - (await token.balance(payer))

async function judge(stand: PaymentSandbox, trial: FaultTrialResult, after: Answer | null) {
  const { endpoint, during, paidThen, payer } = trial
  const price = toAtomicUnits(endpoint.price)
  const paid = await paidBy(stand, trial)
  const row = (await stand.rows()).find((row) => row.payer === payer.toLowerCase())
  const isServedUnpaid =
    (during.status === 200 && paidThen !== price) || (after?.status === 200 && paid !== price)
  const isChargedWrong = (paid !== 0n && paid !== price) || (during.status === 402 && paidThen !== 0n)
  // A retry gets the paid answer, whatever went wrong.
  const isLost = after !== null && after.status !== 200
  return {
    seen: `${during.status}, ${after === null ? 'given up' : `then ${after.status}`}, ${paid} of ${price} paid, ${row?.state ?? 'not in the ledger'}`,
    isRight: !isServedUnpaid && !isChargedWrong && !isLost && row !== undefined,
  }
}

/**
 * Lets the time of all open payments run out on the chain, and reconciles: nothing may stay open, and the books must
 * say what the chain says.
 */
export async function closeBooks(stand: PaymentSandbox): Promise<Finding[]> {
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
      seen: `${open} open before, ${left} after: ${done.paid} paid, ${done.refused} refused, ${done.released} given back`,
      isRight: left === 0,
    },
    {
      what: 'the books and the chain',
      seen: `${paid.length} payments of ${booked} units booked, ${await token.usedCount()} of ${earned} on the chain`,
      isRight: booked === earned && paid.length === (await token.usedCount()),
    },
  ]
}
