import { RunFailed } from '../errors.ts'
import { identifier, literal } from '../model/database.ts'
import { type Columns, createTable } from '../model/tables.ts'
import type { SourceSummary } from '../run_types.ts'
import type { Source } from '../source.ts'
import { type Fetched, fetchSource, type IngestContext } from './fetch_source.ts'
import type { QuarantinedRow } from './observe.ts'
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
  key: 'VARCHAR',
  row: 'VARCHAR',
  source_url: 'VARCHAR',
  response_sha256: 'VARCHAR',
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
  const today = `select * from ingest where date = ${literal(options.day)} order by source`
  await history.write(db, 'ingest', options.day, today)
  const bad = 'select * from quarantine order by source, source_url, reason, row'
  await history.write(db, 'quarantine', options.day, bad)
  return summaries
}

async function ingestSource(
  context: IngestContext,
  source: Source,
  quarantined: QuarantinedRow[],
): Promise<SourceSummary> {
  const { db, history, options } = context
  const started = performance.now()
  const fetched = await fetchSource(context, source)
  await keepObservations(context, source, fetched)
  const refused = fetched?.seen.outcome === 'ok' ? fetched.seen.quarantined : []
  quarantined.push(...refused)
  await createTable(db, 'refused_today', QUARANTINE_COLUMNS, refused)
  await db.run('insert into refused_keys select date, source, key from refused_today')
  const row = ingestRow(options.day, source.name, fetched)
  await createTable(db, 'ingest_row', INGEST_COLUMNS, [row])
  await db.run('insert into ingest select * from ingest_row')
  await createRawTable(db, history, source, options.day)
  if (row.outcome === 'failed')
    options.report.note(`${source.name} failed and keeps its last rows: ${row.error}`)
  const { outcome, error, requests, not_modified, bytes, rows } = row
  const seconds = Math.round(performance.now() - started) / 1000
  const counts = { requests, not_modified, bytes, seconds, rows, quarantined: row.quarantined }
  return { name: source.name, outcome, error, ...counts, stale_since: null }
}

/** The rows that came in become the date's partition; without any, one that an earlier attempt wrote is taken back. */
async function keepObservations(
  { db, history, options }: IngestContext,
  source: Source,
  fetched: Fetched | null,
): Promise<void> {
  const table = observationsOf(source.name)
  if (fetched?.seen.outcome !== 'ok') return history.remove(table, options.day)
  await createTable(db, 'observed_today', observationColumns(source), fetched.seen.rows)
  const keys = source.key.map(identifier).join(', ')
  await history.write(db, table, options.day, `select * from observed_today order by ${keys}`)
}

function ingestRow(date: string, source: string, fetched: Fetched | null) {
  const seen = fetched?.seen
  const responses = fetched?.recorded.responses ?? []
  const times = responses.map((response) => response.retrieved_at).sort()
  return {
    date,
    source,
    outcome: fetched?.recorded.outcome ?? ('skipped' as const),
    error: seen?.outcome === 'failed' ? `${seen.error.name}: ${seen.error.message}` : null,
    coverage: seen?.outcome === 'ok' ? seen.coverage : null,
    rows: seen?.outcome === 'ok' ? seen.rows.length : 0,
    quarantined: seen?.outcome === 'ok' ? seen.quarantined.length : 0,
    requests: responses.length,
    not_modified: responses.filter((response) => response.status === 304).length,
    bytes: responses.reduce((sum, response) => sum + response.bytes, 0),
    archived_at: times.at(-1) ?? null,
  }
}

/** A source without rows is bearable; an index without any is not. */
async function requireRows({ db, sources, options }: IngestContext): Promise<void> {
  const counts = sources.map((source) => `(select count(*) from ${identifier(`raw_${source.name}`)})`)
  const [row] = await db.rows<{ total: number }>(`select ${counts.join(' + ')} as total`)
  if (row?.total) return
  const failures = await db.rows<{ source: string; error: string | null }>(
    `select source, error from ingest where date = ${literal(options.day)} order by source`,
  )
  const reasons = failures.map(({ source, error }) => `${source}: ${error ?? 'not asked'}`).join('; ')
  throw new RunFailed(`no source has any row for ${options.day}, nothing was published (${reasons})`)
}
