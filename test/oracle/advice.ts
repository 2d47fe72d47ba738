import type { z } from 'zod'
import type { priceMultiplier } from '../../core/resources/price_multiplier.schema.ts'
import type { publicTrust } from '../../core/resources/public_trust.schema.ts'
import type { Summary } from './published.ts'

/** A release's advice about one agent, from two endpoints. */
export interface Advice {
  record: Pick<z.infer<typeof publicTrust>, 'recommendation' | 'spendLimits'>
  multiplier: Pick<
    z.infer<typeof priceMultiplier>,
    'recommendation' | 'verdict' | 'payable' | 'per_transaction' | 'daily' | 'cost_to_fake_usd'
  >
}

/**
 * The backing of an agent, from recorded data: vouching, the cost to fake its customers in US dollars, and whether the
 * wash rule flags an address that it is credited with.
 */
export interface Backing {
  isVouched: boolean
  isWashed: boolean
  cost: number
}

/** The tables of docs/scores/trust.md: what a recommendation on a price is in the public trust record. */
const WORDS: Record<string, string> = {
  pay_in_full: 'ALLOW',
  pay_with_limits: 'ALLOW_WITH_LIMITS',
  pay_little: 'ALLOW_WITH_LIMITS',
  no_known_rail: 'ALLOW_WITH_LIMITS',
  not_enough_known: 'DENY',
  do_not_pay: 'DENY',
}
/** Additions of a registration and a listing to a cost, and the loss by rounding, in US dollars. */
const ADDED = 0.022
const ROUNDED = 0.011
const MAX_LIMIT = 50
const MIN_COST = 0.1
const MIN_PROCEED_COST = 20

/** Returns the errors in the advice on an agent, as sentences. */
export function wrongAdvice(
  summary: Pick<Summary, 'tier' | 'risk_flags'> & {
    liveness: Pick<NonNullable<Summary['liveness']>, 'state'> | null
  },
  { record, multiplier }: Advice,
  backing: Backing,
): string[] {
  const { recommendation, verdict, payable, per_transaction, daily, cost_to_fake_usd } = multiplier
  const isKnown = summary.tier === 'evidence_ranked' && summary.liveness?.state === 'alive'
  const isEarned = payable ? (cost_to_fake_usd ?? 0) >= MIN_PROCEED_COST : backing.isVouched
  const shown = [record.recommendation, record.spendLimits.perTransaction, record.spendLimits.daily].join(' ')
  const told = [WORDS[recommendation], per_transaction ?? 0, daily ?? 0].join(' ')
  const limits = [per_transaction, daily, cost_to_fake_usd]
  return [
    ...(shown === told ? [] : [`${told} is shown as ${shown}`]),
    ...(limits.every((limit) => (limit !== null) === payable) ? [] : ['limits for what cannot be paid']),
    ...(recommendation === 'no_known_rail' && payable ? ['no rail for what can be paid'] : []),
    ...(isKnown || !daily ? [] : [`${told} though it is not ranked or not alive`]),
    ...(verdict !== 'proceed' || isEarned ? [] : ['proceed that is not earned']),
    ...(verdict === 'proceed' && backing.isWashed ? ['proceed with a flag of the wash rule'] : []),
    ...wrongLimits(multiplier, backing.cost),
    ...(daily === 0 && verdict === 'proceed' ? ['proceed without a limit'] : []),
    ...(isKnown && daily === 0 && summary.risk_flags.length === 0 && backing.cost >= MIN_COST + ROUNDED
      ? [`nothing for one whose customers cost ${backing.cost} to fake`]
      : []),
  ]
}

function wrongLimits(
  { per_transaction, daily, cost_to_fake_usd }: Advice['multiplier'],
  cost: number,
): string[] {
  if (per_transaction === null || daily === null || cost_to_fake_usd === null) return []
  const [once, day] = [Math.round(per_transaction * 100), Math.round(daily * 100)]
  const cents = Math.round(cost_to_fake_usd * 100)
  return [
    ...(cost_to_fake_usd <= cost + ADDED && cost_to_fake_usd >= cost - ROUNDED
      ? []
      : [`a cost of ${cost_to_fake_usd} for customers that cost ${cost}`]),
    ...(once * 10 <= cents && day * 2 <= cents ? [] : [`limits above their share of ${cost_to_fake_usd}`]),
    ...(Math.max(per_transaction, daily) <= MAX_LIMIT ? [] : ['a limit above the highest']),
    ...(daily === 0 || cost_to_fake_usd >= MIN_COST ? [] : ['a limit for customers that cost cents']),
  ]
}
