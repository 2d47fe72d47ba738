import { type Database, identifier, literal } from './database.ts'

/** Marks the SQL of a model that can be built for a part of the agents at a time. */
const IN_SLICE = /\bin_slice\(([\w.]+)\)/g

/** Maximum rows per slice: lists take memory that DuckDB cannot spill to disk. */
const ROWS_AT_ONCE = 900_000

/**
 * Creates a table from a select. One with `in_slice(handle)` runs for a part of the agents at a time if it reads many
 * rows; any other at once. `reads` are its input tables.
 */
export async function createBySlices(
  db: Database,
  { name, sql, reads }: { name: string; sql: string; reads: string[] },
): Promise<void> {
  const rows = sql.search(IN_SLICE) < 0 ? 0 : await countMostRows(db, reads)
  const [first, ...others] = splitSelect(sql, Math.ceil(rows / ROWS_AT_ONCE))
  await db.run(`create table ${identifier(name)} as ${first}`)
  for (const slice of others) await db.run(`insert into ${identifier(name)} ${slice}`)
}

/** Splits a select into several by the hash of the handle; their rows together are those of the select. */
export const splitSelect = (sql: string, count: number): string[] =>
  count <= 1
    ? [sql.replace(IN_SLICE, 'true')]
    : Array.from({ length: count }, (_, nth) => sql.replace(IN_SLICE, `hash($1) % ${count} = ${nth}`))

async function countMostRows(db: Database, tables: string[]): Promise<number> {
  const [found] = await db.rows<{ rows: number }>(
    `select coalesce(max(estimated_size), 0)::double as rows from duckdb_tables()
     where table_name in (${tables.map(literal).join()})`,
  )
  return found?.rows ?? 0
}
