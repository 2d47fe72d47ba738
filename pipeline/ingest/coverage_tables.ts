import { literal } from '../model/database.ts'
import { type Columns, rowsAsSelect } from '../model/tables.ts'
import type { Source } from '../source/source.ts'
import type { FetchedSource } from './fetch_source.ts'
import type { IngestContext } from './ingest_context.ts'

/** One row per date, source of events and block range read to its end. */
export const BLOCKS_COLUMNS: Columns = {
  date: 'DATE',
  source: 'VARCHAR',
  chain: 'VARCHAR',
  from_block: 'BIGINT',
  to_block: 'BIGINT',
  from_time: 'VARCHAR',
  to_time: 'VARCHAR',
  final_block: 'BIGINT',
}

/** One row per date, source, chain and kind of things that were not all read (CoverageGap). */
export const GAPS_COLUMNS: Columns = {
  date: 'DATE',
  source: 'VARCHAR',
  chain: 'VARCHAR',
  kind: 'VARCHAR',
  observed_count: 'BIGINT',
  expected_count: 'BIGINT',
  reason: 'VARCHAR',
  fix: 'VARCHAR',
}

/** Stores what a source has read and what it has not: later days continue from there, and read nothing twice. */
export async function storeCoverage(
  { db, options }: IngestContext,
  source: Source,
  fetched: FetchedSource | null,
): Promise<void> {
  const coverage = fetched?.seen.outcome === 'ok' ? fetched.seen.coverage : null
  if (coverage === null || typeof coverage === 'string') return
  const store = async (table: string, columns: Columns, items: object[]) => {
    const rows = items.map((item) => ({ date: options.day, source: source.name, ...item }))
    if (rows.length > 0) await db.run(`insert into ${table} ${rowsAsSelect(columns, rows)}`)
  }
  if ('blocks' in coverage) await store('ingest_blocks', BLOCKS_COLUMNS, coverage.blocks)
  await store('coverage_gaps', GAPS_COLUMNS, coverage.gaps ?? [])
}

/** Writes the day's rows of both tables to the history. */
export async function writeCoverage({ db, history, options }: IngestContext): Promise<void> {
  const today = (table: string, order: string) =>
    `select * from ${table} where date = ${literal(options.day)} order by source, chain, ${order}`
  await history.write(db, 'ingest_blocks', options.day, today('ingest_blocks', 'from_block'))
  await history.write(db, 'coverage_gaps', options.day, today('coverage_gaps', 'kind, reason'))
}
