import type { Recorded } from '../recorded.ts'

/** The newest recorded word about one item: a server, a repository, a token, an entry on a board. */
export interface Reading {
  /** As the upstream wrote it. */
  item: unknown
  response: Recorded
  /** The date of the first complete listing after it that no longer has the item, or null. */
  goneOn: string | null
  /** The date on which the item was first recorded. */
  firstOn: string
}

/** Says whether the run refused an item of a response: `start` is how the refused row begins. */
export type Quarantine = (response: Recorded, start: string) => boolean

/** Stores a response about an item as its newest reading. */
export function learn(
  readings: Map<string, Reading | null>,
  key: string,
  item: unknown,
  response: Recorded,
): void {
  const firstOn = readings.get(key)?.firstOn ?? response.date
  readings.set(key, { item, response, goneOn: null, firstOn })
}

/** Says of all that a complete listing of a date does not have that they are gone. */
export function markGone(readings: Map<string, Reading>, listed: Set<string>, date: string): void {
  for (const [key, reading] of readings) if (!listed.has(key)) reading.goneOn ??= date
}
