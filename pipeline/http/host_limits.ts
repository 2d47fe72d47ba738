import type { HostLimits } from './host_queue.ts'

/** What we ask of a host at most, where it allows less than our own pace. */
export const HOST_LIMITS: Record<string, Partial<HostLimits>> = {
  'pypistats.org': { perSecond: 0.5 },
  // 120, 100, 60 and 300 a minute. Some answers take seconds: a gateway has to look for who has the file.
  'trustless-gateway.link': { concurrency: 16, perSecond: 1.9 },
  'ipfs.filebase.io': { concurrency: 16, perSecond: 1.6 },
  'gateway.pinata.cloud': { concurrency: 16, perSecond: 0.9 },
  'ipfs.4everland.io': { concurrency: 16, perSecond: 4.8 },
}
