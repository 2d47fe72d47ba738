import { DAY_MS, daysBefore } from '../../core/domain/dates.ts'
import { RunFailed, UpstreamChanged, UpstreamDown } from '../../core/domain/errors.ts'
import type { Archive } from '../archive/archive.ts'
import type { ArchivedResponse, SourceDay } from '../archive/source_day.ts'
import type { History } from '../history/history.ts'
import { createHttp } from '../http/client.ts'
import { createGuard, type RecordingGuard } from '../http/guard/guard.ts'
import { HostQueue } from '../http/guard/host_queue.ts'
import { replayGuard } from '../http/guard/replay.ts'
import { hostLimits } from '../http/host_limits.ts'
import { HostQueues } from '../http/host_queue.ts'
import type { Http } from '../http/http.ts'
import { replayHttp } from '../http/replay.ts'
import type { Database } from '../model/database.ts'
import type { RunOptions } from '../run_types.ts'
import type { FetchContext, Known, Source } from '../source.ts'
import type { Universe } from '../universe.ts'
import type { ClockCheck } from './clock_check.ts'
import { type Observed, observe } from './observe.ts'
import { pastOf } from './past.ts'
import { createRawTable } from './raw_table.ts'

const USER_AGENT = 'Assay/1.0 (+https://github.com/assay-index/assay)'
const ROBOT_USER_AGENT = 'AssayBot/1.0 (robot; +https://github.com/assay-index/assay)'
// The server that stands in for the internet is on the same machine, and some of what it plays never answers.
const VISIT_TIMEOUT_MS = { live: 8_000, replay: 2_000, sample: 2_000 }
// What is visited again within this many days may be answered by "not modified".
const REVALIDATED_DAYS = 15
export const DEFAULT_MINUTES = 3
const NOT_OBSERVED_THEN = 'not observed on a past day'
/** The queue before the hosts of a world, which all sources that visit it share. */
const QUEUES = new WeakMap<Universe, HostQueue>()
/** The queues of the upstreams of a world, which all sources share. */
const HOST_QUEUES = new WeakMap<Universe, HostQueues>()

/** The parts of a run that ingest works with. */
export interface IngestContext {
  db: Database
  archive: Archive
  history: History
  sources: Source[]
  options: RunOptions
  clock: ClockCheck
}

/** What a source gave, and the record of it. */
export interface Fetched {
  seen: Observed | Skipped
  recorded: SourceDay
  /** Requests that had no answer though the source went on without: what they would have shown is left for another day. */
  unanswered: number
}

/** A source that was not asked: a setting that it needs is not set, or the day is over and it has no past. */
interface Skipped {
  outcome: 'skipped'
  reason: string
}

/**
 * What a source gives on the logical date: read again from the archive where it has the date, else asked of the
 * upstream; null when it is neither recorded nor wanted.
 */
export async function fetchSource(context: IngestContext, source: Source): Promise<Fetched | null> {
  const { archive, options } = context
  const recorded = options.refetch && !options.offline ? null : archive.readDay(options.day, source.name)
  if (recorded) return readAgain(context, source, recorded)
  const isWanted = options.sources === null || options.sources.includes(source.name)
  if (!isWanted || options.offline) return null
  const reason = whySkipped(options, source)
  return reason === null ? askUpstream(context, source) : skip(context, source, reason)
}

function whySkipped({ isBackfilled, env }: RunOptions, { needs = [], pastDay }: Source): string | null {
  if (isBackfilled && !pastDay) return NOT_OBSERVED_THEN
  const unset = needs.find((name) => !env[name])
  return unset === undefined ? null : `not asked: it needs ${unset}, which is not set`
}

/** What a rebuild has to know of a day, beside its responses. */
const marksOf = ({
  isBackfilled,
  isUnreleased,
}: RunOptions): Pick<SourceDay, 'backfilled' | 'unreleased'> => ({
  ...(isBackfilled && { backfilled: true }),
  ...(isUnreleased && { unreleased: true }),
})

/** Records that a source was not asked, so that the day counts as done without it. */
function skip({ archive, options }: IngestContext, { name }: Source, reason: string): Fetched {
  const recorded: SourceDay = {
    source: name,
    date: options.day,
    world: options.universe.world,
    outcome: 'skipped',
    error: { name: 'Skipped', address: null, message: reason },
    ...marksOf(options),
    responses: [],
  }
  archive.writeDay(recorded)
  return { recorded, seen: { outcome: 'skipped', reason }, unanswered: 0 }
}

/** The same code reads the same responses. Settings that were set then count as set, since they decide what is asked. */
async function readAgain(context: IngestContext, source: Source, recorded: SourceDay): Promise<Fetched> {
  if (recorded.outcome === 'skipped') {
    const reason = recorded.error?.message ?? 'not asked'
    return { recorded, seen: { outcome: 'skipped', reason }, unanswered: 0 }
  }
  if (recorded.outcome !== 'ok')
    return {
      recorded,
      seen: { outcome: 'failed', error: failureOf(recorded) },
      unanswered: recorded.unanswered ?? 0,
    }
  const env = Object.fromEntries((recorded.settings ?? []).map((name) => [name, 'recorded']))
  const counted = countUnanswered(replayHttp(recorded, context.archive))
  const guarded = replayGuard(recorded, context.archive)
  const { http } = counted
  const seen = await observe(source, await fetchContext(context, source, { http, guarded, env }))
  if (seen.outcome === 'ok')
    return { seen, recorded, unanswered: recorded.unanswered ?? counted.unanswered() }
  throw new RunFailed(
    `${source.name}: its archive of ${recorded.date} cannot be read again: run the date with --refetch`,
    { cause: seen.error },
  )
}

