import type { Schemas } from '../../client/client.ts'
import { cell, line } from '../inert.ts'

/** `not alive` for `not_alive`; null is unknown. */
export const words = (value: string | null | undefined): string => cell(value?.replaceAll('_', ' '))

/** Rank and score as they stand in a row. */
export const rankOf = (rank: number | null): string => (rank === null ? 'unranked' : `#${rank}`)

/** The names of grave flags, or a dash. */
export const flagsOf = (flags: Schemas['CompactAgent']['risk_flags']): string =>
  flags.length === 0 ? '-' : flags.map(({ flag, severity }) => `${words(flag)} (${severity})`).join(', ')

/** What limits an answer, a line for each. */
export const notes = (limitations: readonly string[]): string[] =>
  limitations.length === 0 ? [] : ['', ...limitations.map((one) => line(`note: ${one}`))]
