import type { HostLimits } from './host_queue.ts'

/** What we ask of a host at most, where it allows less than our own pace. */
export const HOST_LIMITS: Record<string, Partial<HostLimits>> = {
  // Hugging Face allows an address 500 requests in five minutes, over all its hosts.
  'datasets-server.huggingface.co': { concurrency: 2, perSecond: 1 },
  // It has refused everything for a minute after forty in one, and one a second: half of that.
  'api.npmjs.org': { concurrency: 1, perSecond: 1 / 3 },
  'sql-clickhouse.clickhouse.com': { concurrency: 1, perSecond: 1 },
}
