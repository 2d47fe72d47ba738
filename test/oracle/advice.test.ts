import { expect, test } from 'vitest'
import { type Advice, wrongAdvice } from './advice.ts'

type Word = Advice['record']['recommendation']
type Price = Advice['multiplier']

const told = (
  recommendation: Price['recommendation'],
  verdict: Price['verdict'],
  [per_transaction, daily, cost_to_fake_usd]: [number | null, number | null, number | null],
  word: Word,
): Advice => ({
  record: {
    recommendation: word,
    spendLimits: { perTransaction: per_transaction ?? 0, daily: daily ?? 0, currency: 'USD' },
  },
  multiplier: {
    ...{ recommendation, verdict, per_transaction, daily, cost_to_fake_usd },
    payable: cost_to_fake_usd !== null,
  },
})

const LIVENESS = {
  last_activity: null,
  last_activity_at: null,
  days_since_active: 2,
  endpoint_answered_at: null,
} as const
const RANKED = {
  ...{ tier: 'evidence_ranked', risk_flags: [] },
  liveness: { state: 'alive', ...LIVENESS },
} as const satisfies Parameters<typeof wrongAdvice>[0]
const DEAD = { ...RANKED, liveness: { state: 'not_alive', ...LIVENESS } } as const
const LISTED = { ...RANKED, tier: 'indexed' } as const

const FULL = told('pay_with_limits', 'proceed', [10, 25, 130.85], 'ALLOW_WITH_LIMITS')
const LITTLE = told('pay_little', 'caution', [0.31, 1.59, 3.19], 'ALLOW_WITH_LIMITS')
const NOTHING = told('not_enough_known', 'caution', [0, 0, 0.02], 'DENY')
const SOUND = told('no_known_rail', 'proceed', [null, null, null], 'ALLOW_WITH_LIMITS')
const UNPAID = { isVouched: false, isWashed: false, cost: 0 }
const costing = (cost: number) => ({ ...UNPAID, cost })
const vouched = (cost: number) => ({ ...UNPAID, isVouched: true, cost })

test.each([
  ['proceed for one whose customers are costly', RANKED, FULL, costing(130.85), 0],
  ['proceed with a flag of the wash rule', RANKED, FULL, { ...costing(130.85), isWashed: true }, 1],
  ['the same with another cost', RANKED, FULL, costing(100), 1],
  ['little for one whose customers cost little', RANKED, LITTLE, costing(3.17), 0],
  ['nothing for one that nobody paid', RANKED, NOTHING, UNPAID, 0],
  ['nothing for one whose customers cost little', RANKED, NOTHING, costing(3), 2],
  ['something for one that is not ranked', LISTED, LITTLE, vouched(3.19), 1],
  ['something for one that is not alive', DEAD, LITTLE, vouched(3.19), 1],
  ['something for one whose liveness is not told', { ...RANKED, liveness: null }, LITTLE, vouched(3.19), 1],
  ['a sound one without a rail', RANKED, SOUND, vouched(0), 0],
  ['one without a rail that nobody vouches for', RANKED, SOUND, UNPAID, 1],
  ['two doors that disagree', RANKED, { ...FULL, record: LITTLE.record }, costing(130.85), 1],
  [
    'a limit above its share',
    RANKED,
    told('pay_little', 'caution', [0.32, 1.59, 3.19], 'ALLOW_WITH_LIMITS'),
    costing(3.19),
    1,
  ],
  [
    'proceed for too little',
    RANKED,
    told('pay_with_limits', 'proceed', [1.9, 9, 19], 'ALLOW_WITH_LIMITS'),
    vouched(19),
    1,
  ],
] as const)('the trace of advice: %s', (_, summary, advice, backing, wrong) => {
  expect(wrongAdvice(summary, advice, backing)).toHaveLength(wrong)
})
