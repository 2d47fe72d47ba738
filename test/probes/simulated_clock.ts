import { Heap } from '../../pipeline/probes/heap.ts'
import type { PaceClock } from '../../pipeline/probes/pace_gate.ts'

interface Sleeper {
  at: number
  end: () => void
}

/** A clock that jumps to the next sleeper whenever nothing else is left to do. */
export class SimulatedClock implements PaceClock {
  #now = 0
  readonly #sleepers = new Heap<Sleeper>((a, b) => a.at < b.at)

  now = (): number => this.#now

  sleep = (ms: number, signal?: AbortSignal): Promise<void> => {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#sleepers.push({ at: this.#now + ms, end: resolve })
    signal?.addEventListener('abort', () => resolve())
    return promise
  }

  /** Runs until a promise settles. */
  async run<T>(result: Promise<T>): Promise<T> {
    let isSettled = false
    const settle = () => {
      isSettled = true
    }
    result.then(settle, settle)
    for (;;) {
      await new Promise(setImmediate)
      if (isSettled) return result
      const next = this.#sleepers.pop()
      if (!next) throw new Error('nothing sleeps, and the promise does not settle')
      this.#now = Math.max(this.#now, next.at)
      next.end()
      for (let also = this.#sleepers.peek(); also?.at === next.at; also = this.#sleepers.peek())
        this.#sleepers.pop()?.end()
    }
  }
}
