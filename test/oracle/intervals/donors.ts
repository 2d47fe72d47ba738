import { computeScore, fillParts } from './formula.ts'
import { type Gap, hasBit, listGaps, MIN_DONORS } from './gaps.ts'
import type { Donor, Population, Vector } from './vectors.ts'

/** Gaps that are given together, and who can give them: from the lowest score by the signals of the mask. */
export interface GapGroup {
  group: number
  indexes: number[]
  donors: (Donor & { score: number })[]
}

/** The gaps of all agents with the same signals, and those who can give for them. */
export interface Mask {
  gaps: Set<number>
  groups: GapGroup[]
  /** The score that a vector has by the signals of the mask alone, in ten-thousandths. */
  score: (vector: Vector) => number
}

/** Finds the gaps of a mask and their donors. */
export function findDonors(population: Population, mask: number): Mask {
  const gaps = listGaps(population, mask)
  const score = maskedScores(population, mask)
  const groups = [...Map.groupBy(gaps, (gap) => gap.group)].map(([group, own]) => {
    const indexes = own.map(({ index }) => index)
    return { group, indexes, donors: listDonors(population, mask, own, score) }
  })
  return { gaps: new Set(gaps.map(({ index }) => index)), groups, score }
}

function maskedScores({ formula }: Population, mask: number): Mask['score'] {
  const known = new Map<Vector, number>()
  return (vector) => {
    const find = (index: number): number | null =>
      (hasBit(mask, index) ? vector.values[index] : null) ?? formula.terms[index]?.prior ?? null
    const score = known.get(vector) ?? computeScore(formula, fillParts(formula, find))
    known.set(vector, score)
    return score
  }
}

/** Those who have the gaps; where forty of them have all signals of the mask too, these alone. */
function listDonors(
  { formula, donors }: Population,
  mask: number,
  gaps: Gap[],
  score: Mask['score'],
): GapGroup['donors'] {
  const asked = formula.terms.flatMap((_, index) => (hasBit(mask, index) ? [index] : []))
  const having = donors.filter(({ vector }) => gaps.every(({ index }) => vector.values[index] !== null))
  const whole = having.filter(({ vector }) => asked.every((index) => vector.values[index] !== null))
  return (whole.length >= MIN_DONORS ? whole : having)
    .map((donor) => ({ ...donor, score: score(donor.vector) }))
    .sort((a, b) => a.score - b.score)
}
