import { CSV_TYPE } from '../../core/interface/content.ts'
import { thousands } from '../../core/pages/numbers.ts'
import type { Artifact } from '../../core/release/artifact.ts'
import { type ShownTable, tableCsv, tableJson } from '../../core/views/shown_table.ts'
import type { TakeView } from '../render/page_views.ts'
import { jsonFile, type Site } from './site.ts'

/** A table of a page that is published as files beside it. */
export interface PageTable extends ShownTable {
  /** Unlike that of any other table, without an extension, e.g. `rankings/service`. */
  path: string
}

const getFile = (path: string): string => `data/tables/${path}`

/** Yields a table as `/data/tables/{path}.csv` and `.json`. */
export function* tableFiles({ info }: Pick<Site, 'info'>, table: PageTable): Generator<Artifact> {
  const file = getFile(table.path)
  yield { path: `${file}.csv`, contentType: CSV_TYPE, side: 'public', body: tableCsv(table) }
  yield jsonFile('public', `${file}.json`, tableJson(table, info))
}

/** Returns the links to these files, and which rows they have. */
export const takeView = ({ path, rows, total }: Pick<PageTable, 'path' | 'rows' | 'total'>): TakeView => ({
  csv_url: `/${getFile(path)}.csv`,
  json_url: `/${getFile(path)}.json`,
  rows:
    rows.length >= total
      ? `${rows.length === 1 ? 'its' : 'all'} ${thousands(rows.length)} ${rows.length === 1 ? 'row' : 'rows'}`
      : `the first ${thousands(rows.length)} of ${thousands(total)} rows`,
})
