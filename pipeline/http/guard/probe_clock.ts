import { setTimeout as pause } from 'node:timers/promises'

const STEP_MS = 100

interface Limit {
  left: number
  last: number
  end: () => void
}

/**
 * The clock of probes: it measures their times and ends those that take too long. Like `ProcessTimeBudget` it counts
 * limits only while this process runs, but one timer serves thousands of requests, and it may run faster than real time.
 */
export class ProbeClock {
  readonly #limits = new Set<Limit>()
  readonly #speed: number
  readonly #monotonic: () => number
  #timer: NodeJS.Timeout | null = null

  /** `speed`: as of `UPSTREAM_CLOCK`, 1 for live data. `monotonic`: real time in milliseconds. */
  constructor(speed = 1, monotonic: () => number = () => performance.now()) {
    this.#speed = speed
    this.#monotonic = monotonic
  }

  /** Milliseconds of this clock, from an arbitrary start. */
  now(): number {
    return this.#monotonic() * this.#speed
  }

  /** Waits this many milliseconds of the clock; rejects when the signal aborts. */
  async sleep(ms: number, signal: AbortSignal): Promise<void> {
    await pause(ms / this.#speed, undefined, { signal })
  }

  /** Calls `end` once this many milliseconds are over; returns a function that stops it and returns those left. */
  limit(ms: number, end: () => void): () => number {
    const limit: Limit = { left: ms, last: this.now(), end }
    this.#limits.add(limit)
    this.#timer ??= setInterval(() => this.#tick(), STEP_MS / this.#speed)
    return () => {
      if (this.#limits.delete(limit)) this.#count(limit, this.now())
      if (this.#limits.size === 0) this.#stop()
      return Math.max(0, limit.left)
    }
  }

  #tick(): void {
    const now = this.now()
    for (const limit of this.#limits) {
      this.#count(limit, now)
      if (limit.left > 0) continue
      this.#limits.delete(limit)
      limit.end()
    }
    if (this.#limits.size === 0) this.#stop()
  }

  #count(limit: Limit, now: number): void {
    limit.left -= Math.min(now - limit.last, 2 * STEP_MS)
    limit.last = now
  }

  #stop(): void {
    clearInterval(this.#timer ?? undefined)
    this.#timer = null
  }
}
