import { beforeAll, expect, test } from 'vitest'
import { REST_CATEGORIES } from '../../core/domain/category.ts'
import { computeScore } from '../../site/parts/calculator_score.ts'
import { type Formula, toInput } from '../../verify/score.ts'
import { type SampleHandler, sampleHandler } from '../sample_handler.ts'
import { PUBLISHED_DAYS } from '../sample_output.ts'

interface Shown {
  score: number
  score_floor: number
  score_ceiling: number
  signals: { key: string; value: number | string | null; scaled: number | null; points: number }[]
}

const DAY = PUBLISHED_DAYS.at(-1) ?? ''
/** Points have 4 decimals; the pipeline rounds decimals, and this binary fractions. */
const LAST_DIGIT = 0.000_11
/** Ends of a range have 2 decimals, and are summed from parts. */
const LAST_OF_RANGE = 0.010_1

let sample: SampleHandler
let handles: string[]

beforeAll(async () => {
  sample = await sampleHandler()
  const index = sample.release.file('private', 'agents-index.json')?.read().toString() ?? '[]'
  handles = (JSON.parse(index) as [handle: string][]).map(([handle]) => handle)
}, 300_000)

const readFormula = (category: string): Promise<Formula> =>
  sample.json(
    (REST_CATEGORIES as readonly string[]).includes(category)
      ? `/api/methodology/${category}/llm-summary`
      : `/data/methodology/${category}.json`,
  )

test('each published score follows from the published signals of its agent, to the digit', async () => {
  const formulas = new Map<string, Formula>()
  let seen = 0
  for (const handle of handles) {
    const { scores_by_category } = await sample.json<{ scores_by_category: Record<string, Shown> }>(
      `/api/agent/${handle}/llm-summary`,
    )
    for (const [category, shown] of Object.entries(scores_by_category)) {
      const formula = formulas.get(category) ?? (await readFormula(category))
      formulas.set(category, formula)
      const { signals, ...score } = computeScore(
        formula,
        Object.fromEntries(
          shown.signals.map(({ key, value }) => [key, value === null ? null : toInput(value, DAY)]),
        ),
      )
      expect(score.score, `${handle} in ${category}`).toBe(shown.score)
      expect(Math.abs(score.score_floor - shown.score_floor), handle).toBeLessThan(LAST_OF_RANGE)
      expect(Math.abs(score.score_ceiling - shown.score_ceiling), handle).toBeLessThan(LAST_OF_RANGE)
      for (const [at, { scaled, points }] of signals.entries()) {
        const signal = shown.signals[at]
        expect(Math.abs((scaled ?? -1) - (signal?.scaled ?? -1)), `${handle}: ${signal?.key}`).toBeLessThan(
          LAST_DIGIT,
        )
        expect(Math.abs(points - (signal?.points ?? -1)), `${handle}: ${signal?.key}`).toBeLessThan(
          LAST_DIGIT,
        )
      }
      seen++
    }
  }
  expect(formulas.size).toBe(5)
  expect(seen).toBeGreaterThan(340)
}, 120_000)

const FORMULA: Formula = {
  category: 'service',
  core: 'mean',
  parts: [
    { id: 'use', role: 'core' },
    { id: 'age', role: 'factor' },
  ],
  signals: [
    {
      key: 'calls',
      unit: 'calls',
      part: 'use',
      weight: 60,
      transform: 'linear',
      floor: 0,
      cap: 10,
      half_life_days: null,
      prior: 0.2,
    },
    {
      key: 'fans',
      unit: 'fans',
      part: 'use',
      weight: 20,
      transform: 'linear',
      floor: 0,
      cap: 10,
      half_life_days: null,
      prior: 0.2,
    },
    {
      key: 'seen',
      unit: 'time',
      part: 'age',
      weight: 20,
      transform: 'recency',
      floor: 0,
      cap: 90,
      half_life_days: 30,
      prior: 0,
    },
  ],
}

test('a score by hand, with what is missing, and with a core that is the least of its parts', () => {
  // use = (60·0.5 + 20·0.2)/80 = 0.425: 34 points; age = 20·0.5·0.425. fans may be 0 or 1.
  expect(computeScore(FORMULA, { calls: 5, seen: toInput('2026-01-01T23:59:59Z', '2026-01-31') })).toEqual({
    ...{ score: 38.25, score_floor: 33.75, score_ceiling: 56.25 },
    signals: [
      { key: 'calls', scaled: 0.5, points: 30 },
      { key: 'fans', scaled: null, points: 4 },
      { key: 'seen', scaled: 0.5, points: 4.25 },
    ],
  })
  const least: Formula = {
    ...FORMULA,
    core: 'least',
    parts: FORMULA.parts.map((part) => ({ ...part, role: 'core' })),
  }
  expect(computeScore(least, { calls: 5, fans: 2, seen: 30 }).score).toBe(42.5)
  expect(computeScore(least, { calls: 0, fans: 0, seen: 0 }).score).toBe(0)
})
