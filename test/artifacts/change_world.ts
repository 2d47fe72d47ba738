import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Artifact } from '../../core/release/artifact.ts'
import type { ChangeRow } from '../../core/views/agent_record.ts'
import type { ReleaseInfo } from '../../core/views/release_info.ts'
import type { Site } from '../../pipeline/artifacts/site.ts'
import { SQL_FOLDER } from '../../pipeline/model/build.ts'
import type { Database } from '../../pipeline/model/database.ts'
import type { Columns } from '../../pipeline/model/tables.ts'
import { buildFrom } from '../model/sql_harness.ts'

/** The logical date of the tests. */
export const DAY = '2026-03-31'

/** The date that lies `count` days before the logical date. */
export const daysAgo = (count: number): string =>
  new Date(Date.parse(DAY) - count * 86_400_000).toISOString().slice(0, 10)

/** The release of these tests. */
export const INFO: ReleaseInfo = {
  day: DAY,
  world: 'live',
  base_url: 'https://assay.example',
  last_updated: `${DAY}T04:05:06Z`,
  limitations: ['a limitation of the whole release'],
  categories: [
    { category: 'service', name: 'Services', methodology_version: 'v1', limitations: [] },
    { category: 'developer', name: 'Developers', methodology_version: 'v1', limitations: [] },
  ],
  counts: {},
}

type Change = ChangeRow & { handle: string }

const CHANGE_COLUMNS: Columns = {
  day: 'DATE',
  kind: 'VARCHAR',
  handle: 'VARCHAR',
  category: 'VARCHAR',
  rank_before: 'BIGINT',
  rank_after: 'BIGINT',
  score_before: 'DECIMAL(6,2)',
  score_after: 'DECIMAL(6,2)',
  tier_before: 'VARCHAR',
  tier_after: 'VARCHAR',
  reason: 'VARCHAR',
}

/** A change of an agent; by default a rise from rank 9 to 4 among services on the logical date. */
export const change = (handle: string, given: Partial<Change> = {}): Change => ({
  day: DAY,
  kind: 'mover',
  handle,
  category: 'service',
  rank_before: 9,
  rank_after: 4,
  score_before: 50.5,
  score_after: 61.25,
  tier_before: 'evidence_ranked',
  tier_after: 'evidence_ranked',
  reason: null,
  ...given,
})

/** A world of changes: by default every agent that changed is indexed, and all of the last 10 days were observed. */
export interface ChangeWorld {
  changes?: Change[]
  agents?: { handle: string; name: string; departed_on?: string; last_updated?: string }[]
  /** The days before the logical date that have snapshots, oldest first. */
  observed?: string[]
  /** Agents with a grave flag. */
  flagged?: string[]
}

/** The flag of each flagged agent. */
export const HOSTILE = { flag: 'hostile_name', severity: 'major' }

const TEN_DAYS = Array.from({ length: 10 }, (_, at) => daysAgo(10 - at))

/** The marts of changes built over a world, in memory until the test ends. */
export async function changeMarts({
  changes = [],
  agents = distinct(changes),
  observed = TEN_DAYS,
  flagged = [],
}: ChangeWorld): Promise<Database> {
  const today = changes.filter((change) => change.day === DAY)
  // An old change shows that changes were stored on all of the days that matter here.
  const first = observed.length > 1 ? [change('long-ago', { day: observed[1] as string, kind: 'new' })] : []
  const old = first.filter(({ day }) => day <= daysAgo(7))
  const counts = Map.groupBy(today, (change) => change.kind)
  const db = await buildFrom(
    {
      run: { columns: { day: 'DATE' }, rows: [{ day: DAY }] },
      changes: { columns: CHANGE_COLUMNS, rows: today },
      past_changes: {
        columns: CHANGE_COLUMNS,
        rows: [...old, ...changes.filter((change) => change.day !== DAY)],
      },
      past_liveness: { columns: { day: 'DATE' }, rows: observed.map((day) => ({ day })) },
      previous_snapshots: { columns: { day: 'DATE' }, rows: observed.slice(-1).map((day) => ({ day })) },
      counts: {
        columns: { name: 'VARCHAR', count: 'BIGINT' },
        rows: [...counts].map(([kind, rows]) => ({ name: `changes/${kind}`, count: rows.length })),
      },
      retired_handles: {
        columns: { handle: 'VARCHAR', merged_into: 'VARCHAR', retired_on: 'DATE' },
        rows: [],
      },
      grave_flags: {
        columns: { handle: 'VARCHAR', flags: 'STRUCT(flag VARCHAR, severity VARCHAR)[]' },
        rows: flagged.map((handle) => ({ handle, flags: [HOSTILE] })),
      },
      agents: {
        columns: { handle: 'VARCHAR', name: 'VARCHAR', departed_on: 'DATE', last_updated: 'VARCHAR' },
        rows: agents.map((agent) => ({ last_updated: `${DAY}T01:00:00Z`, ...agent })),
      },
    },
    ['change_windows', 'listed_changes', 'feed_changes', 'category_feed_changes', 'movers'],
  )
  onTestFinished(() => db.close())
  return db
}

const distinct = (changes: Change[]) =>
  [...new Set(changes.map(({ handle }) => handle))].map((handle) => ({ handle, name: `Name of ${handle}` }))

/** The part of a site that the artifacts of these tests read. */
export const createChangeSite = (db: Database, info: ReleaseInfo = INFO): Site =>
  ({
    db,
    info,
    chainScope: { chains: [], about: {}, lists: [] },
    coverage: [],
    methodologies: [{ category: 'service' }, { category: 'developer' }],
  }) as unknown as Site

/** All artifacts of a generator: text by path. */
export async function bodies(artifacts: AsyncGenerator<Artifact>): Promise<Map<string, string>> {
  const all = new Map<string, string>()
  for await (const { path, side, body } of artifacts) all.set(`${side}/${path}`, String(body))
  return all
}

/** The rows that a check of `sql/checks` returns. */
export const broken = (db: Database, check: string): Promise<{ problem: string; detail: string }[]> =>
  db.rows(readFileSync(join(SQL_FOLDER, 'checks', `${check}.sql`), 'utf8'))
