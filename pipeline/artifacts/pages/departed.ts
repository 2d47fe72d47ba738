import { agentPath, categoryName, htmlPage, pageBase } from '../../../core/pages/parts.ts'
import type { Artifact } from '../../../core/release/artifact.ts'
import type { DepartedView } from '../../render/page_views.ts'
import { shownName } from '../agents/display_text.ts'
import { type PageTable, tableFiles, takeView } from '../page_tables.ts'
import type { Site } from '../site.ts'
import {
  countDeparted,
  listNeighbours,
  listView,
  MAX_LISTED,
  PAGE_ROWS,
  pageAddress,
  pageFiles,
  pageNumbers,
  pageTitle,
} from './lists.ts'

const LIST = 'departed'

type Row = Omit<DepartedView['rows'][number], 'page_url'>

/** `/departed` and its further pages: the departed agents, the latest first. */
export async function* departedPages(site: Site): AsyncGenerator<Artifact> {
  const total = countDeparted(site.counts)
  const rows = await readDepartedRows(site)
  const table = toTable(rows, total)
  const listed = { rows: total, first: 0 }
  for (const page of pageNumbers(listed)) {
    const list = listView(`/${LIST}`, page, listed)
    const body = site.pages.fill('departed', {
      ...pageBase(site, {
        neighbours: listNeighbours(list),
        title: `Departed agents${pageTitle(page)}: Assay`,
        path: pageAddress(`/${LIST}`, page),
        description: `The ${total} agents that have left the Assay index, with the day and the reason${pageTitle(page)}.`,
      }),
      departed: total,
      list,
      rows: rows.slice((page - 1) * PAGE_ROWS, page * PAGE_ROWS),
      take: takeView(table),
    })
    for (const file of pageFiles(LIST, page)) yield htmlPage(file, body)
  }
  yield* tableFiles(site, table)
}

/** The whole list to take away. */
const toTable = (rows: DepartedView['rows'], total: number): PageTable => ({
  path: LIST,
  title: 'Departed agents, the latest first',
  page: `/${LIST}`,
  columns: ['departed_on', 'handle', 'name', 'category', 'departed_reason'],
  rows,
  total,
  untrusted: ['name'],
})

async function readDepartedRows(site: Site): Promise<DepartedView['rows']> {
  const rows = await site.db.rows<Row>(
    `select handle, name, primary_category as category, departed_on, departed_reason from agents
     where departed_on is not null order by departed_on desc, handle
     limit ${MAX_LISTED}`,
  )
  return rows.map((row) => ({
    ...row,
    name: shownName(row),
    category: categoryName(site, row.category),
    page_url: agentPath(row.handle),
  }))
}
