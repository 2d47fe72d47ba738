import type { RateLimit } from '../../../core/interface/rate_limits.ts'
import { Counter } from './counter.ts'
import {
  hasRoom,
  type LimitState,
  type Limits,
  summarize,
  toWindows,
  type UsedWindow,
  type Window,
} from './limits.ts'

/** Maximum number of callers in each window. */
export const MAX_CALLERS = 100_000

/** Counts calls in the memory of this process: for one instance, and for calls that must be quick. */
export class MemoryLimits implements Limits {
  /** Counters by the name of the limits and the length of their windows. */
  readonly #counters = new Map<string, Counter>()
  readonly #now: () => number
  readonly #maxCallers: number

  /** `now` is in milliseconds since 1970. Beyond `maxCallers` in a window, the least recent caller is evicted. */
  constructor({ now, maxCallers = MAX_CALLERS }: { now(): number; maxCallers?: number }) {
    this.#now = now
    this.#maxCallers = maxCallers
  }

  take(name: string, caller: string, limits: readonly RateLimit[]): LimitState {
    const now = this.#now()
    const used = this.#used(name, toWindows(caller, limits, now), now)
    if (!used.every(hasRoom)) return summarize(false, used, now)
    for (const item of used) item.count = this.#counter(name, item).add(item.network, now)
    return summarize(true, used, now)
  }

  peek(name: string, caller: string, limits: readonly RateLimit[]): LimitState {
    const now = this.#now()
    const used = this.#used(name, toWindows(caller, limits, now), now)
    return summarize(used.every(hasRoom), used, now)
  }

  /** Number of callers in the fullest window. */
  get callers(): number {
    return Math.max(0, ...[...this.#counters.values()].map(({ size }) => size))
  }

  #used(name: string, windows: Window[], now: number): UsedWindow[] {
    return windows.map((window) => {
      return { ...window, count: this.#counter(name, window).get(window.network, now) }
    })
  }

  #counter(name: string, { seconds }: RateLimit): Counter {
    const key = `${name} ${seconds}`
    const known = this.#counters.get(key)
    if (known !== undefined) return known
    const counter = new Counter({ windowMs: seconds * 1_000, maxKeys: this.#maxCallers })
    this.#counters.set(key, counter)
    return counter
  }
}
