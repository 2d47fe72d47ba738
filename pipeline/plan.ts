import type { Archive } from './archive/archive.ts'
import type { ArchivedResponse } from './archive/source_day.ts'
import { HOSTS_AT_ONCE } from './http/guard/host_queue.ts'
import { HOST_LIMITS } from './http/host_limits.ts'
import { DEFAULT_LIMITS } from './http/host_queue.ts'
import type { RunOptions } from './run_types.ts'
import type { Source } from './source.ts'

/** What a run would ask of one host. */
export interface HostPlan {
  host: string
  /** The sources that ask it. */
  sources: string[]
  requests: number
  /** Our own pace, and what the host publishes or was seen to allow. */
  perSecond: number
  published: string
  /** How long its requests take at that pace, at best. */
  seconds: number
}

export type PlanOptions = Pick<RunOptions, 'day' | 'env' | 'universe' | 'sources'> & {
  /** How many days before the day are read first, afterwards. */
  pastDays?: number
}

/** The addresses that agents supply, each asked at its own host. */
const VISITS = "agents' own addresses"

const NOT_PUBLISHED = 'not published'

/** What a run would ask, and the sources of which that is not known before their first day. */
export interface DayPlan {
  hosts: HostPlan[]
  unknown: string[]
}

/**
 * What a run for a day would ask of each host, the slowest first; nothing is asked. A source is expected to ask what it
 * asked on the last day that it was read, and on its first day what its file says.
 * Days that are read afterwards come on top.
 */
export function planDay(
  archive: Archive,
  sources: Source[],
  { day, env, universe, sources: wanted, pastDays = 0 }: PlanOptions,
): DayPlan {
  const expectations = sources
    .filter(({ name }) => wanted === null || wanted.includes(name))
    .filter(({ needs = [] }) => needs.every((setting) => env[setting]))
    .map((source) => ({
      source: source.name,
      counts: withPast(source, expected(archive, source, day), pastDays),
    }))
  const asked = expectations.flatMap(({ source, counts }) =>
    [...(counts ?? [])].map(([host, requests]) => ({ host, requests, source })),
  )
  const hosts = [...Map.groupBy(asked, ({ host }) => host)].map(([host, entries]) => ({
    ...{ host, sources: entries.map(({ source }) => source).sort() },
    ...paceOf(
      host,
      entries.reduce((sum, { requests }) => sum + requests, 0),
      universe.perSecond,
    ),
  }))
  return {
    hosts: hosts.sort((a, b) => b.seconds - a.seconds || (a.host < b.host ? -1 : 1)),
    unknown: expectations.filter(({ counts }) => counts === null).map(({ source }) => source),
  }
}

function expected(archive: Archive, source: Source, day: string): Map<string, number> | null {
  const last = archive.previousDay(day, source.name)
  if (last === null) return source.firstDay ? new Map(Object.entries(source.firstDay)) : null
  const byHost = Map.groupBy(last.responses, hostOf)
  return new Map([...byHost].map(([host, responses]) => [host, responses.length]))
}

/** The first of all days is like any first day, wherever it lies; those after it are as each past day. */
function withPast(
  { pastDay = {} }: Source,
  counts: Map<string, number> | null,
  pastDays: number,
): Map<string, number> | null {
  if (counts === null) return null
  const more = Object.entries(pastDay).map(([host, requests]): [string, number] => [
    host,
    (counts.get(host) ?? 0) + requests * pastDays,
  ])
  return new Map([...counts, ...more])
}

/** Only a visit has an outcome. */
const hostOf = ({ url, outcome }: ArchivedResponse): string =>
  outcome === undefined ? new URL(url).host : VISITS

function paceOf(host: string, requests: number, ours: number) {
  const rule = HOST_LIMITS[host]
  const published = rule?.published ?? NOT_PUBLISHED
  const perSecond = Math.min(ours, rule?.perSecond ?? DEFAULT_LIMITS.perSecond)
  const hosts = host === VISITS ? HOSTS_AT_ONCE : 1
  return { requests, perSecond, published, seconds: Math.round(requests / perSecond / hosts) }
}
