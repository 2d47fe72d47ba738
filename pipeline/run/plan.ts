import { daysBefore } from '../../core/domain/dates.ts'
import type { Archive } from '../archive/archive.ts'
import { type ArchivedResponse, isIncomplete } from '../archive/source_day.ts'
import type { History } from '../history/history.ts'
import { MAX_CONCURRENT_HOSTS } from '../http/guard/host_queue.ts'
import { HOST_LIMITS } from '../http/host_limits.ts'
import { DEFAULT_LIMITS } from '../http/host_queue.ts'
import { readIngestState } from '../ingest/ingest_state.ts'
import { DEFAULT_MINUTES } from '../ingest/jobs/run_job.ts'
import { readPastTable } from '../ingest/past_table.ts'
import { createRawTable } from '../ingest/raw_table.ts'
import { type Database, openDatabase } from '../model/database.ts'
import { loadIngestHistory } from '../model/load.ts'
import { type ExpectedRequests, type KnownRow, type Source, VISITS } from '../source/source.ts'
import type { RunOptions } from './types.ts'

/** Planned requests to one host. */
export interface HostPlan {
  host: string
  /** The sources that request from it. */
  sources: string[]
  requests: number
  /** True if the number also depends on responses, not only on what is due. */
  isEstimate: boolean
  /** Our own rate limit, and the host's published or observed one. */
  perSecond: number
  /** Requests in a row at that rate. */
  burst: number
  published: string
  /** Minimum duration of its requests at that rate. */
  seconds: number
}

export type PlanOptions = Pick<RunOptions, 'day' | 'env' | 'universe' | 'sources' | 'refetch'>

/** The planned requests of a day, and the sources with none or an unknown number. */
export interface DayPlan {
  /** The slowest first. */
  hosts: HostPlan[]
  requests: number
  /** Sources never read before, of which only the size of their upstream is known. */
  first: string[]
  /** Sources of which even that is unknown. */
  unknown: string[]
  /** Sources that lack a setting, with its name. */
  unset: { source: string; setting: string }[]
  /** Sources already fetched for this day. */
  done: string[]
}

/** Data of earlier days. */
export interface PastData {
  archive: Archive
  history: History
}

const NOT_PUBLISHED = 'not published'

/** Returns the requests that a run for a day would send to each host; sends and writes nothing. */
export async function planDay(past: PastData, sources: Source[], options: PlanOptions): Promise<DayPlan> {
  const { day, env, sources: chosen } = options
  const wanted = sources.filter(({ name }) => chosen === null || chosen.includes(name))
  const done = wanted.filter(({ name }) => {
    const recorded = past.archive.readDay(day, name)
    return !options.refetch && recorded !== null && (past.history.isClosed(day) || !isIncomplete(recorded))
  })
  const unset = wanted.flatMap((source) => {
    const setting = done.includes(source) ? undefined : source.needs?.find((name) => !env[name])
    return setting === undefined ? [] : [{ source: source.name, setting }]
  })
  const isRequested = (source: Source) =>
    !done.includes(source) && !unset.some((item) => item.source === source.name)
  const expectations = await estimateAll(past, sources, wanted.filter(isRequested), options)
  const hosts = toHostPlans(expectations, options)
  const named = (basis: Expectation['basis']) =>
    expectations.filter((expectation) => expectation.basis === basis).map(({ source }) => source.name)
  return {
    hosts,
    requests: hosts.reduce((sum, { requests }) => sum + requests, 0),
    ...{ first: named('first day'), unknown: named('unknown') },
    ...{ unset, done: done.map(({ name }) => name) },
  }
}

/** The expected requests of one source, and the basis of the estimate. */
interface Expectation extends ExpectedRequests {
  source: Source
  basis: 'what is due' | 'last time' | 'first day' | 'unknown'
}

async function estimateAll(
  past: PastData,
  sources: Source[],
  requested: Source[],
  options: PlanOptions,
): Promise<Expectation[]> {
  const db = await openDatabase(':memory:')
  try {
    await loadIngestHistory(db, past.history, options.day)
    const known = readerBefore(db, past.history, sources, options.day)
    const expectations: Expectation[] = []
    for (const source of requested) {
      expectations.push(await estimateSource(db, past, source, known, options))
    }
    return expectations
  } finally {
    db.close()
  }
}

/** Returns a reader of any source's rows as of the day before, each source read once. */
function readerBefore(db: Database, history: History, sources: Source[], day: string) {
  const read = new Map<string, Promise<KnownRow[]>>()
  const readSourceRows = async (name: string): Promise<KnownRow[]> => {
    const source = sources.find((source) => source.name === name)
    if (source === undefined) throw new Error(`there is no source ${name}`)
    await createRawTable(db, source, { history, day: daysBefore(day, 1), loadedDay: null })
    return db.rows<KnownRow>(`select * from "raw_${name}"`)
  }
  return (name: string): Promise<KnownRow[]> => {
    const rows = read.get(name) ?? readSourceRows(name)
    read.set(name, rows)
    return rows
  }
}

