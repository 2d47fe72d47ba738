import { NUMBERS } from '../../core/domain/numbers.ts'
import { JSON_TYPE } from '../../core/interface/content.ts'
import { ghostIndex } from '../../core/interface/schemas/ghost_index.ts'
import type { Artifact } from '../../core/release/artifact.ts'
import { PRIVATE_PATHS } from '../../core/release/paths.ts'
import {
  type Ages,
  figuresIn,
  type GhostRow,
  storedIndex,
  withHistory,
} from '../../core/views/ghost_index.ts'
import type { Database } from '../model/database.ts'
import { json, type Site } from './site.ts'

/** The interface's default and longest history. */
const DEFAULT_DAYS = 30
const MOST_DAYS = 365

type DayRow = GhostRow & { day: string }

/** `/api/ghost-index/v1` as asked without parameters, the longest history, and what an index of a later day is computed from. */
export async function* ghostIndexArtifacts({ db, info }: Site): AsyncGenerator<Artifact> {
  const today = await readGhostIndex(db, 'day = (select day from run)')
  const before = await readGhostIndex(db, `dimension = 'all' and day < (select day from run)`)
  const history = before.slice(0, MOST_DAYS).map((row) => ({ day: row.day, ...figuresIn(row) }))
  const longest = ghostIndex.parse(storedIndex(today, history, info))
  yield artifact('public', 'api/ghost-index/v1', withHistory(longest, DEFAULT_DAYS))
  yield artifact('private', PRIVATE_PATHS.ghostIndexHistory, longest)
  yield artifact('private', PRIVATE_PATHS.ghostIndexAges, await readAges(db))
}

const artifact = (side: Artifact['side'], path: string, value: unknown): Artifact => ({
  path,
  side,
  contentType: JSON_TYPE,
  body: json(value),
})

/** The rows of the ghost index and its history that `where` names, the newest day first. */
export const readGhostIndex = (db: Database, where: string): Promise<DayRow[]> =>
  db.rows(`select
      day, dimension, value,
      alive_share as liveness_score, alive_share_low as liveness_score_low, alive_share_high as liveness_score_high,
      alive_share_if_unknown_dead as liveness_score_if_unknown_dead,
      alive_share_if_unknown_alive as liveness_score_if_unknown_alive,
      agents, covered, coverage_share as coverage, alive, ghosts
    from ghost_index_history where ${where} order by day desc, dimension, value`)

async function readAges(db: Database): Promise<Ages[]> {
  const rows = await db.rows<{ dimension: string; value: string; age: number | null; agents: number }>(
    'select dimension, value, age, agents from ghost_index_ages order by dimension, value, age',
  )
  return [...Map.groupBy(rows, (row) => `${row.dimension} ${row.value}`).values()].map((group) => {
    const countOf = (age: number | null) => group.find((row) => row.age === age)?.agents ?? 0
    const { dimension, value } = group[0] as (typeof rows)[number]
    const by_age = Array.from({ length: NUMBERS.alive_days }, (_, age) => countOf(age))
    return { dimension, value, by_age, older: countOf(NUMBERS.alive_days), unknown: countOf(null) }
  })
}
