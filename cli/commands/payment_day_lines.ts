import { NUMBERS } from '../../core/domain/numbers.ts'
import { clean } from '../../core/domain/text.ts'
import { listChainDays } from '../../pipeline/artifacts/payment_days.ts'
import type { PaymentDays } from '../../pipeline/run/types.ts'

const MAX_LINE = 400
/** Slots of the schedules in deploy/systemd and .github/workflows. */
const RUNS_A_DAY = 3

/**
 * Says how many days of payments are read, and how long the rest takes at today's pace. Empty where no payments were read, or nothing was computed.
 */
export function paymentDayLines(chains: readonly PaymentDays[]): string[] {
  const [fewest] = chains
  if (fewest === undefined) return []
  const window = NUMBERS.market_days
  if (fewest.days >= window) return [`Payments: all ${window} days are read`]
  const missing = chains.reduce((sum, { days }) => sum + window - days, 0)
  // The newest day is read in any case.
  const pace = chains.reduce((sum, { days_today }) => sum + Math.max(0, days_today - 1), 0)
  return [
    `Payments: of ${window} days, ${listChainDays(chains)} are read in full${pace > 0 ? describeRest(missing / pace) : ''}`,
    ...chains.flatMap(({ name, reason }) =>
      reason === null ? [] : [`  ${clean(`${name}: ${reason}`, MAX_LINE)}`],
    ),
  ]
}

function describeRest(share: number): string {
  const runs = Math.ceil(share)
  const days = Math.ceil(runs / RUNS_A_DAY)
  return `; the rest takes about ${runs} more ${runs === 1 ? 'run' : 'runs'}, at three a day ${days} ${days === 1 ? 'day' : 'days'}`
}
