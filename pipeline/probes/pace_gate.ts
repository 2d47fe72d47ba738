import { Heap } from './heap.ts'
import type { GateEntry, PaceLimit } from './pace_limit.ts'

/** A clock, and a sleep on it that ends early when its signal is aborted. Milliseconds. */
export interface PaceClock {
  now(): number
  sleep(ms: number, signal: AbortSignal): Promise<void>
}

interface Wake {
  at: number
  limit: PaceLimit
}

/**
 * Starts what waits as soon as all its limits are free, by its order. An entry waits at the first limit that is not
 * free, and no entry holds one limit while it waits for another, so that none is held up by what it does not share.
 */
export class PaceGate {
  readonly #clock: PaceClock
  readonly #ready = new Heap<{ entry: GateEntry; from: PaceLimit | null }>(
    (a, b) => a.entry.order < b.entry.order,
  )
  readonly #wakes = new Heap<Wake>((a, b) => a.at < b.at)
  /** The earliest wake of each limit that is in `#wakes`. */
  readonly #wakeAt = new Map<PaceLimit, number>()
  #timer: { at: number; abort: AbortController } | null = null
  /** True while it starts entries, which may add or end others. */
  #isBusy = false
  #isStopped = false

  constructor(clock: PaceClock) {
    this.#clock = clock
  }

  add(entry: GateEntry): void {
    this.#ready.push({ entry, from: null })
    this.#run()
  }

  /** Ends an entry that was started. */
  end({ limits }: Pick<GateEntry, 'limits'>): void {
    const now = this.#clock.now()
    for (const limit of limits) limit.end()
    for (const limit of limits) this.#wake(limit, now)
    this.#run()
  }

  /** Drops what waits for a limit, now and later. */
  close(limit: PaceLimit): void {
    limit.isClosed = true
    for (let entry = limit.unpark(); entry; entry = limit.unpark()) entry.drop()
  }

  /** Starts and drops nothing more. */
  stop(): void {
    this.#isStopped = true
    this.#timer?.abort.abort()
  }

  #run(): void {
    if (this.#isBusy || this.#isStopped) return
    this.#isBusy = true
    const now = this.#clock.now()
    for (let wake = this.#wakes.peek(); wake && wake.at <= now; wake = this.#wakes.peek()) {
      this.#wakes.pop()
      if (this.#wakeAt.get(wake.limit) === wake.at) this.#wakeAt.delete(wake.limit)
      this.#wake(wake.limit, now)
    }
    for (let ready = this.#ready.pop(); ready && !this.#isStopped; ready = this.#ready.pop()) {
      this.#tryStart(ready.entry, now)
      // What it left free is for the next that waits there.
      if (ready.from) this.#wake(ready.from, now)
    }
    this.#isBusy = false
    this.#setTimer(now)
  }

  #tryStart(entry: GateEntry, now: number): void {
    if (entry.limits.some(({ isClosed }) => isClosed)) {
      entry.drop()
      return
    }
    const full = entry.limits.find(({ freeAt }) => freeAt > now)
    if (full) {
      full.park(entry)
      this.#wake(full, now)
      return
    }
    for (const limit of entry.limits) limit.start(now)
    entry.start()
  }

  /** Moves the first of those that wait for a limit to the ready ones, at once or when time alone frees it. */
  #wake(limit: PaceLimit, now: number): void {
    const { hasWaiting, freeAt } = limit
    if (!hasWaiting || freeAt === Number.POSITIVE_INFINITY) return
    if (freeAt <= now) {
      const entry = limit.unpark()
      if (entry) this.#ready.push({ entry, from: limit })
    } else if (freeAt < (this.#wakeAt.get(limit) ?? Number.POSITIVE_INFINITY)) {
      this.#wakeAt.set(limit, freeAt)
      this.#wakes.push({ at: freeAt, limit })
    }
  }

  #setTimer(now: number): void {
    const at = this.#wakes.peek()?.at
    if (at === undefined || this.#isStopped || (this.#timer && this.#timer.at <= at)) return
    this.#timer?.abort.abort()
    const timer = { at, abort: new AbortController() }
    this.#timer = timer
    const wake = () => {
      if (this.#timer !== timer) return
      this.#timer = null
      this.#run()
    }
    this.#clock.sleep(Math.max(1, at - now), timer.abort.signal).then(wake, wake)
  }
}
