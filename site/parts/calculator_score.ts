import { computePoints, computeRange, type Formula, scaleInput } from '../../verify/score.ts'

/** Observed value of each signal: a number, or the whole days since a time; null or missing if not observed. */
export type SignalInputs = Readonly<Record<string, number | null>>

/** A score with what each signal gives of it, as they are published: scaled values and points have 4 decimals. */
export interface Score {
  score: number
  score_floor: number
  score_ceiling: number
  signals: { key: string; scaled: number | null; points: number }[]
}

/** Computes the score of a published methodology for these inputs, to show the effect of a change. */
export function computeScore(formula: Formula, inputs: SignalInputs): Score {
  const values = formula.signals.map((term) => {
    const input = inputs[term.key] ?? null
    return { key: term.key, value: input === null ? null : roundTo(scaleInput(term, input), 4) }
  })
  const signals = values.map(({ key, value }) => ({
    key,
    scaled: value,
    points: roundTo(computePoints(formula, values, key), 4),
  }))
  // In ten-thousandths, of which no sum is off: half a hundredth goes up, as in the published score.
  const total = signals.reduce((sum, { points }) => sum + Math.round(points * 1e4), 0) / 1e4
  const isGuessed = formula.signals.some(({ prior }, i) => prior !== null && values[i]?.value === null)
  const { low, high } = isGuessed ? computeRange(formula, values) : { low: total, high: total }
  return {
    score: roundTo(total, 2),
    score_floor: roundTo(Math.min(low, total), 2),
    score_ceiling: roundTo(Math.max(high, total), 2),
    signals,
  }
}

function roundTo(value: number, digits: number): number {
  const unit = 10 ** digits
  // What is stored below its decimal, such as 1.005, is meant to be it.
  return Math.round(Number((value * unit).toPrecision(15))) / unit
}
