import type { HostLimits } from './host_queue.ts'

/** What we ask of a host at most, where it allows less than our own pace. */
export const HOST_LIMITS: Record<string, Partial<HostLimits>> = {
  // 500 in five minutes for an address; its data sets are read there too.
  'huggingface.co': { perSecond: 1 },
  'pypistats.org': { perSecond: 0.5 },
}
