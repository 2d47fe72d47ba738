import type { Column } from './column.ts'

/** One table of the data for researchers; every format and description of it is made from this. */
export interface DataTable {
  name: string
  /** `One row per …`, and what else there is to say of the whole. */
  about: string
  /** What names a row, and the order of the rows. */
  key: readonly string[]
  /**
   * `daily`: each day's rows stay as a partition of their own. `newest`: only the newest day's, since the rows name
   * earlier days themselves, or can be had from other tables.
   */
  kept: 'daily' | 'newest'
  /** The select for a day that was read after it was over; without one such a day has no rows. */
  backfilled?: string
  /** Pages of version 2 are smaller where there are many sorted rows. */
  parquet: 'v1' | 'v2'
  /** Too large for formats without compression. */
  isParquetOnly?: true
  /** A select with these columns, in any order. */
  sql: string
  columns: Readonly<Record<string, Column>>
}

/** Declares a table. */
export const defineTable = (table: DataTable): DataTable => table
