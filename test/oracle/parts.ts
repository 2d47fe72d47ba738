import { Rule } from './compare.ts'
import type { PublishedMethodology } from './published.ts'

/** The scaled value of each signal of a category, null where it was not observed. */
export type Values = { key: string; value: number | null }[]

type Fill = (prior: number | null) => number | null

interface Part {
  isCore: boolean
  weight: number
  filledWeight: number
  /** Weight times value, summed. */
  filled: number
  share: number | null
}

/** Up to fifteen signals, each rounded to 4 decimals, and then their sum to 2. */
const SUM_ROUNDED = 0.005 + 15 * 0.00005

/** A published number that may differ by how it was rounded, once or in each of its summands. */
export const near = (expected: number, shown?: number): Rule | number =>
  shown === undefined
    ? new Rule(`${expected}, rounded to 2 decimals`, (value) => {
        const shown = Number(value)
        return shown === Math.round(shown * 100) / 100 && Math.abs(shown - expected) <= SUM_ROUNDED
      })
    : new Rule(
        `${expected}, rounded to 4 decimals`,
        (value) => Math.abs(Number(value) - expected) <= 0.000051,
      )

/** How many points a signal gives by the published parts, before rounding. */
export function pointsOf(methodology: PublishedMethodology, values: Values, key: string): number {
  const term = methodology.signals.find((one) => one.key === key)
  if (term === undefined) throw new Error(`${key} is no signal of ${methodology.category}`)
  const fill: Fill = (prior) => prior
  const parts = partsOf(methodology, values, fill)
  const part = parts.get(term.part) as Part
  const value = values.find((one) => one.key === key)?.value ?? term.prior
  if (value === null || part.filled === 0) return 0
  return (levelOf(methodology, parts).points(part) * term.weight * value) / part.filled
}

/** Between which scores the missing signals may lie; those without a prior are left out, as in the score. */
export function rangeOf(methodology: PublishedMethodology, values: Values): { low: number; high: number } {
  const scoreWith = (missing: number): number => {
    const parts = partsOf(methodology, values, (prior) => (prior === null ? null : missing))
    const { points } = levelOf(methodology, parts)
    return [...parts.values()].reduce((sum, part) => sum + points(part), 0)
  }
  return { low: scoreWith(0), high: scoreWith(1) }
}

function partsOf({ parts, signals }: PublishedMethodology, values: Values, fill: Fill): Map<string, Part> {
  const observed = new Map(values.map(({ key, value }) => [key, value]))
  return new Map(
    parts.map(({ id, role }) => {
      const terms = signals
        .filter((one) => one.part === id)
        .map(({ key, weight, prior }) => ({ weight, value: observed.get(key) ?? fill(prior) }))
      const filled = terms.filter((one) => one.value !== null)
      const sum = (of: typeof terms, size: (one: (typeof terms)[number]) => number) =>
        of.reduce((total, one) => total + size(one), 0)
      const filledWeight = sum(filled, (one) => one.weight)
      const points = sum(filled, (one) => one.weight * (one.value ?? 0))
      return [
        id,
        {
          isCore: role === 'core',
          weight: sum(terms, (one) => one.weight),
          filledWeight,
          filled: points,
          share: filledWeight === 0 ? null : points / filledWeight,
        },
      ]
    }),
  )
}

/** What each part gives, when the core is the mean or the least of its parts. */
function levelOf({ core }: PublishedMethodology, parts: Map<string, Part>) {
  const cores = [...parts.values()].filter((part) => part.isCore)
  const shared = cores.filter((part) => part.share !== null)
  const coreWeight = cores.reduce((sum, part) => sum + part.weight, 0)
  const sharedWeight = shared.reduce((sum, part) => sum + part.weight, 0)
  const least = Math.min(...shared.map((part) => part.share ?? 0))
  const mean = shared.reduce((sum, part) => sum + part.weight * (part.share ?? 0), 0) / sharedWeight
  const level = shared.length === 0 ? 0 : core === 'least' ? least : mean
  const points = (part: Part): number => {
    if (part.share === null) return 0
    if (!part.isCore) return part.weight * part.share * level
    return (coreWeight / sharedWeight) * part.weight * (core === 'least' ? level : part.share)
  }
  return { points }
}
