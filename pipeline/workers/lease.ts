const TOUCH_EVERY_MS = 3_000
const MAX_SILENCE_MS = 14_000

/** A worker's lease on a job. */
export interface Lease {
  /** Aborts when the queue was unreachable for so long that it may soon give the job to another worker. */
  signal: AbortSignal
  end(): void
}

/**
 * Stops a worker that is cut off from the queue before the queue gives its job away: otherwise the hosts would get the
 * requests of both. `touch` reaches the queue; `monotonic` is in milliseconds and never goes back.
 */
export function startLease(touch: () => Promise<unknown>, monotonic: () => number): Lease {
  const lost = new AbortController()
  let reachedAt = monotonic()
  const timer = setInterval(() => {
    const now = monotonic()
    if (now - reachedAt >= MAX_SILENCE_MS)
      lost.abort(new Error('the queue is out of reach: the job is left to others'))
    else
      touch().then(
        () => {
          reachedAt = Math.max(reachedAt, now)
        },
        () => {},
      )
  }, TOUCH_EVERY_MS)
  return { signal: lost.signal, end: () => clearInterval(timer) }
}
