import type { Archive, SourceDay } from '../archive/archive.ts'
import { RunFailed, UpstreamChanged, UpstreamDown } from '../errors.ts'
import type { History } from '../history/history.ts'
import { createHttp } from '../http/client.ts'
import type { Http } from '../http/http.ts'
import { replayHttp } from '../http/replay.ts'
import { type Database, literal } from '../model/database.ts'
import { type Columns, createTable } from '../model/tables.ts'
import type { RunOptions, SourceSummary } from '../run_types.ts'
import type { Known, Source } from '../source.ts'
import { type Observed, observe, type QuarantinedRow } from './observe.ts'
import { createRawTable, observationColumns, observationsOf } from './raw_table.ts'

/** One row per date and source: what the fetch came to. The history of this table says how fresh every row is. */
export const INGEST_COLUMNS: Columns = {
  date: 'DATE',
  source: 'VARCHAR',
  outcome: 'VARCHAR',
  error: 'VARCHAR',
  coverage: 'VARCHAR',
  rows: 'BIGINT',
  quarantined: 'BIGINT',
  requests: 'BIGINT',
  not_modified: 'BIGINT',
  bytes: 'BIGINT',
  archived_at: 'VARCHAR',
}

const QUARANTINE_COLUMNS: Columns = {
  date: 'DATE',
  source: 'VARCHAR',
  reason: 'VARCHAR',
  row: 'VARCHAR',
  source_url: 'VARCHAR',
  response_sha256: 'VARCHAR',
}

const USER_AGENT = 'Assay/1.0 (+https://github.com/assay-index/assay)'

/** The parts of a run that ingest works with. */
export interface IngestContext {
  db: Database
  archive: Archive
  history: History
  sources: Source[]
  options: RunOptions
}

/**
 * Fetches each source, or reads it again from the archive where this date has it, and makes its raw table. What
 * came in is written to the history of the date. Throws RunFailed when no source has any row to go on with.
 */
export async function ingest(context: IngestContext): Promise<SourceSummary[]> {
  const { db, history, sources, options } = context
  const quarantined: QuarantinedRow[] = []
  const summaries: SourceSummary[] = []
  options.report.step('ingest', sources.length)
  for (const source of sources) {
    summaries.push(await ingestSource(context, source, quarantined))
    options.report.tick()
  }
  await createTable(db, 'quarantine', QUARANTINE_COLUMNS, quarantined)
  await requireRows(context)
  await history.write(
    db,
    'ingest',
    options.day,
    `select * from ingest where date = ${literal(options.day)} order by source`,
  )
  await history.write(
    db,
    'quarantine',
    options.day,
    'select * from quarantine order by source, source_url, reason, row',
  )
  return summaries
}

async function ingestSource(
  context: IngestContext,
  source: Source,
  quarantined: QuarantinedRow[],
): Promise<SourceSummary> {
  const { db, archive, history, options } = context
  const started = performance.now()
  const archived = options.refetch && !options.offline ? null : archive.readDay(options.day, source.name)
  const wanted = options.sources === null || options.sources.includes(source.name)
  const result = archived
    ? await again(context, source, archived)
    : wanted && !options.offline
      ? await live(context, source)
      : null
  const partition = observationsOf(source.name)
  if (result?.seen.outcome === 'ok') {
    quarantined.push(...result.seen.quarantined)
    await createTable(db, 'observed_today', observationColumns(source), result.seen.rows)
    await history.write(
      db,
      partition,
      options.day,
      `select * from observed_today order by ${source.key.map((key) => `"${key}"`).join(', ')}`,
    )
  } else history.remove(partition, options.day)
  const row = ingestRow(options.day, source.name, result)
  await createTable(db, 'ingest_row', INGEST_COLUMNS, [row])
  await db.run('insert into ingest select * from ingest_row')
  await createRawTable(db, history, source, options.day)
  if (row.outcome === 'failed')
    options.report.note(`${source.name} failed and keeps its last rows: ${row.error}`)
  const seconds = Math.round(performance.now() - started) / 1000
  return {
    name: source.name,
    outcome: row.outcome,
    error: row.error,
    requests: row.requests,
    not_modified: row.not_modified,
    bytes: row.bytes,
    seconds,
    rows: row.rows,
    quarantined: row.quarantined,
    stale_since: null,
  }
}

/** What a source gave, and the record of it. */
interface Result {
  seen: Observed
  recorded: SourceDay
}

