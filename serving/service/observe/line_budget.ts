import { Counter } from '../limits/counter.ts'

/** So many kinds are counted apart; the rest is one. */
const MAX_KINDS = 100

/** How many lines of each kind may be written in a minute, so that no caller fills a disk with them. */
export class LineBudget {
  readonly #now: () => number
  readonly #written = new Counter({ windowMs: 60_000, maxKeys: MAX_KINDS + 1 })
  #leftOut = 0

  /** `now` is in milliseconds since 1970. */
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
    const isKnown = this.#written.get(kind, now) > 0 || this.#written.size < MAX_KINDS
    const written = this.#written.add(isKnown ? kind : 'other', now)
    if (written > most) this.#leftOut += 1
    return { isWritten: written <= most, isLast: written === most }
  }
}
