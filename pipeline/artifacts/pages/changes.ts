import { agentPath, categoryName, describeChange, htmlPage, pageBase } from '../../../core/pages/parts.ts'
import type { Artifact } from '../../../core/release/artifact.ts'
import type { TrustRow } from '../../../core/views/agent_record.ts'
import { CHANGE_GROUPS } from '../../../core/views/change_view.ts'
import { describeFlags } from '../../../core/views/flag_words.ts'
import type { ChangesView, ChangeView } from '../../render/page_views.ts'
import { type ListedChange, shownChangeName } from '../answers/changes.ts'
import type { Site } from '../site.ts'

/** Maximum number of changes shown per group. */
const ROWS = 20

type GroupName = keyof typeof CHANGE_GROUPS
type PeriodView = ChangesView['periods'][number]

/** A change with the flags of its agent; null for one that is not indexed. */
type FlaggedChange = ListedChange & { flags: TrustRow['flags'] | null }

/** Number of changes per group, in a window of `days` days up to the logical date. */
export type ChangeWindow = Record<GroupName, number> & { days: number; observed_days: number }

/** `/changes`: the groups of the last day and of seven days. */
export async function changesPage(site: Site): Promise<Artifact> {
  const windows = await site.db.rows<ChangeWindow>(
    'select * from change_windows where days in (1, 7) order by days',
  )
  const listed = await changesIn(site, [1, 7], ROWS)
  const byDays = Map.groupBy(listed, (row) => row.days)
  const body = site.pages.fill('changes', {
    ...pageBase(site, {
      title: 'What changed: Assay',
      path: '/changes',
      description: `New agents, rank movers, promotions and departures in the Assay index on ${site.day} and in the week before.`,
    }),
    periods: windows.map((window) => periodView(window, byDays.get(window.days) ?? [], site)),
  })
  return htmlPage('changes.html', body)
}

/** Returns the most significant changes of each kind in the windows `days`, at most `max` of each. */
export const changesIn = (
  site: Site,
  days: number[],
  max: number,
): Promise<(FlaggedChange & { days: number })[]> =>
  site.db.rows(
    `select listed_changes.*, trust.flags from listed_changes left join trust using (handle)
     where days in (${days.join(', ')}) and place <= ${max} order by days, kind, place`,
  )

function periodView(window: ChangeWindow, listed: FlaggedChange[], site: Site): PeriodView {
  const { days } = window
  const byKind = Map.groupBy(listed, (row) => row.kind)
  const groups = Object.entries(CHANGE_GROUPS).map(([name, kind]) => {
    const total = window[name as GroupName]
    const rows = (byKind.get(kind) ?? []).map((row) => changeView(row, site))
    return { title: formatTitle(name), total, more: total - rows.length, rows }
  })
  return {
    id: `days-${days}`,
    title: days === 1 ? `On ${site.day}` : `In the ${days} days to ${site.day}`,
    known: describeKnownDays(window),
    json_url: days === 1 ? '/api/changes/v1' : `/api/changes/v1?days=${days}`,
    groups: groups.filter((group) => group.total > 0),
  }
}

const formatTitle = (name: string): string =>
  name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' ')

function describeKnownDays({ days, observed_days }: ChangeWindow): string {
  if (observed_days === 0) return 'There is no earlier day to compare with yet, so changes are unknown.'
  return observed_days < days
    ? `Changes are known for ${observed_days} of the ${days} days; the other days were not observed.`
    : days === 1
      ? 'The day was observed.'
      : 'All days were observed.'
}

/** Returns the view of a change as a line. */
export const changeView = (row: FlaggedChange, site: Site): ChangeView => ({
  day: row.day,
  handle: row.handle,
  name: shownChangeName(row),
  page_url: row.is_indexed ? agentPath(row.handle) : null,
  flagged: describeFlags(row.flags ?? []),
  category: categoryName(site, row.category),
  words: describeChange(row),
})
