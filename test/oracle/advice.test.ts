import { expect, test } from 'vitest'
import { type Advice, wrongAdvice } from './advice.ts'

type Word = Advice['record']['recommendation']
type Price = Advice['multiplier']

const createRecord = (word: Word, perTransaction: number, daily: number, days = 60): Advice['record'] => ({
  recommendation: word,
  spendLimits: { perTransaction, daily, currency: 'USD' },
  history: { operationalDays: days, successRate: null, transactionCount: null },
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
const service = <T extends object>(rest: T) => ({ primary_category: 'service' as const, ...rest })
const RANKED = service({ tier: 'evidence_ranked', liveness: { state: 'alive', ...LIVENESS } } as const)
const DEAD = service({ tier: 'evidence_ranked', liveness: { state: 'not_alive', ...LIVENESS } } as const)
const LISTED = service({ tier: 'indexed', liveness: { state: 'alive', ...LIVENESS } } as const)

const FULL = { record: createRecord('ALLOW', 50, 50), multiplier: priced('proceed', 'pay_in_full', 1) }
const LITTLE = {
  record: createRecord('ALLOW_WITH_LIMITS', 1, 5),
  multiplier: priced('caution', 'pay_little', 0.7),
}
const NOTHING = { record: createRecord('DENY', 0, 0), multiplier: priced('caution', 'not_enough_known', 0.6) }
const SOME = {
  record: createRecord('ALLOW_WITH_LIMITS', 10, 25),
  multiplier: priced('caution', 'pay_with_limits', 0.85),
}
const NEW = { ...LITTLE, record: createRecord('ALLOW_WITH_LIMITS', 1, 5, 29) }

test.each([
  ['proceed for one that somebody vouches for', RANKED, FULL, 'vouched', 0],
  ['proceed for one that nobody vouches for', RANKED, FULL, 'none', 2],
  ['little for one that many paid', RANKED, LITTLE, 'paid', 0],
  ['little for one that nobody vouches for', RANKED, LITTLE, 'none', 1],
  ['more than little for one that many paid', RANKED, SOME, 'paid', 1],
  ['nothing for one that many paid', RANKED, NOTHING, 'paid', 1],
  ['nothing for one that nobody vouches for', RANKED, NOTHING, 'none', 0],
  ['nothing for one that is not ranked', LISTED, NOTHING, 'vouched', 0],
  ['something for one that is not ranked', LISTED, LITTLE, 'vouched', 1],
  ['something for one that is not alive', DEAD, LITTLE, 'vouched', 1],
  ['something for one that is new', RANKED, NEW, 'vouched', 1],
  ['something for one whose liveness is not told', { ...RANKED, liveness: null }, LITTLE, 'vouched', 1],
  ['two doors that disagree', RANKED, { ...FULL, record: createRecord('ALLOW', 50, 25) }, 'vouched', 1],
  [
    'a limit above what it costs',
    RANKED,
    { ...FULL, record: createRecord('ALLOW', 50_000, 200_000) },
    'vouched',
    2,
  ],
] as const)('the trace of advice: %s', (_, summary, advice, standing, wrong) => {
  expect(wrongAdvice(summary, advice, standing)).toHaveLength(wrong)
})
