import { agentPath, categoryName, htmlPage, pageBase } from '../../../core/pages/parts.ts'
import type { Artifact } from '../../../core/release/artifact.ts'
import type { DepartedView } from '../../render/page_views.ts'
import { shownName } from '../agents/display_text.ts'
import type { Site } from '../site.ts'
import {
  countDeparted,
  listNeighbours,
  listView,
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
  for (const page of pageNumbers(total)) {
    const list = listView(`/${LIST}`, page, total)
    const body = site.pages.fill('departed', {
      ...pageBase(site, {
        neighbours: listNeighbours(list),
        title: `Departed agents${pageTitle(page)}: Assay`,
        path: pageAddress(`/${LIST}`, page),
        description: `The ${total} agents that have left the Assay index, with the day and the reason${pageTitle(page)}.`,
      }),
      departed: total,
      list,
      rows: await readDepartedRows(site, page),
    })
    for (const file of pageFiles(LIST, page)) yield htmlPage(file, body)
  }
}

async function readDepartedRows(site: Site, page: number): Promise<DepartedView['rows']> {
  const rows = await site.db.rows<Row>(
    `select handle, name, primary_category as category, departed_on, departed_reason from agents
     where departed_on is not null order by departed_on desc, handle
     limit ${PAGE_ROWS} offset ${(page - 1) * PAGE_ROWS}`,
  )
  return rows.map((row) => ({
    ...row,
    name: shownName(row),
    category: categoryName(site, row.category),
    page_url: agentPath(row.handle),
  }))
}
