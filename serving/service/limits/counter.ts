import { Cache } from '../../../core/domain/cache.ts'

/** How a counter counts. */
export interface CounterOptions {
  /** Length of a window, which starts on the clock; without it one window never ends. */
  windowMs?: number
  /** How many windows count together: that of now, and those just before it. */
  windows?: number
  /** Keys that are known of each window: of more, the one that was not used for longest is forgotten. */
  maxKeys: number
}

/** What was counted in one window. */
interface Counted {
  startsAt: number
  counts: Cache<number>
}

/** When the window that a time is in starts. All times are milliseconds since 1970. */
export const startOf = (now: number, windowMs: number): number => now - (now % windowMs)

/** Counts in memory, by key and window of time. Everything that is counted of callers is counted by this, or in the store. */
export class Counter {
  readonly #windowMs: number
  readonly #windows: number
  readonly #maxKeys: number
  /** The newest last. */
  #counted: Counted[] = []

  constructor({ windowMs = Number.POSITIVE_INFINITY, windows = 1, maxKeys }: CounterOptions) {
    this.#windowMs = windowMs
    this.#windows = windows
    this.#maxKeys = maxKeys
  }

  /** How many keys are known of the newest window. */
  get size(): number {
    return this.#counted.at(-1)?.counts.entries ?? 0
  }

  /** What was counted for a key in the windows that count now. */
  get(key: string, now: number): number {
    this.#current(now)
    let sum = 0
    for (const { counts } of this.#counted) sum += counts.get(key) ?? 0
    return sum
  }

  /** Counts for a key in the window of now; returns what that window alone has then. */
  add(key: string, now: number, amount = 1): number {
    const counts = this.#current(now)
    const count = (counts.get(key) ?? 0) + amount
    counts.keep(key, count)
    return count
  }

  /** The counts of the window of now. */
  #current(now: number): Cache<number> {
    const startsAt = startOf(now, this.#windowMs)
    if (this.#counted.at(-1)?.startsAt !== startsAt) this.#turnTo(startsAt)
    return (this.#counted.at(-1) as Counted).counts
  }

  /** Makes a window the newest. What is over is forgotten; a clock that was set back forgets what lies ahead of it. */
  #turnTo(startsAt: number): void {
    const isOver = (counted: Counted) => startsAt - counted.startsAt >= this.#windows * this.#windowMs
    this.#counted = this.#counted.filter((counted) => counted.startsAt <= startsAt && !isOver(counted))
    if (this.#counted.at(-1)?.startsAt !== startsAt)
      this.#counted.push({ startsAt, counts: new Cache({ maxSize: this.#maxKeys }) })
  }
}
