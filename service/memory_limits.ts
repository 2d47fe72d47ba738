import {
  hasRoom,
  type Limit,
  type Limits,
  outcome,
  subjectOf,
  type Taken,
  type Used,
  type Window,
  windowAt,
} from './limits.ts'

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
   * `now` is in milliseconds since 1970. Of each window so many callers are known; one more, and all are forgotten: who
   * has so many addresses has no need of it.
   */
  constructor({ now, mostCallers = 100_000 }: { now(): number; mostCallers?: number }) {
    this.#now = now
    this.#mostCallers = mostCallers
  }

  take(name: string, caller: string, limits: readonly Limit[]): Taken {
    const now = this.#now()
    const subject = subjectOf(caller)
    const used = limits.map((limit) => this.#used(name, subject, windowAt(now, limit)))
    if (!used.every(hasRoom)) return outcome(false, used, now)
    for (const one of used) {
      one.count += 1
      this.#keep(name, subject, one)
    }
    return outcome(true, used, now)
  }

  look(name: string, caller: string, limits: readonly Limit[]): Taken {
    const now = this.#now()
    const used = limits.map((limit) => this.#used(name, subjectOf(caller), windowAt(now, limit)))
    return outcome(used.every(hasRoom), used, now)
  }

  #used(name: string, subject: string, window: Window): Used {
    return { ...window, count: this.#countsOf(name, window).get(subject) ?? 0 }
  }

  #keep(name: string, subject: string, used: Used): void {
    const counts = this.#countsOf(name, used)
    if (counts.size >= this.#mostCallers && !counts.has(subject)) counts.clear()
    counts.set(subject, used.count)
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
