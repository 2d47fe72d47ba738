import { Counter } from '../limits/counter.ts'

/** Maximum number of kinds counted apart; the others share one. */
const MAX_KINDS = 100

/** Limits the lines of each kind in a minute, so that no caller fills a disk with them. */
export class LineBudget {
  readonly #now: () => number
  readonly #written = new Counter({ windowMs: 60_000, maxKeys: MAX_KINDS + 1 })
  #omitted = 0

  /** `now` is in milliseconds since 1970. */
  constructor(now: () => number) {
    this.#now = now
  }

  /** Number of lines dropped so far. */
  get omitted(): number {
    return this.#omitted
  }

  /** Takes a line of a kind, of `max` in a minute; returns if it may be written, and if no more follows (`isLast`). */
  take(kind: string, max: number): { isWritten: boolean; isLast: boolean } {
    const now = this.#now()
    const isKnown = this.#written.get(kind, now) > 0 || this.#written.size < MAX_KINDS
    const written = this.#written.add(isKnown ? kind : 'other', now)
    if (written > max) this.#omitted += 1
    return { isWritten: written <= max, isLast: written === max }
  }
}
