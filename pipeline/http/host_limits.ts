import type { HostLimits } from './host_queue.ts'

/** What we ask of a host at most, and what it publishes or was seen to allow, in words. */
interface HostRule extends Partial<HostLimits> {
  published: string
}

/** The hosts that allow less than our own pace. */
export const HOST_LIMITS: Record<string, HostRule> = {
  'portal.sqd.dev': { perSecond: 2, concurrency: 2, published: '50 requests in 10 s, by some accounts 20' },
  'mainnet.base.org': {
    perSecond: 1,
    concurrency: 1,
    published: '10 calls in a batch, a rate for each call',
  },
  'base-rpc.publicnode.com': { perSecond: 1, concurrency: 1, published: 'not published' },
  'base.drpc.org': { perSecond: 1, concurrency: 1, published: 'not published' },
  'api.github.com': { perSecond: 2, concurrency: 4, published: '1,000 points an hour with a token' },
  'huggingface.co': { perSecond: 1, published: '500 requests in 300 s' },
  'pypistats.org': { perSecond: 0.5, published: '30 a minute' },
}

/** The limits on a clock that runs so many times faster than the wall's: a stand-in's may. */
export const hostLimits = (clock: number): Record<string, Partial<HostLimits>> =>
  Object.fromEntries(
    Object.entries(HOST_LIMITS).map(([host, { published: _, ...limits }]) => [
      host,
      limits.perSecond === undefined ? limits : { ...limits, perSecond: limits.perSecond * clock },
    ]),
  )
