import PQueue from 'p-queue'

/** What one host is asked at most. */
export interface HostLimits {
  concurrency: number
  /** Requests begun in any one second; a fraction for fewer than one, `Infinity` for no limit. */
  perSecond: number
}

const DEFAULT_LIMITS: HostLimits = { concurrency: 8, perSecond: 50 }

/** The queue of one host: so many requests at once, so many begun in a second. */
export function hostQueue(host: string, limits: Record<string, Partial<HostLimits>>): PQueue {
  const { concurrency, perSecond } = { ...DEFAULT_LIMITS, ...limits['*'], ...limits[host] }
  if (perSecond === Number.POSITIVE_INFINITY) return new PQueue({ concurrency })
  const rate =
    perSecond >= 1
      ? { interval: 1000, intervalCap: Math.floor(perSecond) }
      : { interval: 1000 / perSecond, intervalCap: 1 }
  return new PQueue({ concurrency, ...rate, strict: true })
}
