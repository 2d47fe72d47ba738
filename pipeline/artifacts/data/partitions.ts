import { statSync } from 'node:fs'
import { type History, sha256File } from '../../history/history.ts'
import { type Database, literal } from '../../model/database.ts'
import { listTablesRead } from '../../model/order.ts'
import type { RunOptions } from '../../run/types.ts'
import { buildDataTable, formatOrder, parquetFormat } from './build.ts'
import type { DataTable } from './table.ts'
import { TABLES } from './tables.ts'

/** The immutable rows of one table on one day. */
export interface Partition {
  table: string
  date: string
  rows: number
  bytes: number
  sha256: string
  /** Path in the history. */
  file: string
}

/** Returns the folder of a table's partitions in the history. */
const getFolder = ({ name }: DataTable): string => `data/${name}`

/**
 * Writes the day's partition of each `daily` table. They belong to the history: immutable once a later day is built on
 * them, verified by each run, and in every later release.
 */
export async function writeDataHistory(
  db: Database,
  history: History,
  { day }: Pick<RunOptions, 'day'>,
): Promise<void> {
  for (const table of TABLES) {
    if (table.kept === 'newest') continue
    await buildDataTable(db, table)
    await history.write(
      db,
      getFolder(table),
      day,
      `select * from data_${table.name} order by ${formatOrder(table)}`,
      parquetFormat(table),
    )
  }
}

/** Returns the source tables of the day's partitions. */
export const listDailyTables = (db: Database): Promise<string[]> =>
  listSources(
    db,
    TABLES.filter(({ kept }) => kept !== 'newest'),
  )

/** Returns the source tables of all data. */
export const listDataTables = (db: Database): Promise<string[]> => listSources(db, TABLES)

async function listSources(db: Database, tables: readonly DataTable[]): Promise<string[]> {
  const read = tables.map(({ sql }) => listTablesRead(db, sql, 'the data of a day'))
  return (await Promise.all(read)).flat()
}

/** Returns all partitions up to and including a day, by table and date. */
export async function partitionsUpTo(db: Database, history: History, day: string): Promise<Partition[]> {
  const found = TABLES.filter((table) => table.kept === 'daily').flatMap((table) =>
    history
      .dates(getFolder(table))
      .filter((date) => date <= day)
      .map((date) => ({ table: table.name, date, file: history.partition(getFolder(table), date) })),
  )
  const rows = await rowsIn(
    db,
    found.map(({ file }) => file),
  )
  return found.map(({ table, date, file }) => ({
    ...{ table, date, file, rows: rows.get(file) ?? 0, bytes: statSync(file).size },
    // A hash in a record was compared with the file when this run began.
    sha256: (date < day ? history.day(date)?.partitions[`data/${table}`] : undefined) ?? sha256File(file),
  }))
}

async function rowsIn(db: Database, files: string[]): Promise<Map<string, number>> {
  if (files.length === 0) return new Map()
  const rows = await db.rows<{ file: string; count: number }>(
    `select file_name as file, num_rows as count from parquet_file_metadata([${files.map(literal).join(', ')}])`,
  )
  return new Map(rows.map(({ file, count }) => [file, count]))
}
