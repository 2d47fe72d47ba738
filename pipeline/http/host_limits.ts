import type { HostLimits } from './host_queue.ts'

/** What we ask of a host at most, where it allows less than our own pace. */
export const HOST_LIMITS: Record<string, Partial<HostLimits>> = {
  'registry.modelcontextprotocol.io': { perSecond: 8 },
  'pypistats.org': { perSecond: 0.5 },
}
