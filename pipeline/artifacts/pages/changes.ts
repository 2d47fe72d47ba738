import { agentPath, categoryName, describeChange, htmlPage, pageBase } from '../../../core/pages/parts.ts'
import type { Artifact } from '../../../core/release/artifact.ts'
import type { TrustRow } from '../../../core/views/agent_record.ts'
import { CHANGE_GROUPS } from '../../../core/views/change_view.ts'
import { describeFlags } from '../../../core/views/flag_words.ts'
import type { ChangesView, ChangeView } from '../../render/page_views.ts'
import { type ListedChange, shownChangeName } from '../answers/changes.ts'
import { type PageTable, tableFiles, takeView } from '../page_tables.ts'
import type { Site } from '../site.ts'

/** Maximum number of changes shown per group. */
const ROWS = 20

type GroupName = keyof typeof CHANGE_GROUPS
type PeriodView = ChangesView['periods'][number]

/** A change with the flags of its agent; null for one that is not indexed. */
export type FlaggedChange = ListedChange & { flags: TrustRow['flags'] | null }

/** Number of changes per group, in a window of `days` days up to the logical date. */
export type ChangeWindow = Record<GroupName, number> & { days: number; observed_days: number }

/** `/changes`: the groups of the last day and of seven days, and more of each as tables to take away. */
export async function* changesPages(site: Site): AsyncGenerator<Artifact> {
  const windows = await site.db.rows<ChangeWindow>(
    'select * from change_windows where days in (1, 7) order by days',
  )
  const listed = await changesIn(site, [1, 7], TABLE_ROWS)
  const byDays = Map.groupBy(listed, (row) => row.days)
  const body = site.pages.fill('changes', {
    ...pageBase(site, {
      title: 'What changed: Assay',
      path: '/changes',
      description: `New agents, rank movers, promotions and departures in the Assay index on ${site.day} and in the week before.`,
    }),
    periods: windows.map((window) => periodView(window, byDays.get(window.days) ?? [], site)),
  })
  yield htmlPage('changes.html', body)
  for (const window of windows) yield* tableFiles(site, toTable(window, byDays.get(window.days) ?? []))
}

/** Maximum number of changes per group in the tables. */
const TABLE_ROWS = 100

const toTable = (window: ChangeWindow, listed: FlaggedChange[]): PageTable => ({
  path: `changes/${window.days}`,
  title: `Changes of ${window.days === 1 ? 'one day' : `${window.days} days`}: the most important of each kind`,
  page: '/changes',
  columns: TABLE_COLUMNS,
  rows: listed.map((row) => ({
    ...{ day: row.day, kind: row.kind, handle: row.handle, name: shownChangeName(row) },
    ...{ flagged: describeFlags(row.flags ?? []), category: row.category, reason: row.reason },
    ...{ rank_before: row.rank_before, rank_after: row.rank_after, score_before: row.score_before },
    ...{ score_after: row.score_after, tier_before: row.tier_before, tier_after: row.tier_after },
  })),
  total: GROUP_NAMES.reduce((sum, name) => sum + window[name], 0),
  untrusted: ['name'],
})

const GROUP_NAMES = Object.keys(CHANGE_GROUPS) as GroupName[]

const TABLE_COLUMNS = [
  ...['day', 'kind', 'handle', 'name', 'flagged', 'category', 'rank_before', 'rank_after'],
  ...['score_before', 'score_after', 'tier_before', 'tier_after', 'reason'],
]

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
    const rows = (byKind.get(kind) ?? []).slice(0, ROWS).map((row) => changeView(row, site))
    return { title: formatTitle(name), total, more: total - rows.length, rows }
  })
  return {
    id: `days-${days}`,
    title: days === 1 ? `On ${site.day}` : `In the ${days} days to ${site.day}`,
    known: describeKnownDays(window),
    json_url: days === 1 ? '/api/changes/v1' : `/api/changes/v1?days=${days}`,
    take: takeView(toTable(window, listed)),
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
