import { expect, test } from 'vitest'
import { type CategoryScore, type PublishedRules, recomputeScore } from '../../verify/score.ts'
import { scoreClaims, scoreProblems } from '../../verify/score_claims.ts'

const term = (
  key: string,
  part: string,
  weight: number,
  more: Partial<PublishedRules['signals'][number]> = {},
) => ({
  unit: 'calls',
  ...{ key, part, weight, transform: 'linear', floor: 0, cap: 10, half_life_days: null, prior: 0.2, ...more },
})
const signal = (
  key: string,
  weight: number,
  value: number | string | null,
  scaled: number | null,
  points: number,
) => ({
  ...{ key, weight, value, scaled, points, assumed: value === null, source: key },
})

const METHODOLOGY: PublishedRules = {
  category: 'service',
  methodology_version: 'v1',
  core: 'mean',
  parts: [
    { id: 'use', role: 'core' },
    { id: 'age', role: 'factor' },
  ],
  signals: [
    term('calls', 'use', 60),
    term('fans', 'use', 20),
    term('seen', 'age', 20, { transform: 'recency', cap: 90, half_life_days: 30 }),
  ],
  evidence_rule: { required: [['calls', 'fans']], min_signals: 2, min_weight: 50, min_sources: 2 },
}

// By hand: use = (60·0.5 + 20·0.2)/80 = 0.425, so 34 points, of which calls have 30; age = 20·0.5·0.425.
const SHOWN: CategoryScore = {
  methodology_version: 'v1',
  tier: 'evidence_ranked',
  score: 38.25,
  // fans may be 0 or 1: 30 + 20·0.5·0.375, and 50 + 20·0.5·0.625.
  score_floor: 33.75,
  score_ceiling: 56.25,
  score_low: 36,
  score_high: 50,
  observed_weight: 80,
  missing_signals: ['fans'],
  signals: [
    signal('calls', 60, 5, 0.5, 30),
    signal('fans', 20, null, null, 4),
    signal('seen', 20, '2026-01-01T23:59:59Z', 0.5, 4.25),
  ],
}
const DAY = '2026-01-31'

test('a score by hand is computed again, step by step', () => {
  expect(scoreProblems(SHOWN, METHODOLOGY, DAY)).toEqual([])
  const { signals, parts, score, isReady } = recomputeScore(SHOWN, METHODOLOGY, DAY)
  expect({ score, isReady }).toEqual({ score: 38.25, isReady: true })
  expect(signals.map(({ input, points }) => [input, Number(points.toFixed(9))])).toEqual([
    [5, 30],
    [null, 4],
    [30, 4.25],
  ])
  expect(parts.map(({ id, points }) => [id, Number(points.toFixed(9))])).toEqual([
    ['use', 34],
    ['age', 4.25],
  ])
})

test('zeros of what is required are no evidence by themselves', () => {
  const withCalls = (value: number): CategoryScore => ({
    ...SHOWN,
    signals: [signal('calls', 60, value, 0, 0), signal('fans', 20, 0, 0, 0), ...SHOWN.signals.slice(2)],
  })
  const isReady = (value: number) => recomputeScore(withCalls(value), METHODOLOGY, DAY).isReady
  expect([isReady(0), isReady(1)]).toEqual([false, true])
})

test('a standing of 0 is evidence: the last place was seen as much as the first', () => {
  const isReady = (unit: string) => {
    const signals = METHODOLOGY.signals.map((term) => (term.key === 'calls' ? { ...term, unit } : term))
    const shown = {
      ...SHOWN,
      signals: [signal('calls', 60, 0, 0, 0), signal('fans', 20, 0, 0, 0), ...SHOWN.signals.slice(2)],
    }
    return recomputeScore(shown, { ...METHODOLOGY, signals }, DAY).isReady
  }
  expect([isReady('of 100'), isReady('calls')]).toEqual([true, false])
})

test('the least of several core parts is worth what all are', () => {
  const least: PublishedRules = {
    ...METHODOLOGY,
    core: 'least',
    parts: [
      { id: 'use', role: 'core' },
      { id: 'age', role: 'core' },
    ],
  }
  // use 0.425 is less than age 0.5: each part gives 0.425 of its weight, 34 + 8.5.
  expect(recomputeScore(SHOWN, least, DAY).parts.map(({ points }) => Number(points.toFixed(9)))).toEqual([
    34, 8.5,
  ])
})

const change = (position: number, change: object): CategoryScore => ({
  ...SHOWN,
  signals: SHOWN.signals.map((signal, i) => (i === position ? { ...signal, ...change } : signal)),
})

test.each<[string, CategoryScore, RegExp]>([
  ['a value', change(0, { value: 6 }), /signal calls: scaled is 0.5, computed again 0.6/],
  ['a time', change(2, { value: '2026-01-02T00:00:00Z' }), /signal seen: scaled/],
  ['a scaled value', change(0, { scaled: 0.6 }), /signal calls: scaled.*signal calls: points/s],
  ['points', change(1, { points: 4.0002 }), /signal fans: points/],
  ['a weight', change(0, { weight: 61 }), /signal calls: weight 61, not 60/],
  ['what is assumed', change(1, { assumed: false }), /signal fans: it is shown as observed/],
  ['the score', { ...SHOWN, score: 38.26 }, /^score is 38.26, computed again 38.25$/m],
  ['the floor', { ...SHOWN, score_floor: 33.7 }, /score_floor/],
  ['the ceiling', { ...SHOWN, score_ceiling: 57 }, /score_ceiling/],
  ['a low end below the floor', { ...SHOWN, score_low: 33.7 }, /interval 33.7 to 50 is not around 38.25/],
  ['a high end below the score', { ...SHOWN, score_high: 38 }, /interval 36 to 38 is not around/],
  ['the observed weight', { ...SHOWN, observed_weight: 100 }, /observed_weight/],
  ['what is missing', { ...SHOWN, missing_signals: [] }, /missing_signals are none, not fans/],
  ['the tier', { ...SHOWN, tier: 'indexed' }, /tier is indexed/],
  ['the version', { ...SHOWN, methodology_version: 'v2' }, /methodology v2, published is v1/],
  ['the signals', { ...SHOWN, signals: SHOWN.signals.slice(1) }, /not those of the methodology/],
])('%s that was changed is named', (_, shown, problem) => {
  expect(scoreProblems(shown, METHODOLOGY, DAY).join('\n')).toMatch(problem)
})

test('a claim for each category, and none where the methodology is not known', () => {
  const summary = { handle: 'ada', scores_by_category: { service: SHOWN, tokenized: SHOWN } }
  const claims = scoreClaims(summary, new Map([['service', METHODOLOGY]]), DAY)
  expect(claims.map(({ name, result }) => [name, result])).toEqual([
    ['score of ada in service', 'held'],
    ['score of ada in tokenized', 'not_checked'],
  ])
})
