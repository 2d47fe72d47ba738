import type { z } from 'zod'
import type { priceMultiplier } from '../../core/resources/price_multiplier.schema.ts'
import type { publicTrust } from '../../core/resources/public_trust.schema.ts'
import type { Summary } from './published.ts'

/** A release's advice about one agent, from two endpoints. */
export interface Advice {
  record: Pick<z.infer<typeof publicTrust>, 'recommendation' | 'spendLimits' | 'history'>
  multiplier: Pick<z.infer<typeof priceMultiplier>, 'recommendation' | 'price_multiplier' | 'verdict'>
}

/** The backing of an agent, from recorded data. */
export type Standing = 'vouched' | 'paid' | 'none'

/** The tables of docs/scores/trust.md: what a recommendation on a price is in the public trust record. */
const RECORDS: Record<string, [string, number, number]> = {
  pay_in_full: ['ALLOW', 50, 50],
  pay_with_limits: ['ALLOW_WITH_LIMITS', 10, 25],
  pay_little: ['ALLOW_WITH_LIMITS', 1, 5],
  not_enough_known: ['DENY', 0, 0],
  do_not_pay: ['DENY', 0, 0],
}

/** Half of what each standing costs to fake, in US dollars: no limit is above it. */
const MAX: Record<Standing, number> = { vouched: 50, paid: 5.5, none: 0 }

/** Returns the errors in the advice on an agent, as sentences. */
export function wrongAdvice(
  summary: Pick<Summary, 'tier' | 'primary_category'> & {
    liveness: Pick<NonNullable<Summary['liveness']>, 'state'> | null
  },
  { record, multiplier }: Advice,
  standing: Standing,
): string[] {
  const { recommendation, verdict } = multiplier
  const { perTransaction, daily } = record.spendLimits
  const told = [record.recommendation, perTransaction, daily].join(' ')
  const isCurated = ['model_family', 'developer'].includes(summary.primary_category)
  const isNew = !isCurated && (record.history.operationalDays ?? 0) < 30
  const isKnown = summary.tier === 'evidence_ranked' && summary.liveness?.state === 'alive' && !isNew
  const most = Math.max(perTransaction, daily)
  return [
    ...(told === RECORDS[recommendation]?.join(' ') ? [] : [`${recommendation} is told as ${told}`]),
    ...(most <= MAX[standing] ? [] : [`a limit of ${most} for one with the standing ${standing}`]),
    ...(isKnown || told === 'DENY 0 0' ? [] : [`${told} though it is not ranked, not alive or new`]),
    ...(verdict !== 'proceed' || standing === 'vouched' ? [] : ['proceed though nobody vouches for it']),
    ...(verdict !== 'caution' || !isKnown || standing === 'none' || most > 0
      ? []
      : [`nothing for one with the standing ${standing}`]),
  ]
}
