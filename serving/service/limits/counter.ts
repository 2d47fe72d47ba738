import { Cache } from '../../../core/domain/cache.ts'

/** Options of a counter. */
export interface CounterOptions {
  /** Length of a window, which starts on the clock; without it one window never ends. */
  windowMs?: number
  /** Number of windows that count together: the current one and those just before it. */
  windows?: number
  /** Maximum number of keys in each window: beyond it, the least recently used is evicted. */
  maxKeys: number
}

/** Counts of one window. */
interface WindowCounts {
  startsAt: number
  counts: Cache<number>
}

/** Returns the start of the window that a time is in. All times are milliseconds since 1970. */
export const windowStart = (now: number, windowMs: number): number => now - (now % windowMs)

/** Counts in memory, by key and window of time. Everything counted of callers uses this, or the store. */
export class Counter {
  readonly #windowMs: number
  readonly #windows: number
  readonly #maxKeys: number
  /** The newest last. */
  #counted: WindowCounts[] = []

  constructor({ windowMs = Number.POSITIVE_INFINITY, windows = 1, maxKeys }: CounterOptions) {
    this.#windowMs = windowMs
    this.#windows = windows
    this.#maxKeys = maxKeys
  }

  /** Number of keys in the newest window. */
  get size(): number {
    return this.#counted.at(-1)?.counts.entries ?? 0
  }

  /** Returns the count of a key in the windows that count now. */
  get(key: string, now: number): number {
    this.#current(now)
    let sum = 0
    for (const { counts } of this.#counted) sum += counts.get(key) ?? 0
    return sum
  }

  /** Adds to a key in the current window; returns that window's count. */
  add(key: string, now: number, amount = 1): number {
    const counts = this.#current(now)
    const count = (counts.get(key) ?? 0) + amount
    counts.put(key, count)
    return count
  }

  /** Returns the counts of the current window. */
  #current(now: number): Cache<number> {
    const startsAt = windowStart(now, this.#windowMs)
    if (this.#counted.at(-1)?.startsAt !== startsAt) this.#startWindow(startsAt)
    return (this.#counted.at(-1) as WindowCounts).counts
  }

  /** Starts a window as the newest. Expired windows are dropped, and future ones if the clock was set back. */
  #startWindow(startsAt: number): void {
    const isOver = (counted: WindowCounts) => startsAt - counted.startsAt >= this.#windows * this.#windowMs
    this.#counted = this.#counted.filter((counted) => counted.startsAt <= startsAt && !isOver(counted))
    if (this.#counted.at(-1)?.startsAt !== startsAt)
      this.#counted.push({ startsAt, counts: new Cache({ maxSize: this.#maxKeys }) })
  }
}
