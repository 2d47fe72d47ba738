import { expect, test } from 'vitest'
import { type Advice, wrongAdvice } from './advice.ts'

type Word = Advice['record']['recommendation']
type Price = Advice['multiplier']

const told = (word: Word, perTransaction: number, daily: number): Advice['record'] => ({
  recommendation: word,
  spendLimits: { perTransaction, daily, currency: 'USD' },
})
const priced = (
  verdict: Price['verdict'],
  recommendation: Price['recommendation'],
  price_multiplier: number,
): Price => ({ verdict, recommendation, price_multiplier })

const LIVENESS = {
  last_activity: null,
  last_activity_at: null,
  days_since_active: 2,
  endpoint_answered_at: null,
} as const
const RANKED = { tier: 'evidence_ranked', liveness: { state: 'alive', ...LIVENESS } } as const
const DEAD = { tier: 'evidence_ranked', liveness: { state: 'not_alive', ...LIVENESS } } as const
const LISTED = { tier: 'indexed', liveness: { state: 'alive', ...LIVENESS } } as const

const FULL = { record: told('ALLOW', 100, 100), multiplier: priced('proceed', 'pay_in_full', 1) }
const LITTLE = { record: told('ALLOW_WITH_LIMITS', 1, 5), multiplier: priced('caution', 'pay_little', 0.7) }
const NOTHING = { record: told('DENY', 0, 0), multiplier: priced('caution', 'not_enough_known', 0.6) }
const SOME = {
  record: told('ALLOW_WITH_LIMITS', 10, 50),
  multiplier: priced('caution', 'pay_with_limits', 0.85),
}

test.each([
  ['proceed for one that somebody vouches for', RANKED, FULL, true, 0],
  ['proceed for one that nobody vouches for', RANKED, FULL, false, 1],
  ['little for one that nobody vouches for', RANKED, LITTLE, false, 0],
  ['more than little for one that nobody vouches for', RANKED, SOME, false, 1],
  ['nothing for one that is not ranked', LISTED, NOTHING, true, 0],
  ['something for one that is not ranked', LISTED, LITTLE, true, 1],
  ['something for one that is not alive', DEAD, LITTLE, true, 1],
  ['something for one whose liveness is not told', { ...RANKED, liveness: null }, LITTLE, true, 1],
  ['two doors that disagree', RANKED, { ...FULL, record: told('ALLOW', 100, 50) }, true, 1],
  ['a limit above 100', RANKED, { ...FULL, record: told('ALLOW', 50_000, 200_000) }, true, 2],
] as const)('the trace of advice: %s', (_, summary, advice, isVouched, wrong) => {
  expect(wrongAdvice(summary, advice, isVouched)).toHaveLength(wrong)
})