/** From the archive: the same code reads the same responses. */
async function again(context: IngestContext, source: Source, recorded: SourceDay): Promise<Result> {
  if (recorded.outcome !== 'ok') {
    return { recorded, seen: { outcome: 'failed', error: failureOf(recorded) } }
  }
  const seen = await observe(
    source,
    await fetchContext(context, source, replayHttp(recorded, context.archive)),
  )
  if (seen.outcome === 'failed')
    throw new RunFailed(
      `${source.name}: its archive of ${recorded.date} cannot be read again: run the date with --refetch`,
      { cause: seen.error },
    )
  return { seen, recorded }
}

/** The failure that the archive recorded; its message already begins with the address. */
function failureOf({ error, outcome }: SourceDay): UpstreamDown | UpstreamChanged {
  const address = error?.address ?? 'the upstream'
  const reason = (error?.message ?? outcome).replace(`${address}: `, '')
  return error?.name === 'UpstreamChanged'
    ? new UpstreamChanged(address, reason)
    : new UpstreamDown(address, reason)
}

async function live(context: IngestContext, source: Source): Promise<Result> {
  const { archive, options } = context
  const { universe, day } = options
  const http = createHttp({
    fetch: universe.fetch,
    archive,
    previous: archive.previousDay(day, source.name),
    now: universe.now,
    random: Math.random,
    sleep: universe.sleep,
    userAgent: USER_AGENT,
    limits: { '*': { perSecond: universe.perSecond } },
  })
  const seen = await observe(source, await fetchContext(context, source, http))
  const failed = seen.outcome === 'failed' ? seen.error : null
  const recorded: SourceDay = {
    source: source.name,
    date: day,
    world: universe.world,
    outcome: seen.outcome,
    error: failed && { name: failed.name, address: failed.address, message: failed.message },
    responses: failed ? [] : http.responses(),
  }
  archive.writeDay(recorded)
  return { seen, recorded }
}

async function fetchContext({ db, history, sources, options }: IngestContext, source: Source, http: Http) {
  const [last] = await db.rows<{ day: string | null }>(
    `select max(date) as day from ingest where source = ${literal(source.name)} and outcome = 'ok'`,
  )
  const readable = new Set([source.name, ...(source.reads ?? [])])
  return {
    http,
    day: options.day,
    lastDay: last?.day ?? null,
    catalog: options.universe.catalog,
    env: options.env,
    async known(name: string): Promise<Known[]> {
      const asked = sources.find((one) => one.name === name)
      if (!asked || !readable.has(name)) throw new Error(`${source.name} must list ${name} in reads`)
      if (name === source.name) await createRawTable(db, history, asked, dayBefore(options.day))
      return db.rows<Known>(`select * from "raw_${name}"`)
    },
  }
}

function ingestRow(date: string, source: string, result: Result | null) {
  const responses = result?.recorded.responses ?? []
  const seen = result?.seen
  return {
    date,
    source,
    outcome: result ? result.recorded.outcome : ('skipped' as const),
    error: seen?.outcome === 'failed' ? `${seen.error.name}: ${seen.error.message}` : null,
    coverage: seen?.outcome === 'ok' ? seen.coverage : null,
    rows: seen?.outcome === 'ok' ? seen.rows.length : 0,
    quarantined: seen?.outcome === 'ok' ? seen.quarantined.length : 0,
    requests: responses.length,
    not_modified: responses.filter((response) => response.status === 304).length,
    bytes: responses.reduce((sum, response) => sum + response.bytes, 0),
    archived_at: responses.reduce<string | null>(
      (latest, one) => (latest === null || one.retrieved_at > latest ? one.retrieved_at : latest),
      null,
    ),
  }
}

/** A source without rows is bearable; an index without any is not. */
async function requireRows({ db, sources, options }: IngestContext): Promise<void> {
  const counts = sources.map((source) => `(select count(*) from "raw_${source.name}")`)
  const [row] = await db.rows<{ total: number }>(`select ${counts.join(' + ')} as total`)
  if (row?.total) return
  const failures = await db.rows<{ source: string; error: string | null }>(
    `select source, error from ingest where date = ${literal(options.day)} order by source`,
  )
  const reasons = failures.map(({ source, error }) => `${source}: ${error ?? 'not asked'}`).join('; ')
  throw new RunFailed(`no source has any row for ${options.day}, nothing was published (${reasons})`)
}

const dayBefore = (day: string): string => new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10)
