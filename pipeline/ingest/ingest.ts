import { RunFailed } from '../../core/domain/errors.ts'
import type { ArchivedResponse } from '../archive/source_day.ts'
import { VISIT_NOT_OBSERVED } from '../http/guard/record.ts'
import { identifier, literal } from '../model/database.ts'
import { type Columns, createTable, createTableFrom, rowsAsSelect } from '../model/tables.ts'
import { type Reporter, type RunOptions, type SourceSummary, STEPS } from '../run/types.ts'
import type { Source } from '../source/source.ts'
import { listNeeded } from '../source/source_loader.ts'
import { describeChecks, selectBlocksOn, storeBlocks } from './chain_blocks.ts'
import { ClockCheck } from './clock_check.ts'
import { type FetchedSource, fetchSource } from './fetch_source.ts'
import { collectGarbage, withBuffersAsHeap } from './garbage.ts'
import type { IngestContext } from './ingest_context.ts'
import type { QuarantinedRow } from './observe.ts'
import { selectOwnResponses } from './own_responses.ts'
import { createRawTable, getTableName, listColumns } from './raw_table.ts'
import { createSupersededTables, removeUnseen } from './superseded_tables.ts'

/** One row per date and source: the result of the fetch. The history of this table gives the age of every row. */
export const INGEST_COLUMNS: Columns = {
  date: 'DATE',
  source: 'VARCHAR',
  outcome: 'VARCHAR',
  error: 'VARCHAR',
  coverage: 'VARCHAR',
  left_out: 'VARCHAR',
  resume: 'VARCHAR',
  rows: 'BIGINT',
  quarantined: 'BIGINT',
  cleaned: 'BIGINT',
  dropped: 'VARCHAR',
  unanswered: 'BIGINT',
  requests: 'BIGINT',
  not_modified: 'BIGINT',
  bytes: 'BIGINT',
  archived_at: 'VARCHAR',
}

const QUARANTINE_COLUMNS: Columns = {
  date: 'DATE',
  source: 'VARCHAR',
  reason: 'VARCHAR',
  key: 'VARCHAR',
  row: 'VARCHAR',
  source_url: 'VARCHAR',
  response_sha256: 'VARCHAR',
}

/** The keys and texts of so many rows are some hundred megabytes of garbage once they are fetched. */
const MANY_ROWS = 500_000

/** The result of the fetches of a date. */
export interface IngestResult {
  summaries: SourceSummary[]
  /** The sources that got another record of the date than it had. */
  changed: ReadonlySet<string>
}

/**
 * Fetches the sources, or reads them again from the archive where it has this date, and creates their raw tables. The
 * rows are written to the history of the date. Throws RunFailed when no source answers, when none has any row to
 * continue with, or when our clock is off.
 */
export async function ingest(input: Omit<IngestContext, 'clock' | 'changed'>): Promise<IngestResult> {
  const context = { ...input, clock: new ClockCheck(), changed: new Set<string>() }
  const { db, archive, history, sources, options } = context
  const before = new Set(archive.sources(options.day))
  const quarantined: QuarantinedRow[] = []
  const { report, isReadingBack } = options
  report.step(isReadingBack ? STEPS.readBack : STEPS.fetch, isReadingBack ? 0 : sources.length)
  const summaries = await withBuffersAsHeap(() => ingestAll(context, quarantined))
  const clock = context.clock.problem()
  const problem = describeSilence(summaries, options.day) ?? clock
  if (problem !== null) {
    removeRecords(context, before)
    // What was recorded under a wrong time must not be used by the next run.
    if (clock !== null) for (const { name } of sources) archive.removeJournal(options.day, name)
    throw new RunFailed(problem)
  }
  if (!options.offline) removeUnseen(context)
  await createTable(db, 'quarantine', QUARANTINE_COLUMNS, quarantined)
  await requireRows(context)
  const today = `select * from ingest where date = ${literal(options.day)} order by source`
  await history.write(db, 'ingest', options.day, today)
  for (const [table, rows] of Object.entries(selectBlocksOn(options.day)))
    await history.write(db, table, options.day, rows)
  const bad = 'select * from quarantine order by source, source_url, reason, row'
  await history.write(db, 'quarantine', options.day, bad)
  return { summaries, changed: context.changed }
}

