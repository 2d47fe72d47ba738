const WINDOW_MS = 60_000
/** So many kinds are counted apart; the rest is one. */
const MOST_KINDS = 100

/** How many lines of each kind may be written in a minute, so that no caller fills a disk with them. */
export class LineBudget {
  readonly #now: () => number
  #startedAt = Number.NEGATIVE_INFINITY
  #written = new Map<string, number>()
  #leftOut = 0

  /** `now` is in milliseconds. */
  constructor(now: () => number) {
    this.#now = now
  }

  /** Lines left out so far. */
  get leftOut(): number {
    return this.#leftOut
  }

  /** Whether one more line of a kind, of which a minute may have `most`, is to be written; `isLast` says that no more follows. */
  take(kind: string, most: number): { isWritten: boolean; isLast: boolean } {
    const now = this.#now()
    if (Math.abs(now - this.#startedAt) >= WINDOW_MS) {
      this.#startedAt = now
      this.#written = new Map()
    }
    const known = this.#written.has(kind) || this.#written.size < MOST_KINDS ? kind : 'other'
    const written = (this.#written.get(known) ?? 0) + 1
    this.#written.set(known, written)
    if (written > most) this.#leftOut += 1
    return { isWritten: written <= most, isLast: written === most }
  }
}
