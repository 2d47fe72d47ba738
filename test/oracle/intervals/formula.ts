import type { Formula as Published } from '../../../verify/score.ts'

/** A signal of a methodology: what it weighs, and the index of its part. */
interface Term {
  part: number
  weight: number
  /** In ten-thousandths; null where a missing value is left out. */
  prior: number | null
}

/** A methodology as draws use it. */
export interface Formula {
  isLeast: boolean
  parts: { isCore: boolean; weight: number }[]
  terms: Term[]
}

/** Weight times value, in ten-thousandths, and the weight that has a value, of each part. */
export interface Filling {
  points: number[]
  weights: number[]
}

/** Shares of parts are rounded to so many fractions. */
const SHARE = 1e12

/** Reads the formula of a methodology. */
export function readFormula({ core, parts, signals }: Published): Formula {
  const terms = signals.map(({ part, weight, prior }) => ({
    part: parts.findIndex(({ id }) => id === part),
    weight,
    prior: prior === null ? null : Math.round(prior * 1e4),
  }))
  return {
    isLeast: core === 'least',
    parts: parts.map(({ role }, part) => ({
      isCore: role === 'core',
      weight: sum(terms.filter((term) => term.part === part).map((term) => term.weight)),
    })),
    terms,
  }
}

/** Adds up the parts, each signal with the value that `find` gives for its index; null is left out. */
export function fillParts({ parts, terms }: Formula, find: (index: number) => number | null): Filling {
  const filling = { points: parts.map(() => 0), weights: parts.map(() => 0) }
  terms.forEach(({ part, weight }, index) => {
    const value = find(index)
    if (value === null) return
    filling.points[part] = (filling.points[part] ?? 0) + weight * value
    filling.weights[part] = (filling.weights[part] ?? 0) + weight
  })
  return filling
}

/** Returns the score that filled parts make, in ten-thousandths: 0 where the core has no value. */
export function computeScore({ isLeast, parts }: Formula, { points, weights }: Filling): number {
  let [core, shared, least, factors, whole] = [0, 0, SHARE, 0, 0]
  parts.forEach(({ isCore, weight }, index) => {
    const filled = weights[index] ?? 0
    const share = filled === 0 ? 0 : Math.round(((points[index] ?? 0) / 1e4 / filled) * SHARE)
    if (!isCore) factors += weight * share
    else whole += weight
    if (!isCore || filled === 0) return
    core += weight * share
    shared += weight
    least = Math.min(least, share)
  })
  if (shared === 0) return 0
  const level = isLeast ? least / SHARE : core / SHARE / shared
  return Math.round(level * ((whole * SHARE + factors) / SHARE) * 1e4)
}

const sum = (numbers: number[]): number => numbers.reduce((total, number) => total + number, 0)
