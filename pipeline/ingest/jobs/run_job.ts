import { DAY_MS } from '../../../core/domain/dates.ts'
import type { Archive } from '../../archive/archive.ts'
import type { FetchJournal } from '../../archive/fetch_journal.ts'
import type { ArchivedResponse, SourceDay } from '../../archive/source_day.ts'
import { createHttp } from '../../http/client.ts'
import { createGuard, type RecordingGuard } from '../../http/guard/guard.ts'
import { HostQueue } from '../../http/guard/host_queue.ts'
import { scaleHostLimits } from '../../http/host_limits.ts'
import { HostQueues } from '../../http/host_queue.ts'
import { RequestLog } from '../../http/request_log.ts'
import type { Upstreams } from '../../http/upstreams.ts'
import type { FetchContext, Source } from '../../source/source.ts'
import type { ClockCheck } from '../clock_check.ts'
import { type ObserveResult, observe } from '../observe.ts'
import { JobProber, UNLIMITED_SPEED } from './job_prober.ts'

const USER_AGENT = 'Assay/1.0 (+https://github.com/assay-index/assay)'
const ROBOT_USER_AGENT = 'AssayBot/1.0 (robot; +https://github.com/assay-index/assay)'
// The stand-in server is on the same machine, and some of its simulated hosts never answer.
const VISIT_TIMEOUT_MS = { live: 8_000, replay: 2_000, sample: 2_000 }
export const DEFAULT_MINUTES = 3
const GUARD_MINUTES = 5
const DEFAULT_PROBE_MINUTES = 45
/** Queue of visited hosts per data set, shared by all sources that visit them. */
const QUEUES = new WeakMap<Upstreams, HostQueue>()
/** Queues of the upstreams per data set, shared by all sources. */
const HOST_QUEUES = new WeakMap<Upstreams, HostQueues>()

/** Input of one job, on any machine. */
export interface JobInput {
  source: Source
  day: string
  universe: Upstreams
  /** The archive of its responses. */
  archive: Archive
  /** The newest day to revalidate against. */
  previous: Pick<SourceDay, 'responses'> | null
  /** The responses of the days before, oldest first. */
  earlier: () => ArchivedResponse[]
  /** The record of the source whose requests of this day it repeats. */
  repeated?: () => SourceDay | null
  /** The source's input besides the ways to the network. */
  context: Omit<FetchContext, 'http' | 'guarded' | 'prober'>
  clock: ClockCheck
  /** Has the answers of an interrupted run of this day, and takes those of this one; a worker's job has none. */
  journal?: FetchJournal
  /** Time of `performance.now()` from which on nothing is fetched; never by default. */
  fetchUntil?: number
  /** Aborts when the job is leased to another worker: a host must not get requests from two. */
  signal?: AbortSignal
}

/** The result of a job. */
export interface JobDone {
  seen: ObserveResult
  recorded: SourceDay
}

/**
 * Fetches a job's share of a source from the upstream, and records every response, those before a failure too. When
 * `signal` aborts no more requests are sent; the result is then unusable.
 */
export async function runJob(given: JobInput): Promise<JobDone> {
  const { source, context, signal } = given
  // What it reads was cut by the deadline: it has asked for nothing that depends on that.
  const hasNoTime = limitToDeadline(1, given) === 0
  const client = createClient(given)
  const guarded = createJobGuard(given)
  const prober = createJobProber(given)
  const close = (): void => {
    client.close()
    guarded.close()
    prober.close()
  }
  signal?.throwIfAborted()
  signal?.addEventListener('abort', close, { once: true })
  const log = new RequestLog()
  const http = log.watch(client)
  const seen = await observe(source, { ...context, http, guarded, prober }).finally(() => {
    signal?.removeEventListener('abort', close)
    close()
  })
  const failed = seen.outcome === 'failed' ? seen.error : null
  const isOutOfTime = client.isOutOfTime || guarded.isOutOfTime
  const isCut = (hasNoTime && seen.outcome === 'ok') || (prober.isOutOfTime && seen.outcome !== 'failed')
  const recorded: SourceDay = {
    source: source.name,
    date: given.day,
    world: given.universe.world,
    outcome: seen.outcome,
    error: failed && { name: failed.name, address: failed.address, message: failed.message },
    settings: listSettings(context.env),
    unanswered: log.unanswered || undefined,
    unfinished: isCut || isUnfinished(seen, log, isOutOfTime) || undefined,
    failures: log.failures(),
    responses: [...client.responses(), ...guarded.responses(), ...prober.responses()],
  }
  return { seen, recorded }
}

