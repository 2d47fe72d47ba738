import { BudgetSpent, RunFailed, UpstreamChanged, UpstreamDown } from '../../core/domain/errors.ts'
import { isIncomplete, type SourceDay } from '../archive/source_day.ts'
import { replayGuard } from '../http/guard/replay.ts'
import { replayHttp } from '../http/replay.ts'
import { RequestLog } from '../http/request_log.ts'
import type { RunOptions } from '../run/types.ts'
import type { Source } from '../source/source.ts'
import { createFetchContext, createSourceJob, wantsPast } from './fetch_context.ts'
import type { IngestContext } from './ingest_context.ts'
import { replayProber } from './jobs/job_prober.ts'
import type { JobEnd } from './jobs/job_queue.ts'
import { LOCAL_QUEUE } from './jobs/local_queue.ts'
import { mergeJobs, type SourceDayHeader } from './jobs/merge.ts'
import { divideSource, WHOLE } from './jobs/part.ts'
import { replayInParts } from './jobs/replay_parts.ts'
import { listSettings } from './jobs/run_job.ts'
import { type ObserveResult, observe } from './observe.ts'
import { closeJournal, hasMore, openJournal, replaceRecord } from './records_of_day.ts'

/** The rows of a source, and the record of its responses. */
export interface FetchedSource {
  seen: ObserveResult | SkippedSource
  recorded: SourceDay
  /** Requests without an answer that the source tolerated: their data is deferred to another day. */
  unanswered: number
}

/** A source that was not fetched: a required setting is missing. */
interface SkippedSource {
  outcome: 'skipped'
  reason: string
}

/**
 * Fetches a source on the logical date: from the archive where it has the date, else from the upstream; null when it is
 * neither recorded nor selected. One that failed on this date, or was left for want of time, is asked again.
 */
export async function fetchSource(context: IngestContext, source: Source): Promise<FetchedSource | null> {
  const { archive, options } = context
  const recorded = archive.readDay(options.day, source.name)
  const isWanted = !options.offline && (options.sources === null || options.sources.includes(source.name))
  if (recorded && !(isWanted && shouldAskAgain(context, recorded)))
    return replaySource(context, source, recorded)
  if (!isWanted) return null
  const reason = getSkipReason(options, source)
  return reason === null ? fetchUpstream(context, source, recorded) : recordSkipped(context, source, reason)
}

const shouldAskAgain = ({ history, options }: IngestContext, recorded: SourceDay): boolean =>
  options.refetch || (isIncomplete(recorded) && !history.isClosed(options.day))

function getSkipReason({ env }: RunOptions, { needs = [] }: Source): string | null {
  const unset = needs.find((name) => !env[name])
  return unset === undefined ? null : `not asked: it needs ${unset}, which is not set`
}

/** Marks of a day that a rebuild needs, beside its responses. */
const selectMarks = (options: RunOptions, source: Source): Pick<SourceDay, 'backfilled' | 'unreleased'> => ({
  ...(wantsPast(options, source) && { backfilled: true }),
  ...(options.isUnreleased && { unreleased: true }),
})

/** Records that a source was not fetched, so that the day counts as done without it. */
function recordSkipped({ archive, options }: IngestContext, source: Source, reason: string): FetchedSource {
  const recorded: SourceDay = {
    source: source.name,
    date: options.day,
    world: options.universe.world,
    outcome: 'skipped',
    error: { name: 'Skipped', address: null, message: reason },
    ...selectMarks(options, source),
    responses: [],
  }
  archive.writeDay(recorded)
  return { recorded, seen: { outcome: 'skipped', reason }, unanswered: 0 }
}

/**
 * Fetches the source in one job or in several; responses from other machines are read here, out of the archive. `before`
 * is its record of this date, which stays where the new one has no more.
 */
async function fetchUpstream(
  context: IngestContext,
  source: Source,
  before: SourceDay | null,
): Promise<FetchedSource> {
  const { options } = context
  const queue = options.queue ?? LOCAL_QUEUE
  const journal = openJournal(context, source, before)
  const job = await createSourceJob(context, source, journal)
  const parts = queue.splitsSources ? await divideSource(source, job.context) : [WHOLE]
  const ends = await queue.runParts(job, parts)
  const recorded = mergeJobs(toHead(options, source), ends, source.split)
  if (before !== null && !options.refetch && !hasMore(recorded, before)) {
    closeJournal(journal, recorded)
    return replaySource(context, source, before)
  }
  replaceRecord(context, recorded)
  closeJournal(journal, recorded)
  const seen = findLocalResult(ends)
  return seen === null
    ? replaySource(context, source, recorded)
    : { seen, recorded, unanswered: recorded.unanswered ?? 0 }
}

/** Returns the rows of a source that was one job on this machine. */
function findLocalResult(ends: JobEnd[]): ObserveResult | null {
  const [end] = ends
  return ends.length === 1 && end?.recorded ? end.seen : null
}

const toHead = (options: RunOptions, source: Source): SourceDayHeader => ({
  source: source.name,
  date: options.day,
  world: options.universe.world,
  ...selectMarks(options, source),
  settings: listSettings(options.env),
})

/**
 * The same code reads the same responses. Settings that were set then count as set, since they decide what is
 * requested.
 */
export async function replaySource(
  context: IngestContext,
  source: Source,
  recorded: SourceDay,
): Promise<FetchedSource> {
  if (recorded.outcome === 'skipped') {
    const reason = recorded.error?.message ?? 'not asked'
    return { recorded, seen: { outcome: 'skipped', reason }, unanswered: 0 }
  }
  if (recorded.outcome !== 'ok')
    return {
      recorded,
      seen: { outcome: 'failed', error: toFailure(recorded) },
      unanswered: recorded.unanswered ?? 0,
    }
  const env = Object.fromEntries((recorded.settings ?? []).map((name) => [name, 'recorded']))
  const log = new RequestLog()
  const http = log.watch(replayHttp(recorded, context.archive))
  const guarded = replayGuard(recorded, context.archive)
  const prober = replayProber(recorded, context.archive)
  const read = recorded.parts === undefined ? source : replayInParts(source, recorded.parts)
  const seen = await observe(read, {
    ...(await createFetchContext(context, source, env, recorded.seen)),
    wantsPast: recorded.backfilled === true,
    ...{ http, guarded, prober },
  })
  if (seen.outcome === 'ok') return { seen, recorded, unanswered: recorded.unanswered ?? log.unanswered }
  throw new RunFailed(
    `${source.name}: its archive of ${recorded.date} cannot be read again: run the date with --refetch`,
    { cause: seen.error },
  )
}

/** Restores the recorded failure; its message already begins with the address. */
function toFailure({ error, outcome }: SourceDay): UpstreamDown | UpstreamChanged {
  const address = error?.address ?? 'the upstream'
  const reason = (error?.message ?? outcome).replace(`${address}: `, '')
  const Failure = [UpstreamChanged, BudgetSpent].find(({ name }) => name === error?.name) ?? UpstreamDown
  return new Failure(address, reason)
}