/** Runs the sources; each waits only for those that it reads. */
async function ingestAll(context: IngestContext, quarantined: QuarantinedRow[]): Promise<SourceSummary[]> {
  const done = new Map<string, Promise<SourceSummary>>()
  const ingestSource = async (source: Source): Promise<SourceSummary> => {
    const options = withOwnReport(context.options, source)
    await Promise.all(listNeeded(source).map((name) => done.get(name)))
    const started = performance.now()
    const fetched = await fetchSource(context, source)
    const seconds = Math.round(performance.now() - started) / 1000
    if ((getRead(fetched)?.rows.count ?? 0) > MANY_ROWS) collectGarbage()
    await createSupersededTables(context, source, (db, superseded, today) =>
      storeRows({ ...context, db, options }, source, superseded, today),
    )
    const summary = await context.lanes.run((db) =>
      storeSource({ ...context, db, options }, source, fetched, quarantined),
    )
    if (!options.isReadingBack) options.report.tick()
    options.report.source?.({ ...summary, seconds })
    return { ...summary, seconds }
  }
  for (const source of context.sources) done.set(source.name, ingestSource(source))
  // No source is left running after an error.
  const results = await Promise.allSettled(done.values())
  return results.map((result) => {
    if (result.status === 'rejected') throw result.reason
    return result.value
  })
}

const SILENT: Reporter = { step() {}, tick() {}, note() {}, end() {} }

/** While payments are read back nothing is said of the sources that are read from the archive. */
const withOwnReport = (options: RunOptions, { name }: Source): RunOptions =>
  options.isReadingBack && !options.sources?.includes(name) ? { ...options, report: SILENT } : options

async function storeSource(
  context: IngestContext,
  source: Source,
  fetched: FetchedSource | null,
  quarantined: QuarantinedRow[],
): Promise<Omit<SourceSummary, 'seconds'>> {
  const { options } = context
  quarantined.push(...listRefused(fetched))
  const row = await storeRows(context, source, fetched)
  for (const words of describeChecks(getRead(fetched))) options.report.note(`${source.name}: ${words}`)
  if (row.outcome === 'failed')
    options.report.note(`${source.name} failed and keeps its last rows: ${row.error}`)
  else if (row.error !== null) options.report.note(`${source.name} is ${row.error}`)
  if (row.dropped !== null)
    options.report.note(
      `${source.name} keeps ${row.cleaned} rows without what cannot be used: ${row.dropped}`,
    )
  const { outcome, error, requests, not_modified, bytes, rows } = row
  if (row.left_out !== null)
    options.report.note(`${source.name} is read in part; left for another day: ${row.left_out}`)
  if (row.unanswered > 0)
    options.report.note(`${source.name} had ${row.unanswered} requests without an answer`)
  const counts = { requests, not_modified, bytes, rows, quarantined: row.quarantined, cleaned: row.cleaned }
  return {
    name: source.name,
    outcome: row.left_out === null ? outcome : ('part' as const),
    error,
    left_out: row.left_out,
    ...counts,
    unanswered: row.unanswered,
    stale_since: null,
  }
}

const getRead = (fetched: FetchedSource | null) => (fetched?.seen.outcome === 'ok' ? fetched.seen : null)

const listRefused = (fetched: FetchedSource | null): QuarantinedRow[] => getRead(fetched)?.quarantined ?? []

/**
 * Stores what a source has of the day, and creates its raw table; `today` names a table for rows that are no part of the
 * history. Returns its row of `ingest`.
 */
async function storeRows(
  context: IngestContext,
  source: Source,
  fetched: FetchedSource | null,
  today?: string,
): Promise<ReturnType<typeof toIngestRow>> {
  const { db, archive, history, loadsHistory, options } = context
  const { day } = options
  const own = await storeObservations(context, source, fetched, today)
  const refused = listRefused(fetched)
  if (refused.length > 0) {
    const table = `refused_today_${source.name}`
    await createTable(db, table, QUARANTINE_COLUMNS, refused)
    await db.run(`insert into refused_keys select date, source, key from ${identifier(table)}`)
    await db.run(`drop table ${identifier(table)}`)
  }
  const sent = fetched ? selectOwnResponses(archive, source, fetched.recorded) : []
  const row = toIngestRow(day, source.name, fetched, sent)
  await db.run(`insert into ingest ${rowsAsSelect(INGEST_COLUMNS, [row])}`)
  await storeBlocks(db, day, source.name, getRead(fetched))
  await createRawTable(db, source, {
    ...{ history, day, loadedDay: loadsHistory ? day : null },
    ...(today !== undefined && { today: own }),
  })
  return row
}

/**
 * Writes the rows as the date's partition; without any, removes that of an earlier attempt. Rows that are no part of the
 * history stay in the table `kept`; returns its name, or null without rows.
 */
