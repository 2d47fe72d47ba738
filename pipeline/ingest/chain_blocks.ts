import { type Database, literal } from '../model/database.ts'
import { type Columns, rowsAsSelect } from '../model/tables.ts'
import type { ChainCoverage } from '../source/source.ts'
import type { ObserveResult } from './observe.ts'

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

/** One row per date, source of events and chain of which blocks are missing after the run of that date. */
export const GAPS_COLUMNS: Columns = {
  date: 'DATE',
  source: 'VARCHAR',
  chain: 'VARCHAR',
  from_block: 'BIGINT',
  to_block: 'BIGINT',
  missing_blocks: 'BIGINT',
  wanted_blocks: 'BIGINT',
  runs_left: 'BIGINT',
  reason: 'VARCHAR',
  fix: 'VARCHAR',
}

/** Stores the block ranges that were read, from which later days continue, and what is missing of each chain. */
export async function storeBlocks(
  db: Database,
  date: string,
  source: string,
  seen: ObserveResult | null,
): Promise<void> {
  const coverage = seen?.outcome === 'ok' ? seen.coverage : null
  if (coverage === null || typeof coverage === 'string' || !('blocks' in coverage)) return
  const { blocks, gaps = [] }: ChainCoverage = coverage
  const add = async (table: string, columns: Columns, rows: object[]) => {
    const dated = rows.map((row) => ({ date, source, ...row }))
    if (rows.length > 0) await db.run(`insert into ${table} ${rowsAsSelect(columns, dated)}`)
  }
  await add('ingest_blocks', BLOCKS_COLUMNS, blocks)
  await add('ingest_gaps', GAPS_COLUMNS, gaps)
}

/** Queries of the rows of a date, by the table of the history that keeps them. */
export const selectBlocksOn = (date: string): Record<string, string> => ({
  ingest_blocks: `select * from ingest_blocks where date = ${literal(date)} order by source, chain, from_block`,
  ingest_gaps: `select * from ingest_gaps where date = ${literal(date)} order by source, chain`,
})
