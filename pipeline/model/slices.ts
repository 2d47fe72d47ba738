import { type Database, identifier, literal } from './database.ts'

/** Where the SQL of a model says that it can be built for some of the agents at a time. */
const IN_SLICE = /\bin_slice\(([\w.]+)\)/g

/** Lists take memory that DuckDB cannot put on disk: they are made of so many rows at a time. */
const ROWS_AT_ONCE = 900_000

/**
 * Makes a table of a select. One that says `in_slice(handle)` is run for a share of the agents at a time where it reads
 * many rows; any other at once. `reads` are the tables that it reads.
 */
export async function createBySlices(
  db: Database,
  { name, sql, reads }: { name: string; sql: string; reads: string[] },
): Promise<void> {
  const rows = sql.search(IN_SLICE) < 0 ? 0 : await mostRows(db, reads)
  const [first, ...others] = slicesOf(sql, Math.ceil(rows / ROWS_AT_ONCE))
  await db.run(`create table ${identifier(name)} as ${first}`)
  for (const slice of others) await db.run(`insert into ${identifier(name)} ${slice}`)
}

/** The selects whose rows together are those of the select, each for the handles of one hash. */
export const slicesOf = (sql: string, count: number): string[] =>
  count <= 1
    ? [sql.replace(IN_SLICE, 'true')]
    : Array.from({ length: count }, (_, nth) => sql.replace(IN_SLICE, `hash($1) % ${count} = ${nth}`))

async function mostRows(db: Database, tables: string[]): Promise<number> {
  const [found] = await db.rows<{ rows: number }>(
    `select coalesce(max(estimated_size), 0)::double as rows from duckdb_tables()
     where table_name in (${tables.map(literal).join()})`,
  )
  return found?.rows ?? 0
}
