import { csvText } from '../domain/csv.ts'
import type { ReleaseInfo } from './release_info.ts'

type Cell = string | number | boolean | null
/** A row of a table by column; null is unknown. */
export type ShownRow = Readonly<Record<string, Cell>>

/** A table of a page, to take away. */
export interface ShownTable {
  /** In our own words. */
  title: string
  /** The path of the page that shows it. */
  page: string
  columns: readonly string[]
  /** In the order of the page. */
  rows: readonly ShownRow[]
  /** The number of rows that there are, with those that neither the page nor the table lists. */
  total: number
  /** Columns of third-party text, cleaned. */
  untrusted: readonly string[]
}

/** The table as a CSV file for spreadsheets; unknown is empty. */
export const tableCsv = ({ columns, rows }: ShownTable): string =>
  csvText(
    columns,
    rows.map((row) => columns.map((column) => row[column] ?? null)),
  )

/** The same as JSON, with what limits it. */
export const tableJson = (
  { title, page, columns, rows, total, untrusted }: ShownTable,
  { base_url, day, world, limitations, last_updated }: ReleaseInfo,
) => ({
  ...{ type: 'table', title, url: `${base_url}${page}`, date: day, world, count: rows.length, total },
  rows: rows.map((row) => Object.fromEntries(columns.map((column) => [column, row[column] ?? null]))),
  untrusted_fields: untrusted.map((column) => `rows.${column}`),
  ...{ limitations, last_updated },
})
