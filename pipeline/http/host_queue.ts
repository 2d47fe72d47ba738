import PQueue from 'p-queue'

/** Maximum rate of requests to one host. */
export interface HostLimits {
  concurrency: number
  /** Requests started per second, one after the other where it is a fraction; `Infinity` for no limit. */
  perSecond: number
  /** Requests that may start in a row, before a pause after which the rate is `perSecond` again; 1 by default. */
  burst?: number
}

export const DEFAULT_LIMITS: HostLimits = { concurrency: 8, perSecond: 50 }

/** One queue for each host: its limit is shared by all clients of a run. */
export class HostQueues {
  readonly #queues = new Map<string, HostQueue>()

  readonly limits: Record<string, Partial<HostLimits>>
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>
  readonly monotonic: () => number

  /** `limits` are by host; `*` is for every host. */
  constructor(
    limits: Record<string, Partial<HostLimits>>,
    sleep: (ms: number, signal: AbortSignal) => Promise<void>,
    monotonic: () => number = () => performance.now(),
  ) {
    this.limits = limits
    this.sleep = sleep
    this.monotonic = monotonic
  }

  of(host: string): HostQueue {
    const queue =
      this.#queues.get(host) ??
      new HostQueue({ ...DEFAULT_LIMITS, ...this.limits['*'], ...this.limits[host] }, this)
    this.#queues.set(host, queue)
    return queue
  }
}

type QueueClock = Pick<HostQueues, 'sleep' | 'monotonic'>

/** Limits concurrency and requests per second, and starts none before the time that the host has named. */
class HostQueue {
  readonly #queue: PQueue
  readonly #waits: QueueClock
  #blockedUntil = 0

  constructor(limits: HostLimits, waits: QueueClock) {
    this.#queue = createPacedQueue(limits)
    this.#waits = waits
  }

  /** Runs a task when its turn comes; one in the background comes after all others. */
  add<T>(task: () => Promise<T>, signal: AbortSignal, isBackground = false): Promise<T> {
    const whenFree = async () => {
      await this.#waitUntilFree(signal)
      return task()
    }
    return this.#queue.add(whenFree, { signal, priority: isBackground ? 0 : 1 })
  }

  /** Blocks the host for this many milliseconds, after it told one of us to wait. */
  block(ms: number): void {
    if (ms > 0) this.#blockedUntil = Math.max(this.#blockedUntil, this.#waits.monotonic() + ms)
  }

  /** Waits before a task retries, and longer where the host told another task to wait longer. */
  async pause(ms: number, signal: AbortSignal, sleep: HostQueues['sleep']): Promise<void> {
    const until = this.#blockedUntil
    await sleep(Math.max(ms, until - this.#waits.monotonic()), signal)
    if (this.#blockedUntil > until) await this.#waitUntilFree(signal)
  }

  async #waitUntilFree(signal: AbortSignal): Promise<void> {
    const { sleep, monotonic } = this.#waits
    const until = this.#blockedUntil
    const left = until - monotonic()
    if (left <= 0) return
    await sleep(left, signal)
    // Another task may have been told to wait longer.
    if (this.#blockedUntil > until) await this.#waitUntilFree(signal)
  }
}

/** Creates a queue limited in concurrency and in tasks started per second. */
export function createPacedQueue({ concurrency, perSecond, burst = 1 }: HostLimits): PQueue {
  if (perSecond === Number.POSITIVE_INFINITY) return new PQueue({ concurrency })
  const rate = Number.isInteger(perSecond)
    ? { interval: 1000, intervalCap: perSecond }
    : { interval: (1000 * burst) / perSecond, intervalCap: burst }
  return new PQueue({ concurrency, ...rate, strict: true })
}
