import { TransientError } from './failure.ts'

const BASE_DELAY_MS = 200
const MAX_DELAY_MS = 5_000

/** Total time budget of all requests of one source, from the first of them. */
export class RetryBudget {
  readonly #stop = new AbortController()
  /** True once the time was over before the requests were. */
  isSpent = false
  #startedAt: number | null = null

  readonly ms: number
  readonly monotonic: () => number
  readonly whole: RetryBudget | null

  /** A budget within another one is never longer, and ends with it. */
  constructor(ms: number, monotonic: () => number, whole: RetryBudget | null = null) {
    this.ms = ms
    this.monotonic = monotonic
    this.whole = whole
    const end = () => this.#stop.abort(whole?.signal.reason)
    whole?.signal.addEventListener('abort', end, { once: true, signal: this.#stop.signal })
    if (whole?.signal.aborted) end()
  }

  /** Aborts when the time is used up or the client is closed; its reason says which. */
  get signal(): AbortSignal {
    return this.#stop.signal
  }

  start(): void {
    this.whole?.start()
    this.#startedAt ??= this.monotonic()
  }

  /** Returns the remaining milliseconds. */
  left(): number {
    const own = this.#startedAt === null ? this.ms : this.ms - (this.monotonic() - this.#startedAt)
    return Math.min(own, this.whole?.left() ?? own)
  }

  /** Throws when a wait of this length would end after the budget, and aborts everything that runs on it. */
  check(waitMs = 0): void {
    if (waitMs >= this.left()) {
      // Stopped for another reason, it was closed in time.
      this.isSpent ||= !this.signal.aborted
      this.stop(`time budget of ${this.ms / 1000} s spent`)
    }
    this.signal.throwIfAborted()
  }

  stop(reason: string): void {
    this.#stop.abort(new Error(reason))
  }
}

/** Limits of retries and their dependencies. */
export interface RetryOptions {
  attempts: number
  budget: RetryBudget
  random: () => number
  sleep: (ms: number, signal: AbortSignal) => Promise<void>
  onFailure: (failure: TransientError) => unknown
}

/** Retries an attempt while its failure is transient, with exponential back-off and full jitter. */
export async function retry<T>(url: string, attempt: () => Promise<T>, options: RetryOptions): Promise<T> {
  const { attempts, budget, random, sleep, onFailure } = options
  for (let count = 1; ; count++) {
    budget.check()
    try {
      return await attempt()
    } catch (error) {
      if (!(error instanceof TransientError)) throw error
      budget.signal.throwIfAborted()
      onFailure(error)
      if (count === attempts)
        throw new error.Final(url, `${error.message} (${count} attempts)`, { cause: error })
      const backOff = random() * Math.min(MAX_DELAY_MS, BASE_DELAY_MS * 2 ** (count - 1))
      const wait = Math.max(error.waitMs, backOff)
      budget.check(wait)
      await sleep(wait, budget.signal)
    }
  }
}
