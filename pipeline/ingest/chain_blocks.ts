import { describeCheck } from '../chain/describe_check.ts'
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

/** One row per date, source, chain and kind of check of the answers. */
export const CHECKS_COLUMNS: Columns = {
  date: 'DATE',
  source: 'VARCHAR',
  chain: 'VARCHAR',
  kind: 'VARCHAR',
  observed_count: 'BIGINT',
  expected_count: 'BIGINT',
  lost_count: 'BIGINT',
  healed_count: 'BIGINT',
  missing_count: 'BIGINT',
  missing_low: 'BIGINT',
  missing_high: 'BIGINT',
  asked_count: 'BIGINT',
  detail: 'VARCHAR',
  unmade: 'VARCHAR',
}

/** Stores the block ranges that were read, from which later days continue, and what is missing of each chain. */
export async function storeBlocks(
  db: Database,
  date: string,
  source: string,
  seen: ObserveResult | null,
): Promise<void> {
  const coverage = getChainCoverage(seen)
  if (coverage === null) return
  const { blocks, gaps = [], checks = [] } = coverage
  const add = async (table: string, columns: Columns, rows: object[]) => {
    const dated = rows.map((row) => ({ date, source, ...row }))
    if (rows.length > 0) await db.run(`insert into ${table} ${rowsAsSelect(columns, dated)}`)
  }
  await add('ingest_blocks', BLOCKS_COLUMNS, blocks)
  await add('ingest_gaps', GAPS_COLUMNS, gaps)
  await add('ingest_checks', CHECKS_COLUMNS, checks)
}

/** Says which checks found anything, and which could not be made. */
export const describeChecks = (seen: ObserveResult | null): string[] =>
  (getChainCoverage(seen)?.checks ?? []).flatMap((check) => describeCheck(check) ?? [])

function getChainCoverage(seen: ObserveResult | null): ChainCoverage | null {
  const coverage = seen?.outcome === 'ok' ? seen.coverage : null
  return coverage !== null && typeof coverage !== 'string' && 'blocks' in coverage ? coverage : null
}

/** Queries of the rows of a date, by the table of the history that keeps them. */
export const selectBlocksOn = (date: string): Record<string, string> => ({
  ingest_blocks: `select * from ingest_blocks where date = ${literal(date)} order by source, chain, from_block`,
  ingest_gaps: `select * from ingest_gaps where date = ${literal(date)} order by source, chain`,
  ingest_checks: `select * from ingest_checks where date = ${literal(date)} order by source, chain, kind`,
})
