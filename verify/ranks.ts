import { type CategoryScore, computeStanding, type PublishedRules } from './score.ts'

/** Score in a category, and its rank. */
export interface RankedScore extends CategoryScore {
  rank: number | null
  rank_low: number | null
  rank_high: number | null
  rank_is_provisional: boolean | null
}

/** A rank, and between which ranks what is missing of all agents allows it to be. */
export interface Rank {
  rank: number
  best: number
  worst: number
  /** Number of ranked agents of the category. */
  ranked: number
}

/** One agent in one category. */
export interface PlacedScore {
  handle: string
  category: string
  row: CategoryScore
}

/** The rank of every agent that has the evidence, by `category handle`, from all published points. */
export function computeRanks(
  scored: PlacedScore[],
  methodologies: ReadonlyMap<string, PublishedRules>,
): Map<string, Rank> {
  return new Map(
    [...Map.groupBy(scored, (placed) => placed.category)].flatMap(([category, rows]) => {
      const methodology = methodologies.get(category)
      return methodology === undefined ? [] : rankCategory(rows, methodology)
    }),
  )
}

function rankCategory(rows: PlacedScore[], methodology: PublishedRules): [string, Rank][] {
  const waived = findWaived(
    rows.map(({ row }) => row),
    methodology,
  )
  const ready = rows
    .map((row) => ({ ...row, ...computeStanding(row.row, methodology, waived) }))
    .filter((row) => row.isReady)
    .sort((a, b) => b.exact - a.exact || (a.handle < b.handle ? -1 : 1))
  const floors = ready.map(({ row }) => row.score_floor).sort((a, b) => b - a)
  const ceilings = ready.map(({ row }) => row.score_ceiling).sort((a, b) => b - a)
  return ready.map(({ handle, category, row }, position) => {
    const best = 1 + countLeading(floors, (floor) => floor > row.score_ceiling)
    const worst = countLeading(ceilings, (ceiling) => ceiling >= row.score_floor)
    return [`${category} ${handle}`, { rank: position + 1, best, worst, ranked: ready.length }]
  })
}

/**
 * Lists what contradicts a place: tier and rank are computed again; the interval of the rank rests on draws, which a rebuild
 * alone makes again, and must lie around the rank and within what is possible.
 */
export function placeProblems(row: RankedScore, rank: Rank | undefined): string[] {
  const { rank_low: low, rank_high: high, rank_is_provisional: isProvisional } = row
  if (rank === undefined)
    return row.tier === 'indexed' && [row.rank, low, high, isProvisional].every((value) => value === null)
      ? []
      : [
          `tier is ${row.tier} with rank ${row.rank} (${low} to ${high}), computed again indexed, without a rank`,
        ]
  if (row.tier !== 'evidence_ranked' || row.rank !== rank.rank)
    return [`tier is ${row.tier} and rank ${row.rank}, computed again evidence_ranked and ${rank.rank}`]
  if (
    low === null ||
    high === null ||
    low > rank.rank ||
    high < rank.rank ||
    low < rank.best ||
    high > rank.worst
  )
    return [
      `the interval of its rank ${rank.rank} is ${low} to ${high}, possible is ${rank.best} to ${rank.worst}`,
    ]
  return isProvisional === high - low >= rank.ranked / 2 ? [] : [`rank_is_provisional is ${isProvisional}`]
}

/** The lists of a category's rule that none of its agents has anything of: they are waived. */
function findWaived(rows: CategoryScore[], { evidence_rule: rule }: PublishedRules): Set<string> {
  const seen = new Set(
    rows.flatMap((row) => row.signals.filter((signal) => !signal.assumed).map((signal) => signal.key)),
  )
  return new Set(
    rule.required.filter((keys) => !keys.some((key) => seen.has(key))).map((keys) => keys.join()),
  )
}

/** Number of leading items of a descending list that fulfil a condition. */
function countLeading(falling: number[], holds: (score: number) => boolean): number {
  let [from, to] = [0, falling.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if (holds(falling[middle] as number)) from = middle + 1
    else to = middle
  }
  return from
}
