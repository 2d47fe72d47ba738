const STEP_MS = 100

/**
 * The time budget of one visit. It only runs while this process does: when other work blocks it, or the machine sleeps,
 * answers are unread, which is no delay of the host's.
 */
export class ProcessTimeBudget {
  #left: number

  constructor(ms: number) {
    this.#left = ms
  }

  get left(): number {
    return Math.max(0, this.#left)
  }

  /** Starts the clock, and calls `end` when the time is over; returns a function that stops it. */
  run(end: () => void): () => void {
    let last = performance.now()
    let timer: NodeJS.Timeout
    const count = () => {
      const now = performance.now()
      this.#left -= Math.min(now - last, 2 * STEP_MS)
      last = now
    }
    const step = () => {
      count()
      if (this.#left <= 0) end()
      else timer = setTimeout(step, Math.min(STEP_MS, this.#left))
    }
    timer = setTimeout(step, Math.min(STEP_MS, this.left))
    return () => {
      clearTimeout(timer)
      count()
    }
  }
}
