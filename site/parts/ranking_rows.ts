/** Filter and sort keys of a row of a ranking. */
export interface Row {
  /** Its place in the ranking, from 0. */
  place: number
  text: string
  liveness: string
  score: number
  change: number
}

export type SortOrder = 'rank' | 'name' | 'rose' | 'fell' | 'score'

const ORDERS: Record<SortOrder, (a: Row, b: Row) => number> = {
  rank: (a, b) => a.place - b.place,
  name: (a, b) => a.text.localeCompare(b.text),
  rose: (a, b) => b.change - a.change,
  fell: (a, b) => a.change - b.change,
  score: (a, b) => b.score - a.score,
}

/** The rows that hold every word and live as wanted, in the order wanted; equal ones as they are ranked. */
export function selectRows<Of extends Row>(
  rows: Of[],
  { text, liveness, order }: { text: string; liveness: string; order: SortOrder },
): Of[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  return rows
    .filter((row) => words.every((word) => row.text.includes(word)))
    .filter((row) => liveness === '' || row.liveness === liveness)
    .sort((a, b) => ORDERS[order](a, b) || a.place - b.place)
}
