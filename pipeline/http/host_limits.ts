import type { HostLimits } from './host_queue.ts'

/** What we ask of a host at most, where it allows less than our own pace. */
export const HOST_LIMITS: Record<string, Partial<HostLimits>> = {
  // Without a key it answers five a minute.
  'api.coingecko.com': { perSecond: 1 / 12 },
  // Neither feed publishes a figure, and both refuse whole reads that hurry.
  'api.cdp.coinbase.com': { perSecond: 1 },
  'facilitator.payai.network': { perSecond: 1 },
  'openrouter.ai': { perSecond: 0.5 },
  'pypistats.org': { perSecond: 0.5 },
}
