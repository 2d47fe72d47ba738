import type { Rank } from '../../../verify/ranks.ts'
import type { PublishedMethodology, Summary } from '../published.ts'
import { findDonors, type Mask } from './donors.ts'
import { drawScores } from './draws.ts'
import { readFormula } from './formula.ts'
import { drawRanks } from './ranks.ts'
import { groupAgents } from './vectors.ts'

type Category = NonNullable<Summary['scores_by_category'][keyof Summary['scores_by_category']]>

/** The interval of an agent's score, in points before rounding, and of its rank; null where nothing moves it. */
export interface Interval {
  score: { low: number; high: number } | null
  rank: { low: number; high: number } | null
}

/** Finds the interval of an agent in a category. */
export type FindInterval = (category: string, handle: string) => Interval | undefined

/** Draws the intervals of a category, once somebody asks for it, from the published values of all its agents. */
export function drawnIntervals(
  summaries: Map<string, Summary>,
  methodologies: Map<string, PublishedMethodology>,
  ranks: Map<string, Rank>,
): FindInterval {
  const drawn = new Map<string, Map<string, Interval>>()
  return (category, handle) => {
    const methodology = methodologies.get(category)
    if (methodology === undefined) return undefined
    const known = drawn.get(category) ?? drawCategory(listRows(summaries, category), methodology, ranks)
    drawn.set(category, known)
    return known.get(handle)
  }
}

const listRows = (summaries: Map<string, Summary>, category: string): [string, Category][] =>
  [...summaries.values()].flatMap(({ handle, scores_by_category }) =>
    Object.entries(scores_by_category).flatMap(([name, row]): [string, Category][] =>
      row && name === category ? [[handle, row]] : [],
    ),
  )

function drawCategory(
  rows: [string, Category][],
  methodology: PublishedMethodology,
  ranks: Map<string, Rank>,
): Map<string, Interval> {
  const observed = rows.map(([handle, row]) => ({ handle, scaled: row.signals.map(({ scaled }) => scaled) }))
  const population = groupAgents(readFormula(methodology), observed)
  const masks = new Map<number, Mask>()
  const scores = new Map<string, number[] | null>()
  for (const vector of population.vectors) {
    const mask = masks.get(vector.mask) ?? findDonors(population, vector.mask)
    masks.set(vector.mask, mask)
    const drawn = drawScores(population.formula, mask, vector)
    for (const handle of vector.handles) scores.set(handle, drawn)
  }
  const ranked = rows.filter(([handle]) => ranks.has(`${methodology.category} ${handle}`))
  const places = drawRanks(
    ranked.map(([handle, row]) => ({ handle, drawn: scores.get(handle) ?? sumPoints(row) })),
  )
  return new Map(
    [...scores].map(([handle, drawn]) => [
      handle,
      {
        score: drawn && { low: percentile(drawn, 0.05), high: percentile(drawn, 0.95) },
        rank: places.get(handle) ?? null,
      },
    ]),
  )
}

const sumPoints = ({ signals }: Category): number =>
  signals.reduce((sum, { points }) => sum + Math.round(points * 1e4), 0)

/** The percentile between the two nearest of some scores, in points. */
function percentile(scores: number[], share: number): number {
  const sorted = scores.toSorted((a, b) => a - b)
  const place = share * (sorted.length - 1)
  const [lower, upper] = [sorted[Math.floor(place)] ?? 0, sorted[Math.ceil(place)] ?? 0]
  return (lower + (upper - lower) * (place - Math.floor(place))) / 1e4
}
