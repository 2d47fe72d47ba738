import { type CategoryScore, computeStanding, type PublishedRules } from './score.ts'

/** Score in a category, and its rank. */
export interface RankedScore extends CategoryScore {
  rank: number | null
  rank_low: number | null
  rank_high: number | null
  rank_is_provisional: boolean | null
}

/** A rank, and between which ranks the range of the score allows it to be. */
export interface Rank {
  rank: number
  rank_low: number
  rank_high: number
  rank_is_provisional: boolean
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
  const lows = ready.map(({ row }) => row.score_low).sort((a, b) => b - a)
  const highs = ready.map(({ row }) => row.score_high).sort((a, b) => b - a)
  return ready.map(({ handle, category, row }, position) => {
    const rank_low = 1 + countLeading(lows, (low) => low > row.score_high)
    const rank_high = countLeading(highs, (high) => high >= row.score_low)
    const rank_is_provisional = rank_high - rank_low >= ready.length / 2
    return [`${category} ${handle}`, { rank: position + 1, rank_low, rank_high, rank_is_provisional }]
  })
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