async function estimateSource(
  db: Database,
  { archive, history }: PastData,
  source: Source,
  known: (name: string) => Promise<KnownRow[]>,
  { day, env, universe }: PlanOptions,
): Promise<Expectation> {
  const { lastDay, ...past } = await readIngestState(db, source, day)
  const last = readLastResponses(archive, source.name, day)
  if (lastDay === null && last.length === 0)
    return { source, ...estimateFirstDay(source, env, universe.world) }
  const readPast = (table: string) => readPastTable(db, history, source, { table, day })
  const context = { ...past, last, day, env, known, past: readPast, catalog: universe.catalog }
  const due = lastDay === null ? null : ((await source.plan?.({ ...context, lastDay })) ?? null)
  if (due !== null) return { source, ...withRedirects(due, last), basis: 'what is due' }
  return { source, requests: countByHost(last), isEstimate: false, basis: 'last time' }
}

function estimateFirstDay(
  { firstDay }: Source,
  env: PlanOptions['env'],
  world: PlanOptions['universe']['world'],
) {
  const requests = typeof firstDay === 'function' ? firstDay({ env, world }) : firstDay
  const basis = requests === undefined ? ('unknown' as const) : ('first day' as const)
  return { requests: requests ?? {}, isEstimate: true, basis }
}

/** Returns the responses of the newest fetch before a day that sent any request: on some days a source has none due. */
function readLastResponses(archive: Archive, source: string, day: string): ArchivedResponse[] {
  for (const date of archive.dates().reverse()) {
    const recorded = date < day ? archive.readPast(date, source) : null
    if (recorded?.outcome === 'ok' && recorded.responses.length > 0) return recorded.responses
  }
  return []
}

/** Only a visit has an outcome. */
const isVisit = ({ outcome }: ArchivedResponse): boolean => outcome !== undefined

function countByHost(responses: ArchivedResponse[]): Record<string, number> {
  const hosts = Map.groupBy(responses, (response) =>
    isVisit(response) ? VISITS : new URL(response.url).host,
  )
  return Object.fromEntries([...hosts].map(([host, { length }]) => [host, length]))
}

/** Adds requests for redirected visits, at the last fetch's rate. */
function withRedirects(
  { requests, isEstimate }: ExpectedRequests,
  last: ArchivedResponse[],
): ExpectedRequests {
  const visits = last.filter(isVisit)
  const sentOn = visits.filter(({ url, final_url }) => final_url != null && final_url !== new URL(url).href)
  const share = visits.length === 0 ? 0 : sentOn.length / visits.length
  const count = Math.round((requests[VISITS] ?? 0) * (1 + share))
  return { requests: count > 0 ? { ...requests, [VISITS]: count } : requests, isEstimate }
}

function toHostPlans(expectations: Expectation[], { universe }: PlanOptions): HostPlan[] {
  const requested = expectations.flatMap(({ source, requests, isEstimate }) =>
    Object.entries(requests).map(([host, count]) => ({
      ...{ host, source: source.name, isEstimate },
      requests: Math.min(Math.round(count), maxRequests(host, source, universe)),
    })),
  )
  const hosts = [
    ...Map.groupBy(
      requested.filter(({ requests }) => requests > 0),
      ({ host }) => host,
    ),
  ]
  return hosts
    .map(([host, entries]) => ({
      ...{ host, sources: entries.map(({ source }) => source).sort() },
      isEstimate: entries.some((entry) => entry.isEstimate),
      ...estimatePace(
        host,
        entries.reduce((sum, { requests }) => sum + requests, 0),
        universe.perSecond,
      ),
    }))
    .sort((a, b) => b.seconds - a.seconds || (a.host < b.host ? -1 : 1))
}

/** Maximum number of requests within a source's time at the host's rate. */
function maxRequests(
  host: string,
  { minutes = DEFAULT_MINUTES }: Source,
  { limitsClock }: PlanOptions['universe'],
) {
  const { perSecond, burst = 1 } = HOST_LIMITS[host] ?? {}
  return limitsClock === null || perSecond === undefined
    ? Number.POSITIVE_INFINITY
    : Math.ceil((perSecond * limitsClock * minutes * 60) / burst) * burst
}

function estimatePace(host: string, requests: number, ours: number) {
  const rule = HOST_LIMITS[host]
  const published = rule?.published ?? NOT_PUBLISHED
  const perSecond = Math.min(ours, rule?.perSecond ?? DEFAULT_LIMITS.perSecond)
  const burst = perSecond === rule?.perSecond ? (rule.burst ?? 1) : 1
  const hosts = host === VISITS ? MAX_CONCURRENT_HOSTS : 1
  const pauses = Math.floor(requests / burst)
  return { requests, perSecond, burst, published, seconds: Math.round((pauses * burst) / perSecond / hosts) }
}
