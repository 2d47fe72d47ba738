import { setTimeout as wait } from 'node:timers/promises'
import { RunFailed } from '../../../core/domain/errors.ts'
import { startScript } from '../../../test/kit/child.ts'
import { checkPayment, readSettlements, sendUntilAnswered } from './payment_sent.ts'
import type { Killed } from './round.ts'
import { startServe } from './service_process.ts'
import type { PaymentSetup } from './world.ts'

/** The outcome of a payment that was never resent. */
export interface AbandonedPayment extends Killed {
  /** The state of its row after the first reconciling, and once its time was over; `none` without one. */
  states: [string, string]
  /** The answer to a retry at the end. */
  late: string
}

/** More than a payment is valid for. */
const OVER_SECONDS = 400
const SETTLEMENT_MS = 2_000

/**
 * Reconciles with the real command line while the payments are still valid, and again when the chain is past their
 * time; only then each of them is sent again, by which nobody may pay any more.
 */
export async function reconcileGivenUp(world: PaymentSetup, killed: Killed[]): Promise<AbandonedPayment[]> {
  await wait(world.leaseMs)
  const first = await reconciled(world, killed)
  await world.local.token.passTime(OVER_SECONDS)
  const second = await reconciled(world, killed)
  const lastSettlement = Math.max(...killed.map(({ at }) => at)) + world.slowMs + SETTLEMENT_MS
  await wait(Math.max(0, lastSettlement - performance.now()))
  const moved = await Promise.all(killed.map(({ payment }) => readSettlements(world, payment)))
  const service = await startServe(world.output, world.environment)
  try {
    const done: AbandonedPayment[] = []
    for (const [index, round] of killed.entries()) {
      const { last, statuses } = await sendUntilAnswered(service.url, round.payment)
      const states: [string, string] = [first[index] ?? 'none', second[index] ?? 'none']
      const wasPaid = moved[index]?.settlements === 1
      const problems = [...round.problems, ...(await checkPayment(world, round.payment, last))]
      if (OPEN.has(states[1])) problems.push(`its row stayed ${states[1]}`)
      if (wasPaid !== (states[1] === 'settled' || states[1] === 'served'))
        problems.push(`its row was ${states[1]}, and the chain says ${wasPaid ? 'paid' : 'not paid'}`)
      if (wasPaid !== (last?.status === 200)) problems.push(`a late retry gave ${statuses}`)
      done.push({ ...round, isPaid: wasPaid, states, late: statuses, problems })
    }
    return done
  } finally {
    await service.stop()
  }
}

const OPEN = new Set(['reserved', 'verified', 'unknown'])

/** Runs `npm run assay -- payments reconcile`; gives the states of the payments' rows. */
async function reconciled(world: PaymentSetup, killed: Killed[]): Promise<(string | undefined)[]> {
  const args = ['payments', 'reconcile', '--output', world.output]
  const { code, stderr } = await startScript('cli/cli.ts', args, { settings: world.environment }).ended
  if (code !== 0) throw new RunFailed(`payments reconcile ended with ${code}: ${stderr}`)
  const rows = await Promise.all(killed.map(({ payment }) => world.readRows(payment.payer.toLowerCase())))
  return rows.map(([row]) => row?.state)
}
