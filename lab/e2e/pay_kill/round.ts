import { setTimeout as wait } from 'node:timers/promises'
import type { PaymentState } from '../../../serving/service/payments/payment_row.ts'
import type { Priced } from '../../../test/kit/payments/paid_service.ts'
import type { Statement } from './killing_store.ts'
import {
  type Answer,
  checkPayment,
  payerNamed,
  readSettlements,
  type SignedPayment,
  sendUntilAnswered,
  signFor,
} from './payment_sent.ts'
import { KilledAtStart, startServe, startService } from './service_process.ts'
import type { KillPoint } from './spots.ts'
import type { PaymentSetup } from './world.ts'

/** A payment in the middle of which the service was killed. */
export interface Killed {
  spot: KillPoint
  payment: SignedPayment
  /** State of its row when the service died; null if it had none. */
  found: PaymentState | null
  /** True if money had moved by then. */
  isPaid: boolean
  /** Time of death of the service, on the clock of `performance`. */
  at: number
  problems: string[]
}

/** The outcome after the same call was resent. */
export interface Retried extends Killed {
  /** The result of the second kill; null if there was none. */
  second: string | null
  statuses: string
  /** From starting the service anew to the answer. */
  seconds: number
}

const POLL_MS = 10
const MAX_SETTLEMENT_MS = 2_000

/** Has a payment made, and the service killed at this spot. `name` makes its payer one of its own. */
export async function killAt(
  world: PaymentSetup,
  spot: KillPoint,
  endpoint: Priced,
  name: string,
): Promise<Killed> {
  const wallet = await payerNamed(world, name)
  const service = await startVictim(world, wallet.address, spot.at === 'settling' ? null : spot.at)
  const payment = await signFor(service.url, endpoint, wallet)
  const killed = spot.at === 'settling' ? whenSettling(world, service) : null
  const { last, statuses } = await sendUntilAnswered(service.url, payment)
  await killed
  // A call that was answered was not killed, which is a failure itself.
  await (last === null ? service.ended : service.kill())
  const at = performance.now()
  if (spot.settles === 'before') await untilSettled(world, payment)
  const [row] = await world.readRows(wallet.address.toLowerCase())
  const { settlements } = await readSettlements(world, payment)
  const found = row?.state ?? null
  const problems = [
    ...(last === null ? [] : [`it was answered ${statuses} before the kill`]),
    ...(found === spot.found ? [] : [`its row was ${found}, and not ${spot.found}, after the kill`]),
  ]
  return { spot, payment, found, isPaid: settlements > 0, at, problems }
}

/** Starts the service anew, sends the same call until it is answered, and once more; may kill it once on the way. */
export async function retry(
  world: PaymentSetup,
  killed: Killed,
  again: Statement | null = null,
): Promise<Retried> {
  const second = again === null ? null : await killAgain(world, killed.payment, again)
  const begun = performance.now()
  const service = await startServe(world.output, world.environment)
  try {
    const { last, statuses } = await sendUntilAnswered(service.url, killed.payment)
    const seconds = (performance.now() - begun) / 1_000
    // A settlement that the dead service had requested succeeds late.
    if (killed.spot.settles === 'after')
      await wait(Math.max(0, killed.at + world.slowMs + MAX_SETTLEMENT_MS - performance.now()))
    const repeated = await sendUntilAnswered(service.url, killed.payment)
    const problems = [...killed.problems, ...(await checkPayment(world, killed.payment, last))]
    if (last?.status !== 200) problems.push(`the retry gave ${statuses}: ${last?.body ?? 'nothing'}`)
    if (JSON.stringify(repeated.last) !== JSON.stringify(last))
      problems.push('a second retry gave another answer')
    return { ...killed, second, statuses, seconds, problems }
  } finally {
    await service.stop()
  }
}

/** Returns the state of the row after a second kill, or that it was not reached. */
async function killAgain(world: PaymentSetup, payment: SignedPayment, at: Statement): Promise<string> {
  const answer = await answerBeforeKill(world, payment, at)
  const [row] = await world.readRows(payment.payer.toLowerCase())
  return answer === null ? (row?.state ?? 'none') : `not reached: ${answer.status}`
}

async function answerBeforeKill(
  world: PaymentSetup,
  payment: SignedPayment,
  at: Statement,
): Promise<Answer | null> {
  try {
    const service = await startVictim(world, payment.payer, at)
    const { last } = await sendUntilAnswered(service.url, payment)
    await (last === null ? service.ended : service.kill())
    return last
  } catch (error) {
    // Reconciling at the start changes rows too.
    if (error instanceof KilledAtStart) return null
    throw error
  }
}

const startVictim = (world: PaymentSetup, payer: string, at: Statement | null) =>
  startService(
    'lab/e2e/pay_kill/victim.ts',
    [
      ...['--output', world.output, '--lease', String(world.leaseMs), '--payer', payer.toLowerCase()],
      ...(at === null ? [] : ['--kill', `${at.side}:${at.n}`]),
    ],
    world.environment,
  )

/** Kills the service once the facilitator has been told to settle, which it does slowly, and alone. */
async function whenSettling(
  { local: { facilitator } }: PaymentSetup,
  service: { kill(): Promise<void> },
): Promise<void> {
  const asked = facilitator.asked.settle
  facilitator.fail('settle_slow')
  try {
    while (facilitator.asked.settle === asked) await wait(POLL_MS)
    await service.kill()
  } finally {
    facilitator.fail(null)
  }
}

async function untilSettled(world: PaymentSetup, payment: SignedPayment): Promise<void> {
  const last = performance.now() + world.slowMs + MAX_SETTLEMENT_MS
  while ((await readSettlements(world, payment)).settlements === 0 && performance.now() < last) await wait(50)
}
