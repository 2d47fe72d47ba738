import type { z } from 'zod'
import type { methodology } from '../resources/methodology.schema.ts'
import { daysBetween } from './dates.ts'

type Published = z.infer<typeof methodology>

/** What of a published methodology decides a score. */
export type Formula = Pick<Published, 'parts' | 'core'> & { signals: Term[] }
type Term = Pick<
  Published['signals'][number],
  'key' | 'part' | 'weight' | 'transform' | 'floor' | 'cap' | 'half_life_days' | 'prior'
>

/** What was observed of each signal: a number, or the whole days since a time; null or missing where nothing was. */
export type Inputs = Readonly<Record<string, number | null>>

/** A score with what each signal gives of it, as they are published: scaled values and points have 4 decimals. */
export interface Score {
  score: number
  score_low: number
  score_high: number
  signals: { key: string; scaled: number | null; points: number }[]
}

/** What the formula takes of a published value: of a time the whole days from its date to the day. */
export const inputOf = (value: number | string | null, day: string): number | null =>
  typeof value === 'string' ? daysBetween(value.slice(0, 10), day) : value

/** The score that a published methodology gives for these inputs, for whoever wants to see what a change would do. */
export function scoreOf(formula: Formula, inputs: Inputs): Score {
  const scaled = new Map(formula.signals.map((term) => [term.key, scaledOf(term, inputs[term.key] ?? null)]))
  const filled = partsOf(formula, (term) => scaled.get(term.key) ?? term.prior)
  const signals = formula.signals.map((term) => ({
    key: term.key,
    scaled: scaled.get(term.key) ?? null,
    points: rounded(pointsOf(term, scaled.get(term.key) ?? term.prior, filled), 4),
  }))
  // In ten-thousandths, of which no sum is off: half a hundredth goes up, as in the published score.
  const total = sum(signals, (one) => Math.round(one.points * 1e4)) / 1e4
  const isGuessed = formula.signals.some(({ key, prior }) => prior !== null && scaled.get(key) === null)
  const end = (missing: number): number =>
    isGuessed
      ? sum(
          partsOf(formula, ({ key, prior }) => scaled.get(key) ?? (prior === null ? null : missing)),
          (part) => part.points,
        )
      : total
  return {
    score: rounded(total, 2),
    score_low: rounded(Math.min(end(0), total), 2),
    score_high: rounded(Math.max(end(1), total), 2),
    signals,
  }
}

/** An input on its way to points: from 0 to 1, with 4 decimals. */
function scaledOf(term: Term, x: number | null): number | null {
  return x === null ? null : rounded(Math.min(Math.max(transformed(term, x), 0), 1), 4)
}

function transformed({ transform, floor, cap, half_life_days }: Term, x: number): number {
  switch (transform) {
    case 'log':
      return (Math.log1p(Math.max(x, 0)) - Math.log1p(floor)) / (Math.log1p(cap) - Math.log1p(floor))
    case 'root':
      return Math.sqrt(Math.max(x - floor, 0) / (cap - floor))
    case 'recency':
      return x >= cap ? 0 : 0.5 ** (Math.max(x - floor, 0) / (half_life_days ?? Number.NaN))
    default:
      return (x - floor) / (cap - floor)
  }
}

/** A part of a methodology: `weighed` is the sum of weight times value, `points` what the part gives to the score. */
interface Part {
  id: string
  isCore: boolean
  weight: number
  weighed: number
  share: number | null
  points: number
}

/** Core parts give the score, as their mean or their least; a factor counts in the share that they reach. */
function partsOf(formula: Formula, fill: (term: Term) => number | null): Part[] {
  const parts = formula.parts.map(({ id, role }) => ({
    id,
    isCore: role === 'core',
    ...filledOf(formula, id, fill),
  }))
  const cores = parts.filter((part) => part.isCore)
  const known = cores.filter((part) => part.share !== null)
  // A core part without any value drops out, and the others take its weight.
  const taken = sum(cores, (part) => part.weight) / sum(known, (part) => part.weight)
  const level =
    known.length === 0
      ? 0
      : formula.core === 'least'
        ? Math.min(...known.map((part) => part.share ?? 0))
        : sum(known, (part) => part.weight * (part.share ?? 0)) / sum(known, (part) => part.weight)
  return parts.map((part) => {
    const { isCore, weight, share } = part
    if (share === null) return { ...part, points: 0 }
    if (!isCore) return { ...part, points: weight * share * level }
    return { ...part, points: weight * taken * (formula.core === 'least' ? level : share) }
  })
}

function filledOf({ signals }: Formula, id: string, fill: (term: Term) => number | null) {
  const terms = signals.filter((term) => term.part === id).map((term) => ({ ...term, value: fill(term) }))
  const filled = terms.filter((term) => term.value !== null)
  const weighed = sum(filled, (term) => term.weight * (term.value ?? 0))
  const filledWeight = sum(filled, (term) => term.weight)
  return {
    weight: sum(terms, (term) => term.weight),
    weighed,
    share: filledWeight === 0 ? null : weighed / filledWeight,
  }
}

/** The points of a part are divided among its signals by what each brought. */
function pointsOf({ part: id, weight }: Term, value: number | null, parts: Part[]): number {
  const part = parts.find((one) => one.id === id)
  if (part === undefined || value === null || part.weighed === 0) return 0
  return (part.points * weight * value) / part.weighed
}

function rounded(value: number, digits: number): number {
  const unit = 10 ** digits
  // What is stored below its decimal, such as 1.005, is meant to be it.
  return Math.round(Number((value * unit).toPrecision(15))) / unit
}

const sum = <T>(all: readonly T[], size: (one: T) => number): number =>
  all.reduce((total, one) => total + size(one), 0)
