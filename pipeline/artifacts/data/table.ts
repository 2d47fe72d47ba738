import type { Column } from './column.ts'

/** One table of the data for researchers, the source of every format and description of it. */
export interface DataTable {
  name: string
  /** `One row per …`, and other remarks on the whole table. */
  about: string
  /** Primary key, and the order of the rows. */
  key: readonly string[]
  /**
   * `daily`: each day's rows have a partition of their own. `newest`: only the newest day's, since the rows name
   * earlier days themselves, or other tables have them.
   */
  kept: 'daily' | 'newest'
  /** Pages of version 2 are smaller for many sorted rows. */
  parquet: 'v1' | 'v2'
  /** Too large for formats without compression. */
  isParquetOnly?: true
  /** A select with these columns, in any order. */
  sql: string
  columns: Readonly<Record<string, Column>>
}

/** Declares a table. */
export const defineTable = (table: DataTable): DataTable => table
