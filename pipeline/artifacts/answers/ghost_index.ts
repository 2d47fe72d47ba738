import { NUMBERS } from '../../../core/domain/numbers.ts'
import { historyDays, integerBounds } from '../../../core/interface/parameters.ts'
import type { Artifact } from '../../../core/release/artifact.ts'
import { PRIVATE_PATHS } from '../../../core/release/paths.ts'
import type { GhostIndex } from '../../../core/resources/ghost_index.schema.ts'
import { ghostIndex } from '../../../core/resources/ghost_index.schema.ts'
import {
  type GhostRow,
  type LivenessForecast,
  pickFigures,
  storedIndex,
  withHistory,
} from '../../../core/resources/ghost_index.ts'
import type { Database } from '../../model/database.ts'
import { jsonFile, type Site } from '../site.ts'

const DAYS = integerBounds(historyDays)

type DayRow = GhostRow & { day: string }

/** `/api/ghost-index/v1` without parameters, the longest history, and the input for later days' indexes. */
export async function* ghostIndexArtifacts(site: Site): AsyncGenerator<Artifact> {
  const longest = await readStoredIndex(site)
  yield jsonFile('public', 'api/ghost-index/v1', withHistory(longest, DAYS.fallback))
  yield jsonFile('private', PRIVATE_PATHS.ghostIndexHistory, longest)
  yield jsonFile('private', PRIVATE_PATHS.ghostIndexHolds, await readHolds(site.db))
}

/** Reads the index of the release's day with the longest history. */
export async function readStoredIndex({ db, info }: Site): Promise<GhostIndex> {
  const today = await readGhostIndex(db, 'day = (select day from run)')
  const before = await readGhostIndex(db, `dimension = 'all' and day < (select day from run)`)
  const history = before.slice(0, DAYS.max).map((row) => ({ day: row.day, ...pickFigures(row) }))
  const rule = { signs: await readSigns(db), probability: await readProbability(db) }
  return ghostIndex.parse(storedIndex(today, history, await readBacktest(db), info, rule))
}

const readSigns = (db: Database): Promise<GhostIndex['signs']> =>
  db.rows(`select kind, sign, days, is_life as shows_life, is_upkeep as shows_upkeep, says
    from seed_liveness__signs order by position`)

interface TestedRow {
  tenth: number | null
  made_on: string
  until: string
  agents: number
  mean_probability: number
  shown_share: number
  brier: number
  brier_base: number
}

/** Reads the test of earlier probabilities, or null if no day is old enough. */
async function readProbability(db: Database): Promise<GhostIndex['probability']> {
  const rows = await db.rows<TestedRow>(
    'select *, (select day from run) as until from alive_chances_tested order by tenth nulls first',
  )
  const [all, ...tenths] = rows
  if (all === undefined) return null
  const { made_on, until, agents, shown_share, brier, brier_base } = all
  return {
    ...{ made_on, until, agents, shown_share, brier, brier_base },
    tenths: tenths.map(({ tenth, ...row }) => ({
      ...{ from: (tenth ?? 0) / 10, to: ((tenth ?? 0) + 1) / 10, agents: row.agents },
      ...{ mean_probability: row.mean_probability, shown_share: row.shown_share },
    })),
  }
}

/** Reads the rows of the ghost index and its history that match `where`, the newest day first. */
export const readGhostIndex = (db: Database, where: string): Promise<DayRow[]> =>
  db.rows(`select
      day, dimension, value,
      alive_share as liveness_score, alive_share_low as liveness_score_low, alive_share_high as liveness_score_high,
      alive_share_if_unknown_dead as liveness_score_if_unknown_dead,
      alive_share_if_unknown_alive as liveness_score_if_unknown_alive,
      agents, covered, coverage_share as coverage, alive, ghosts, frozen_on
    from ghost_index_history where ${where} order by day desc, dimension, value`)

/** Reads the later state of agents once called alive, or null if no day is old enough. */
async function readBacktest(db: Database): Promise<GhostIndex['backtest']> {
  const rows = await db.rows<
    NonNullable<GhostIndex['backtest']>['results'][number] & { called_on: string; until: string }
  >(
    `select
      category, called_on, (select day from run) as until, called_alive, acted, called_alive_acted,
      precision_percent as precision, recall_percent as recall, acted_or_answered, called_alive_acted_or_answered,
      precision_with_answers_percent as precision_with_answers, recall_with_answers_percent as recall_with_answers
    from liveness_backtest order by category = 'all' desc, category`,
  )
  const [first] = rows
  if (first === undefined) return null
  const results = rows.map(({ called_on: _, until: __, ...row }) => row)
  return { called_on: first.called_on, until: first.until, results }
}

interface HoldRow {
  dimension: string
  value: string
  liveness: 'alive' | 'not_alive' | 'unknown'
  holds_days: number | null
  agents: number
  unread: number
}

async function readHolds(db: Database): Promise<LivenessForecast[]> {
  const rows = await db.rows<HoldRow>('select * from ghost_index_holds')
  return [...Map.groupBy(rows, (row) => `${row.dimension} ${row.value}`).values()].map((group) => {
    const { dimension, value } = group[0] as HoldRow
    const total = (of: 'agents' | 'unread') => group.reduce((all, row) => all + row[of], 0)
    const standing = (liveness: HoldRow['liveness']) =>
      Array.from({ length: NUMBERS.alive_days }, (_, n) => {
        const row = group.find((holdRow) => holdRow.liveness === liveness && holdRow.holds_days === n + 1)
        return row?.agents ?? 0
      })
    return {
      dimension,
      value,
      agents: total('agents'),
      alive: standing('alive'),
      not_alive: standing('not_alive'),
      unread: total('unread'),
    }
  })
}