/** True if rows or checks are missing that a later run of the day may get; not where its requests of the day are spent. */
function isUnfinished(
  seen: ObserveResult,
  { unanswered, overLimit }: RequestLog,
  isOutOfTime: boolean,
): boolean {
  if (seen.outcome === 'failed') return false
  const { coverage } = seen
  // Rows may be whole where a check of them was cut.
  const isCut = unanswered > 0 && (typeof coverage === 'string' || isOutOfTime)
  const isPart = isCut || (typeof coverage !== 'string' && coverage.left_out !== null)
  return isPart && (isOutOfTime || unanswered > overLimit)
}

/** Returns the names of the settings that are set. */
export const listSettings = (env: FetchContext['env']): string[] =>
  Object.keys(env)
    .filter((name) => env[name])
    .sort()

function createClient(job: JobInput) {
  const { source, archive, universe, previous, clock, journal = null } = job
  const { fetch, now, sleep, world } = universe
  return createHttp({
    ...{ fetch, archive, previous, now, sleep, journal, repeated: job.repeated?.() ?? null },
    queues: getQueues(universe),
    maxRequests: source.budget,
    budgetMs: limitToDeadline((source.minutes ?? DEFAULT_MINUTES) * 60_000, job),
    random: Math.random,
    userAgent: USER_AGENT,
    // A replay's clock is at another day than its server's.
    onAnswer: (host, headers) => world === 'live' && clock.note(host, headers, now()),
  })
}

function getQueues(universe: Upstreams): HostQueues {
  const { perSecond, sleep, limitsClock } = universe
  const limits = limitsClock === null ? {} : scaleHostLimits(limitsClock)
  const queues = HOST_QUEUES.get(universe) ?? new HostQueues({ '*': { perSecond }, ...limits }, sleep)
  HOST_QUEUES.set(universe, queues)
  return queues
}

function createJobGuard(job: JobInput): RecordingGuard {
  const { source, archive, universe, earlier, journal = null } = job
  const { resolve, reach, now, sleep, perSecond, world } = universe
  const queue = QUEUES.get(universe) ?? new HostQueue(perSecond)
  QUEUES.set(universe, queue)
  return createGuard({
    ...{ resolve, reach, archive, now, sleep, queue, earlier, journal },
    userAgent: ROBOT_USER_AGENT,
    maxVisits: source.budget,
    budgetMs: limitToDeadline((source.minutes ?? GUARD_MINUTES) * 60_000, job),
    timeoutMs: VISIT_TIMEOUT_MS[world],
  })
}

function createJobProber(job: JobInput): JobProber {
  const { universe, archive, context, journal = null } = job
  const minutes = Number(context.env.PROBE_MINUTES ?? DEFAULT_PROBE_MINUTES)
  const isSample = universe.world === 'sample'
  const leftMs = () =>
    limitToDeadline(Number.POSITIVE_INFINITY, job) * (universe.limitsClock ?? UNLIMITED_SPEED)
  // An invented internet has no latency, and the same inputs give the same rows.
  return new JobProber({
    ...{ universe, archive, journal },
    maxMs: isSample ? DAY_MS : minutes * 60_000,
    leftMs,
    ...(isSample && { monotonic: () => 0 }),
  })
}

/** Returns the time that is left for a fetch of at most so many milliseconds. */
const limitToDeadline = (ms: number, { fetchUntil = Number.POSITIVE_INFINITY }: JobInput): number =>
  Math.max(0, Math.min(ms, fetchUntil - performance.now()))

/** True if a job has deferred any of its share. */
export const hasDeferred = ({ seen, recorded }: JobDone): boolean =>
  recorded.unanswered !== undefined ||
  (seen.outcome === 'ok' && typeof seen.coverage !== 'string' && seen.coverage.left_out !== null)
