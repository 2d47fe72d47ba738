import type { StandingRow } from './agent_record.ts'

/** The ranks that an agent may have once missing evidence is observed; all null for one without a rank. */
export type RankRange = Pick<StandingRow, 'rank' | 'rank_low' | 'rank_high'>

/** The places that an agent may have, e.g. `4–11`, or `4` where it is certain; null for one without a rank. */
export function placeRange({ rank, rank_low, rank_high }: RankRange): string | null {
  if (rank === null) return null
  return rank_low === null || rank_high === null || rank_low === rank_high
    ? String(rank)
    : `${rank_low}–${rank_high}`
}

/** The same where a lone number needs a mark, as in a badge: `#4`, or `4–11`. */
export function markedPlace(place: RankRange): string | null {
  const range = placeRange(place)
  return range === null || range.includes('–') ? range : `#${range}`
}