async function storeObservations(
  { db, history, options }: IngestContext,
  source: Source,
  fetched: FetchedSource | null,
  kept?: string,
): Promise<string | null> {
  const table = getTableName(source.name)
  if (fetched?.seen.outcome !== 'ok') {
    if (kept === undefined) history.remove(table, options.day)
    return null
  }
  const { rows } = fetched.seen
  const today = `observed_today_${source.name}`
  await createTableFrom(db, today, listColumns(source), rows.path)
  rows.remove()
  const keys = source.key.map(identifier).join(', ')
  const sorted = `select * from ${identifier(today)} order by ${keys}`
  if (kept === undefined) await history.write(db, table, options.day, sorted)
  else await db.run(`create or replace table ${identifier(kept)} as ${sorted}`)
  await db.run(`drop table ${identifier(today)}`)
  return kept ?? null
}

function toIngestRow(
  date: string,
  source: string,
  fetched: FetchedSource | null,
  sent: readonly ArchivedResponse[],
) {
  const seen = fetched?.seen
  // A failed visit on our side sent no request.
  const responses = sent.filter(({ outcome }) => outcome !== VISIT_NOT_OBSERVED)
  const times = (fetched?.recorded.responses ?? []).map((response) => response.retrieved_at).sort()
  return {
    date,
    source,
    outcome: fetched?.recorded.outcome ?? ('skipped' as const),
    error: toReason(seen),
    ...toCoverageColumns(seen),
    rows: seen?.outcome === 'ok' ? seen.rows.count : 0,
    quarantined: seen?.outcome === 'ok' ? seen.quarantined.length : 0,
    cleaned: seen?.outcome === 'ok' ? seen.cleaned.rows : 0,
    dropped: seen?.outcome === 'ok' ? seen.cleaned.words() : null,
    unanswered: namesDeferred(seen) ? 0 : (fetched?.unanswered ?? 0),
    requests: responses.length,
    not_modified: responses.filter((response) => response.status === 304).length,
    bytes: responses.reduce((sum, response) => sum + response.bytes, 0),
    archived_at: times.at(-1) ?? null,
  }
}

function toReason(seen: FetchedSource['seen'] | undefined): string | null {
  if (seen?.outcome === 'skipped') return seen.reason
  return seen?.outcome === 'failed' ? `${seen.error.name}: ${seen.error.message}` : null
}

/**
 * True if a source states what it deferred: it has handled its unanswered requests, as one with several providers does.
 */
const namesDeferred = (seen: FetchedSource['seen'] | undefined): boolean =>
  seen?.outcome === 'ok' && typeof seen.coverage !== 'string'

function toCoverageColumns(seen: FetchedSource['seen'] | undefined) {
  const none = { left_out: null, resume: null, coverage: null }
  if (seen?.outcome !== 'ok') return none
  const { coverage } = seen
  if (typeof coverage === 'string') return { ...none, coverage }
  if ('blocks' in coverage) return { ...none, coverage: 'blocks', left_out: coverage.left_out }
  return { ...none, coverage: 'changes', ...coverage }
}

/** Zero rows of a partial read are no answer. */
const isAnswered = ({ outcome, requests, rows }: SourceSummary): boolean =>
  requests > 0 && (outcome === 'ok' || (outcome === 'part' && rows > 0))

/** Returns the problem of a day on which no source that sent requests was answered, or null. */
function describeSilence(summaries: SourceSummary[], day: string): string | null {
  const failed = summaries.filter(({ outcome }) => outcome === 'failed')
  if (failed.length === 0 || summaries.some(isAnswered)) return null
  const reasons = failed.map(({ name, error }) => `${name}: ${error}`).join('; ')
  return `every source that was asked for ${day} failed, nothing was kept or published. Run it again when they can be reached (${reasons})`
}

/** Removes this run's record of a day that it does not close, so that the next one fetches again. */
function removeRecords({ archive, history, sources, options }: IngestContext, before: Set<string>): void {
  for (const { name } of sources) {
    if (before.has(name)) continue
    archive.removeDay(options.day, name)
    history.remove(getTableName(name), options.day)
  }
}

/** A source without rows is acceptable; an index without any is not. */
async function requireRows({ db, sources, options }: IngestContext): Promise<void> {
  const counts = sources.map((source) => `(select count(*) from ${identifier(`raw_${source.name}`)})`)
  const [row] = await db.rows<{ total: number }>(`select ${counts.join(' + ')} as total`)
  if (row?.total) return
  const failures = await db.rows<{ source: string; error: string | null }>(
    `select source, error from ingest where date = ${literal(options.day)} order by source`,
  )
  const reasons = failures.map(({ source, error }) => `${source}: ${error ?? 'not asked'}`).join('; ')
  throw new RunFailed(
    `no source has any row for ${options.day}, nothing was published (${reasons}). To ask them again: the same command`,
  )
}
