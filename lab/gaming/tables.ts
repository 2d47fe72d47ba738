import type { Place } from './study.ts'

/** The rank of a place, in words where it has none. */
export const rank = (place: Place): string => (place.rank === null ? 'none' : String(place.rank))

/** Small sums to the tenth of a cent, large ones to the dollar. */
export const usd = (amount: number): string =>
  amount >= 100
    ? Math.round(amount).toLocaleString('en-US')
    : String(Number(amount.toFixed(amount < 1 ? 3 : 2)))

/** Without an exponent. */
export const plain = (amount: number): string => amount.toFixed(12).replace(/\.?0+$/, '')

/** A line of a table in Markdown. */
export const row = (cells: string[]): string => `| ${cells.join(' | ')} |`

/** The head of a table, with `numbers` columns from `from` on aligned to the right. */
export const heading = (head: string[], numbers: number, from: number): string[] => [
  row(head),
  `|${head.map((_, column) => (column >= from && column < from + numbers ? '--:' : '---')).join('|')}|`,
]
