import type { z } from 'zod'
import type { priceMultiplier } from '../../core/interface/schemas/price_multiplier.ts'
import type { publicTrust } from '../../core/interface/schemas/public_trust.ts'
import type { Summary } from './published.ts'

/** What a release advises about one agent, by two doors. */
export interface Advice {
  record: Pick<z.infer<typeof publicTrust>, 'recommendation' | 'spendLimits'>
  multiplier: Pick<z.infer<typeof priceMultiplier>, 'recommendation' | 'price_multiplier' | 'verdict'>
}

/** The table of docs/trust.md: what a recommendation on a price is in the public trust record. */
const RECORDS: Record<string, [string, number, number]> = {
  pay_in_full: ['ALLOW', 100, 100],
  pay_with_limits: ['ALLOW_WITH_LIMITS', 10, 50],
  pay_little: ['ALLOW_WITH_LIMITS', 1, 5],
  not_enough_known: ['DENY', 0, 0],
  do_not_pay: ['DENY', 0, 0],
}

/** What is wrong with the advice on an agent, in sentences; `isVouched` is worked out from what was recorded. */
export function wrongAdvice(
  summary: Pick<Summary, 'tier' | 'liveness'>,
  { record, multiplier }: Advice,
  isVouched: boolean,
): string[] {
  const { recommendation, price_multiplier, verdict } = multiplier
  const { perTransaction, daily } = record.spendLimits
  const told = [record.recommendation, perTransaction, daily]
  const isKnown = summary.tier === 'evidence_ranked' && summary.liveness?.state === 'alive'
  const isPoor = recommendation === 'pay_little' && price_multiplier === 0.7
  return [
    ...(told.join() === RECORDS[recommendation]?.join()
      ? []
      : [`${recommendation} is told as ${told.join(' ')}`]),
    ...(Math.max(perTransaction, daily) <= 100 ? [] : [`a limit of ${Math.max(perTransaction, daily)}`]),
    ...(isKnown || told.join() === 'DENY,0,0' ? [] : [`${told.join(' ')} though it is not ranked and alive`]),
    ...(verdict !== 'proceed' || isVouched ? [] : ['proceed though nobody vouches for it']),
    ...(verdict !== 'caution' || !isKnown || isVouched || isPoor
      ? []
      : [`${recommendation}, ${price_multiplier} though nobody vouches for it`]),
  ]
}
