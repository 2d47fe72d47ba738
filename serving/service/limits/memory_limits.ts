import {
  hasRoom,
  type Limit,
  type Limits,
  outcome,
  type Taken,
  type Used,
  type Window,
  windowsOf,
} from './limits.ts'

/** Callers that are known of each window. */
export const MOST_CALLERS = 100_000

/** The calls of each caller within one window. */
interface Counted {
  startsAt: number
  counts: Map<string, number>
}

/** Counts calls in the memory of this process: for one instance, and for calls that must be quick. */
export class MemoryLimits implements Limits {
  readonly #windows = new Map<string, Counted>()
  readonly #now: () => number
  readonly #mostCallers: number

  /**
   * `now` is in milliseconds since 1970. Of each window so many callers are known; of more, the one is forgotten that
   * has not called for longest.
   */
  constructor({ now, mostCallers = MOST_CALLERS }: { now(): number; mostCallers?: number }) {
    this.#now = now
    this.#mostCallers = mostCallers
  }

  take(name: string, caller: string, limits: readonly Limit[]): Taken {
    const now = this.#now()
    const used = windowsOf(caller, limits, now).map((window) => this.#used(name, window))
    if (!used.every(hasRoom)) return outcome(false, used, now)
    for (const one of used) {
      one.count += 1
      this.#keep(name, one)
    }
    return outcome(true, used, now)
  }

  look(name: string, caller: string, limits: readonly Limit[]): Taken {
    const now = this.#now()
    const used = windowsOf(caller, limits, now).map((window) => this.#used(name, window))
    return outcome(used.every(hasRoom), used, now)
  }

  /** How many callers are known now, in the fullest window. */
  get callers(): number {
    return Math.max(0, ...[...this.#windows.values()].map(({ counts }) => counts.size))
  }

  #used(name: string, window: Window): Used {
    return { ...window, count: this.#countsOf(name, window).get(window.network) ?? 0 }
  }

  /** Who called last stands last, so that the first of the map is the one to forget. */
  #keep(name: string, used: Used): void {
    const counts = this.#countsOf(name, used)
    counts.delete(used.network)
    if (counts.size >= this.#mostCallers) counts.delete(counts.keys().next().value as string)
    counts.set(used.network, used.count)
  }

  /** All callers of a limit have the same window, so that what is over is forgotten at once. */
  #countsOf(name: string, { seconds, startsAt }: Window): Map<string, number> {
    const key = `${name} ${seconds}`
    let counted = this.#windows.get(key)
    if (counted?.startsAt !== startsAt) {
      counted = { startsAt, counts: new Map() }
      this.#windows.set(key, counted)
    }
    return counted.counts
  }
}
