import type { Schemas } from '../../client/client.ts'
import { cell, line } from '../inert.ts'

/** `not alive` for `not_alive`; null is unknown. */
export const formatName = (value: string | null | undefined): string => cell(value?.replaceAll('_', ' '))

/** Rank and score as shown in a row. */
export const formatRank = (rank: number | null): string => (rank === null ? 'unranked' : `#${rank}`)

/** The names of grave flags, or a dash. */
export const formatFlags = (flags: Schemas['CompactAgent']['risk_flags']): string =>
  flags.length === 0 ? '-' : flags.map(({ flag, severity }) => `${formatName(flag)} (${severity})`).join(', ')

const MAX_NOTES = 3

/** Lists the limitations of an answer, a line for each of the first; the rest is counted. */
export function notes(limitations: readonly string[]): string[] {
  if (limitations.length === 0) return []
  const more = limitations.length - MAX_NOTES
  return [
    '',
    ...limitations.slice(0, MAX_NOTES).map((limitation) => line(`note: ${limitation}`)),
    ...(more > 0 ? [`note: and ${more} more, see --json`] : []),
  ]
}
