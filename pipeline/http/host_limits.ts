import type { HostLimits } from './host_queue.ts'

/** What we ask of a host at most, where it allows less than our own pace. */
export const HOST_LIMITS: Record<string, Partial<HostLimits>> = {
  'pypistats.org': { perSecond: 0.5 },
  // It has refused everything for a minute after forty in one, and one a second: half of that.
  'api.npmjs.org': { concurrency: 1, perSecond: 1 / 3 },
}