/** The failure that the archive recorded; its message already begins with the address. */
function failureOf({ error, outcome }: SourceDay): UpstreamDown | UpstreamChanged {
  const address = error?.address ?? 'the upstream'
  const reason = (error?.message ?? outcome).replace(`${address}: `, '')
  return error?.name === 'UpstreamChanged'
    ? new UpstreamChanged(address, reason)
    : new UpstreamDown(address, reason)
}

async function askUpstream(context: IngestContext, source: Source): Promise<Fetched> {
  const { archive, options } = context
  const { fetch, now, sleep, world } = options.universe
  const previous = archive.previousDay(options.day, source.name)
  const client = createHttp({
    fetch,
    archive,
    previous,
    now,
    sleep,
    queues: queuesOf(options.universe),
    maxRequests: source.budget,
    budgetMs: (source.minutes ?? DEFAULT_MINUTES) * 60_000,
    random: Math.random,
    userAgent: USER_AGENT,
    // A replay's clock stands at another day than its server's.
    onAnswer: (host, headers) => world === 'live' && context.clock.note(host, headers, now()),
  })
  const guarded = guardOf(context, source)
  const { http, unanswered } = countUnanswered(client)
  const { env } = options
  const seen = await observe(source, await fetchContext(context, source, { http, guarded, env })).finally(
    () => {
      client.close()
      guarded.close()
    },
  )
  const failed = seen.outcome === 'failed' ? seen.error : null
  const recorded: SourceDay = {
    source: source.name,
    date: options.day,
    world,
    outcome: seen.outcome,
    error: failed && { name: failed.name, address: failed.address, message: failed.message },
    ...marksOf(options),
    settings: Object.keys(options.env)
      .filter((name) => options.env[name])
      .sort(),
    unanswered: unanswered() || undefined,
    responses: failed ? [] : [...client.responses(), ...guarded.responses()],
  }
  archive.writeDay(recorded)
  return { seen, recorded, unanswered: unanswered() }
}

function queuesOf(universe: Universe): HostQueues {
  const { perSecond, sleep, limitsClock } = universe
  const limits = limitsClock === null ? {} : hostLimits(limitsClock)
  const queues = HOST_QUEUES.get(universe) ?? new HostQueues({ '*': { perSecond }, ...limits }, sleep)
  HOST_QUEUES.set(universe, queues)
  return queues
}

/** The client, and how many of its requests had no answer; a request that the archive lacks had none either. */
function countUnanswered(client: Http): { http: Http; unanswered: () => number } {
  let count = 0
  const counted = async <T>(answer: Promise<T>): Promise<T> => {
    try {
      return await answer
    } catch (error) {
      if (error instanceof UpstreamDown) count += 1
      throw error
    }
  }
  const http: Http = {
    remaining: (url) => client.remaining(url),
    json: (url, schema, options) => counted(client.json(url, schema, options)),
    bytes: (url, options) => counted(client.bytes(url, options)),
  }
  return { http, unanswered: () => count }
}

function guardOf({ archive, options }: IngestContext, source: Source): RecordingGuard {
  const { universe, day } = options
  const { resolve, reach, now, sleep, perSecond, world } = universe
  const queue = QUEUES.get(universe) ?? new HostQueue(perSecond)
  QUEUES.set(universe, queue)
  return createGuard({
    ...{ resolve, reach, archive, now, sleep, queue },
    earlier: () => earlierResponses(archive, day, source.name),
    userAgent: ROBOT_USER_AGENT,
    maxVisits: source.budget,
    ...(source.minutes !== undefined && { budgetMs: source.minutes * 60_000 }),
    timeoutMs: VISIT_TIMEOUT_MS[world],
  })
}

/** The responses of the days before, oldest first. */
function earlierResponses(archive: Archive, day: string, source: string): ArchivedResponse[] {
  const dates = archive.dates().filter((date) => date < day)
  const days = dates.slice(-REVALIDATED_DAYS).map((date) => archive.readPast(date, source))
  return days.flatMap((recorded) => (recorded?.outcome === 'ok' ? recorded.responses : []))
}

/** The midnight that ends a day, in seconds since 1970. */
const endOf = (day: string): number => (Date.parse(day) + DAY_MS) / 1000

async function fetchContext(
  { db, history, sources, options }: IngestContext,
  source: Source,
  { http, guarded, env }: Pick<FetchContext, 'http' | 'guarded' | 'env'>,
): Promise<FetchContext> {
  const past = await pastOf(db, source, options.day)
  const readable = new Set([source.name, ...(source.reads ?? [])])
  return {
    http,
    guarded,
    env,
    day: options.day,
    until: options.isBackfilled ? endOf(options.day) : null,
    lastDay: past.lastDay,
    earlierBlocks: past.earlierBlocks,
    resume: past.resume,
    catalog: options.universe.catalog,
    async known(name: string): Promise<Known[]> {
      const asked = sources.find((one) => one.name === name)
      if (!asked || !readable.has(name)) throw new Error(`${source.name} must list ${name} in reads`)
      if (name === source.name) await createRawTable(db, history, asked, daysBefore(options.day, 1))
      return db.rows<Known>(`select * from "raw_${name}"`)
    },
  }
}
