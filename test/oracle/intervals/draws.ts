import { hash } from 'node:crypto'
import type { GapGroup, Mask } from './donors.ts'
import { computeScore, type Filling, type Formula, fillParts } from './formula.ts'
import { MIN_DONORS } from './gaps.ts'
import { DRAWS, type Vector } from './vectors.ts'

/** The groups step through their donors by the fraction of the root of a prime, each by another. */
const PRIMES = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71]

/** Returns the drawn scores of a vector, in ten-thousandths; null where it has no gap. */
export function drawScores(formula: Formula, { gaps, groups, score }: Mask, vector: Vector): number[] | null {
  if (gaps.size === 0) return null
  const base = fillParts(formula, (index) =>
    gaps.has(index) ? 0 : (vector.values[index] ?? formula.terms[index]?.prior ?? null),
  )
  const givers = groups.map((group) => giveValues(formula, group, vector, score(vector)))
  return Array.from({ length: DRAWS }, (_, draw) => {
    const points = [...base.points]
    for (const give of givers) add(points, give(draw))
    return computeScore(formula, { points, weights: base.weights })
  })
}

const add = (points: number[], more: number[]): void =>
  more.forEach((value, part) => {
    points[part] = (points[part] ?? 0) + value
  })

/** Returns the points by part that a draw gives for the gaps of a group. */
function giveValues(
  formula: Formula,
  { group, indexes, donors }: GapGroup,
  { id }: Vector,
  score: number,
): (draw: number) => number[] {
  const near = Math.min(donors.length, DRAWS, Math.max(MIN_DONORS, Math.floor(donors.length / 3)))
  const middle = findPlace(donors, score) - Math.floor(near / 2)
  const first = Math.min(Math.max(middle, 0), donors.length - near)
  const start = startStep(`${id} ${group}`)
  const points = (find: (index: number) => number | null): Filling['points'] =>
    fillParts(formula, (index) => (indexes.includes(index) ? find(index) : null)).points
  const [nothing, everything] = [points(() => 0), points(() => 1e4)]
  return (draw) => {
    const step = start + draw * Math.sqrt(PRIMES[group] ?? Number.NaN)
    const slot = Math.floor((step - Math.floor(step)) * (near + 2))
    if (slot === 0) return nothing
    if (slot === near + 1) return everything
    return points((index) => donors[first + slot - 1]?.vector.values[index] ?? null)
  }
}

/** A fraction of a thousand steps from the first eight bytes of a hash, the lowest first. */
const startStep = (text: string): number =>
  Number(Buffer.from(hash('md5', text), 'hex').readBigUInt64LE() % 1000n) / 1000

/** The place of a score among donors: in the middle of equals, else behind all lower ones. */
function findPlace(donors: GapGroup['donors'], score: number): number {
  const [lower, upTo] = [
    countLeading(donors, (other) => other < score),
    countLeading(donors, (other) => other <= score),
  ]
  return upTo > lower ? Math.floor((lower + upTo - 1) / 2) : upTo
}

/** Number of donors at the low end with a score that fulfils a condition. */
function countLeading(donors: GapGroup['donors'], holds: (score: number) => boolean): number {
  let [from, to] = [0, donors.length]
  while (from < to) {
    const middle = Math.floor((from + to) / 2)
    if (holds(donors[middle]?.score ?? 0)) from = middle + 1
    else to = middle
  }
  return from
}
