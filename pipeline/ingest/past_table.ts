import { daysBefore } from '../../core/domain/dates.ts'
import type { History } from '../history/history.ts'
import { type Database, literal } from '../model/database.ts'
import type { Source } from '../source/source.ts'

/** Returns the rows of a table of the index's history of the days before a day, as many as the source reads. */
export async function readPastTable(
  db: Database,
  history: History,
  { name, past = {} }: Source,
  { table, day }: { table: string; day: string },
): Promise<Record<string, unknown>[]> {
  const days = past[table]
  if (days === undefined) throw new Error(`${name} must list ${table} in past`)
  const files = history.partitions(table, daysBefore(day, 1)).slice(-days)
  if (files.length === 0) return []
  return db.rows(
    `select * from read_parquet([${files.map(literal).join(', ')}], union_by_name = true) order by all`,
  )
}
