import { clean } from '../../core/domain/text.ts'
import { HOST_LIMITS } from '../http/host_limits.ts'
import { DEFAULT_LIMITS, type HostLimits } from '../http/host_queue.ts'
import type { Watch, WatchedRequest } from './watch.ts'
import { formatSeconds, formatSize } from './words.ts'

/** Seconds above which an answer is slow, whatever its size. */
const MAX_SECONDS = 10
/** A body that takes more than a second and comes at fewer bytes a second trickles. */
const MIN_BYTES_PER_SECOND = 2_000
const MAX_WORDS = 160

/** Statuses by which a host says that it is asked too often, or too much. */
const OVER_RATE = new Set([429, 529])

/** Describes what went wrong on the way of a subject, though another attempt may have mended it: a sentence each. */
export function describeTroubles({ sent, failures }: Watch): string[] {
  return [...Map.groupBy(sent, ({ host }) => host)].flatMap(([host, requests]) => [
    ...describeRefusals(host, requests),
    ...describeFailures(
      requests.length,
      failures.filter((failed) => failed.host === host).map(({ failure }) => failure.message),
    ),
    ...describeSlowness(requests),
  ])
}

/** Our own limits for a host. */
export const hostPace = (host: string): HostLimits => ({
  ...DEFAULT_LIMITS,
  perSecond: 10,
  ...HOST_LIMITS[host],
})

function describeRefusals(host: string, requests: WatchedRequest[]): string[] {
  const refused = requests.filter(({ status }) => OVER_RATE.has(status ?? 0))
  const [first] = refused
  if (first === undefined) return []
  const wait = first.headers.get('retry-after')
  const asked = wait === null ? '' : `, wait ${clean(wait, 40)}${/^\d+$/.test(wait) ? ' s' : ''}`
  return [
    `refused ${refused.length} of ${requests.length} requests as too many (status ${first.status}${asked}): it is slower than our pace of ${formatPace(hostPace(host).perSecond)}`,
  ]
}

function describeFailures(requests: number, messages: string[]): string[] {
  const others = messages.filter((message) => !/^status (429|529)$/.test(message))
  return [...Map.groupBy(others, (message) => message)].map(
    ([message, same]) => `${same.length} of ${requests} requests failed: ${clean(message, MAX_WORDS)}`,
  )
}

function describeSlowness(requests: WatchedRequest[]): string[] {
  const slow = requests.filter(isSlow)
  const [first] = slow.sort((a, b) => b.ms - a.ms)
  // One of several may be slow for a reason of this machine.
  if (first === undefined || slow.length * 2 <= requests.length) return []
  return [
    `answers slowly: ${formatSize(first.bytes)} in ${formatSeconds(first.ms)}, in ${slow.length} of ${requests.length} requests`,
  ]
}

function isSlow({ ms, firstByteMs, bytes, headers }: WatchedRequest): boolean {
  const seconds = (ms - firstByteMs) / 1000
  // A stream of blocks is sent while they are searched: few of them may come slowly.
  const isSearch = headers.get('content-type')?.includes('jsonl') ?? false
  const trickles = !isSearch && seconds > 1 && bytes / seconds < MIN_BYTES_PER_SECOND
  return ms > MAX_SECONDS * 1000 || trickles
}

/** A pace in words, e.g. `1 in 12 s`. */
const formatPace = (perSecond: number): string =>
  perSecond >= 1 ? `${perSecond} a second` : `1 in ${Math.round(1 / perSecond)} s`
