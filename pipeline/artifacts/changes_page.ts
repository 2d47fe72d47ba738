import { CHANGE_GROUPS } from '../../views/change_view.ts'
import type { Artifact } from '../release/artifact.ts'
import type { ChangesView } from '../render/page_views.ts'
import { type ListedChange, shownChangeName } from './changes.ts'
import { agentPath, categoryName, changeWords, htmlPage, pageBase } from './page_parts.ts'
import type { Site } from './site.ts'

/** How many changes of a group are shown. */
const ROWS = 20

type GroupName = keyof typeof CHANGE_GROUPS
type PeriodView = ChangesView['periods'][number]

/** How many changes each group has, in a window of so many days up to the logical date. */
type Window = Record<GroupName, number> & { days: number; observed_days: number }

/** `/changes`: the groups of the last day and of seven days. */
export async function changesPage(site: Site): Promise<Artifact> {
  const windows = await site.db.rows<Window>(
    'select * from change_windows where days in (1, 7) order by days',
  )
  const listed = await site.db.rows<ListedChange & { days: number }>(
    `select * from listed_changes where days in (1, 7) and place <= ${ROWS} order by days, kind, place`,
  )
  const byDays = Map.groupBy(listed, (row) => row.days)
  const body = site.pages.changes({
    ...pageBase(site, 'What changed: Assay', '/changes'),
    periods: windows.map((window) => periodView(window, byDays.get(window.days) ?? [], site)),
  })
  return htmlPage('changes.html', body)
}

function periodView(window: Window, listed: ListedChange[], site: Site): PeriodView {
  const { days } = window
  const byKind = Map.groupBy(listed, (row) => row.kind)
  const groups = Object.entries(CHANGE_GROUPS).map(([name, kind]) => {
    const total = window[name as GroupName]
    const rows = (byKind.get(kind) ?? []).map((row) => rowView(row, site))
    return { title: titleOf(name), total, more: total - rows.length, rows }
  })
  return {
    id: `days-${days}`,
    title: days === 1 ? `On ${site.day}` : `In the ${days} days to ${site.day}`,
    known: knownOf(window),
    json_url: days === 1 ? '/api/changes/v1' : `/api/changes/v1?days=${days}`,
    groups: groups.filter((group) => group.total > 0),
  }
}

const titleOf = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' ')

function knownOf({ days, observed_days }: Window): string {
  if (observed_days === 0)
    return 'There is no day in the history to compare with, so no change is known yet: this is not the same as no change.'
  return observed_days < days
    ? `Changes are known for ${observed_days} of the ${days} days; the others were not observed.`
    : 'Every day was observed.'
}

const rowView = (row: ListedChange, site: Site): PeriodView['groups'][number]['rows'][number] => ({
  day: row.day,
  handle: row.handle,
  name: shownChangeName(row),
  page_url: row.is_indexed ? agentPath(row.handle) : null,
  category: categoryName(site, row.category),
  words: changeWords(row),
})
