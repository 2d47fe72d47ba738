import type { Dropped } from '../source/source.ts'

/** The rows of one fetch that were kept without a field that could not be used. */
export class Cleaned {
  /** How many rows they are. */
  rows = 0
  readonly #counts = new Map<string, number>()

  /** Counts a row and what was dropped of it; nothing where nothing was. */
  add(dropped: Dropped[]): void {
    if (dropped.length === 0) return
    this.rows++
    const words = new Set(dropped.map(({ field, reason }) => `${field} (${reason})`))
    for (const word of words) this.#counts.set(word, (this.#counts.get(word) ?? 0) + 1)
  }

  /** Each field with the reason and in how many rows it was dropped, in words; null where none was. */
  words(): string | null {
    const sorted = [...this.#counts].sort(([a], [b]) => (a < b ? -1 : 1))
    return sorted.map(([word, count]) => `${word} in ${count}`).join('; ') || null
  }
}
