import type { z } from 'zod'
import { daysBetween } from '../../../core/domain/dates.ts'
import { clean } from '../../../core/domain/text.ts'
import { agentSubject, type LogEntry } from '../../../core/log/entries.ts'
import type { Artifact } from '../../../core/release/artifact.ts'
import { changesPath } from '../../../core/release/paths.ts'
import { changes as schema } from '../../../core/resources/changes.schema.ts'
import type { ChangeKind, ChangeRow } from '../../../core/views/agent_record.ts'
import { CHANGE_GROUPS, changeRowView } from '../../../core/views/change_view.ts'
import { jsonFile, type Site } from '../site.ts'

const NAME_LENGTH = 100

type Changes = z.input<typeof schema>
type GroupName = keyof typeof CHANGE_GROUPS

/** A change with its agent, as in the marts. */
export interface ListedChange extends ChangeRow {
  handle: string
  /** Raw third-party text; null once the handle is retired. */
  name: string | null
  /** True if the handle still has a page; that of a departed agent is its tombstone. */
  is_indexed: boolean
}

/** Returns the log's entries about handles whose agents were merged into others; unchanged ones are not added again. */
async function selectTombstones({ db }: Site): Promise<LogEntry[]> {
  const rows = await db.rows<{ handle: string; merged_into: string; retired_on: string }>(
    'select handle, merged_into, retired_on::varchar as retired_on from retired_handles order by handle',
  )
  return rows.map(({ handle, merged_into, retired_on }) => ({
    ...{ kind: 'tombstone', subject: agentSubject(handle), handle },
    ...{ departed_on: retired_on, reason: `merged into ${merged_into}`, copy_of: null },
  }))
}

type FlaggedChange = ListedChange & Pick<Changes['groups']['deaths'][number], 'risk_flags'>

/** A row of the `change_windows` mart. */
type WindowRow = Record<GroupName, number> & {
  days: number
  from_day: string
  to_day: string
  observed_days: number
  compared_with: string | null
}

/** `/api/changes/v1` for one day, and for the service the same for 2 to 7 days. */
export async function* changesArtifacts(site: Site): AsyncGenerator<Artifact> {
  const windows = await site.db.rows<WindowRow>('select * from change_windows order by days')
  const listed = await site.db.rows<FlaggedChange & { days: number }>(
    `select listed_changes.* exclude (place), coalesce(grave_flags.flags, []) as risk_flags
     from listed_changes left join grave_flags using (handle) order by days, kind, place`,
  )
  const byDays = Map.groupBy(listed, (row) => row.days)
  for (const window of windows) {
    const answer = schema.parse(toChanges(site, window, byDays.get(window.days) ?? []))
    yield window.days === 1
      ? { ...jsonFile('public', 'api/changes/v1', answer), entries: await selectTombstones(site) }
      : jsonFile('private', changesPath(window.days), answer)
  }
}

/** Returns the name of a change's agent as displayed; the handle if nothing of it is left. */
export const shownChangeName = (row: ListedChange): string => clean(row.name ?? '', NAME_LENGTH) || row.handle

/** Returns the address with more about a change, or null once its handle is retired. */
export const changedAgentUrl = (row: ListedChange, baseUrl: string): string | null =>
  row.is_indexed ? `${baseUrl}/agents/${row.handle}` : null

function toChanges({ info }: Site, window: WindowRow, listed: FlaggedChange[]): Changes {
  const byKind = Map.groupBy(listed, (row) => row.kind)
  const { days, from_day, to_day, observed_days, compared_with } = window
  return {
    type: 'changes',
    window: { days, from: from_day, to: to_day, observed_days, compared_with },
    counts: mapGroups((name) => window[name]),
    groups: mapGroups((_, kind) => (byKind.get(kind) ?? []).map((row) => toChangeRow(row, info.base_url))),
    untrusted_fields: GROUP_NAMES.map((name) => `groups.${name}.name`),
    limitations: [...info.limitations, ...listLimitations(window)],
    last_updated: info.last_updated,
  }
}

const GROUP_NAMES = Object.keys(CHANGE_GROUPS) as GroupName[]

const mapGroups = <T>(of: (name: GroupName, kind: ChangeKind) => T): Record<GroupName, T> =>
  Object.fromEntries(GROUP_NAMES.map((name) => [name, of(name, CHANGE_GROUPS[name])])) as Record<GroupName, T>

const toChangeRow = (row: FlaggedChange, baseUrl: string): Changes['groups']['deaths'][number] => ({
  handle: row.handle,
  name: shownChangeName(row),
  url: changedAgentUrl(row, baseUrl),
  risk_flags: row.risk_flags,
  ...changeRowView(row),
})

function listLimitations(window: WindowRow): string[] {
  const { days, from_day, observed_days, compared_with } = window
  if (observed_days === 0)
    return [
      'There is no day in the history that these days could be compared with, so no change is known yet: this is not the same as no change.',
    ]
  const isGap = compared_with !== null && daysBetween(compared_with, from_day) > 1
  const isLonger = GROUP_NAMES.some((name) => window[name] > 100)
  return [
    ...(observed_days < days
      ? [
          `Changes are known for ${observed_days} of the ${days} days; what changed on the others shows on the next day that was observed, if at all.`,
        ]
      : []),
    ...(isGap && observed_days === days
      ? [`The day before was not observed: the changes of ${from_day} are those since ${compared_with}.`]
      : []),
    ...(isLonger ? ['Each group lists its 100 most telling changes; its count is of all.'] : []),
  ]
}
