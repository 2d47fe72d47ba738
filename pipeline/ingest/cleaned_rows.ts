import type { DroppedField } from '../source/source.ts'

/** The rows of one fetch that were stored without a field that could not be used. */
export class CleanedRows {
  /** Number of these rows. */
  rows = 0
  readonly #counts = new Map<string, number>()

  /** Counts a row with dropped fields; ignores a row without. */
  add(dropped: DroppedField[]): void {
    if (dropped.length === 0) return
    this.rows++
    const words = new Set(dropped.map(({ field, reason }) => `${field} (${reason})`))
    for (const word of words) this.#counts.set(word, (this.#counts.get(word) ?? 0) + 1)
  }

  /** Describes each field with the reason and number of rows it was dropped from; null where there are none. */
  words(): string | null {
    const sorted = [...this.#counts].sort(([a], [b]) => (a < b ? -1 : 1))
    return sorted.map(([word, count]) => `${word} in ${count}`).join('; ') || null
  }
}
