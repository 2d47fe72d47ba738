import { daysBefore } from '../../core/domain/dates.ts'
import { INTERVAL_NUMBERS } from '../../core/domain/interval_numbers.ts'
import { NUMBERS } from '../../core/domain/numbers.ts'
import { SHARED_HOSTS } from '../agents/shared_hosts.ts'
import { readCorrections } from '../catalog/corrections.ts'
import type { History } from '../history/history.ts'
import { BINDING_COLUMNS } from '../identity/identity.ts'
import { readOverrides } from '../identity/overrides.ts'
import { BLOCKS_COLUMNS, CHECKS_COLUMNS, GAPS_COLUMNS } from '../ingest/chain_blocks.ts'
import { INGEST_COLUMNS } from '../ingest/ingest.ts'
import type { RunOptions } from '../run/types.ts'
import type { Source } from '../source/source.ts'
import { createCatalogTables } from './catalog_tables.ts'
import { createCorrectionsTable } from './corrections_table.ts'
import { type Database, identifier, literal } from './database.ts'
import type { Methodology } from './methodology.ts'
import { createMethodologyTables } from './methodology_tables.ts'
import { createOverridesTable } from './overrides_table.ts'
import { type Columns, createTable, unitePartitions } from './tables.ts'

/** The columns of the snapshots in the history, one row per agent, category and day. */
const SNAPSHOT_COLUMNS: Columns = {
  day: 'DATE',
  handle: 'VARCHAR',
  category: 'VARCHAR',
  rank: 'BIGINT',
  score: 'DECIMAL(6,2)',
  exact_score: 'DECIMAL(9,4)',
  score_low: 'DECIMAL(6,2)',
  score_high: 'DECIMAL(6,2)',
  rank_low: 'BIGINT',
  rank_high: 'BIGINT',
  tier: 'VARCHAR',
  methodology_version: 'VARCHAR',
  is_alive: 'BOOLEAN',
  liveness_rule: 'BIGINT',
  trust_score: 'BIGINT',
  visibility: 'DECIMAL(5,2)',
  payment_days: 'BIGINT',
}

/** The columns of the changes in the history, one row per agent, category, kind and day. */
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

/** The columns of what makes agents comparable in the history, one row per agent and day. */
const TRAIT_COLUMNS: Columns = {
  day: 'DATE',
  handle: 'VARCHAR',
  kind: 'VARCHAR',
  last_on: 'DATE',
  uptime_class: 'VARCHAR',
  host_class: 'VARCHAR',
  is_unread: 'BOOLEAN',
  liveness_rule: 'BIGINT',
}

/** The columns of the ghost index in the history, one row per dimension, value and day. */
const GHOST_INDEX_COLUMNS: Columns = {
  day: 'DATE',
  dimension: 'VARCHAR',
  value: 'VARCHAR',
  agents: 'BIGINT',
  covered: 'BIGINT',
  alive: 'BIGINT',
  ghosts: 'BIGINT',
  alive_share: 'DECIMAL(5,2)',
  coverage_share: 'DECIMAL(5,2)',
  alive_share_low: 'DECIMAL(5,2)',
  alive_share_high: 'DECIMAL(5,2)',
  alive_share_if_unknown_dead: 'DECIMAL(5,2)',
  alive_share_if_unknown_alive: 'DECIMAL(5,2)',
  frozen_on: 'DATE',
  listed: 'BIGINT',
  unread: 'BIGINT',
  unread_by_outage: 'BIGINT',
  liveness_rule: 'BIGINT',
}

/** The columns of the hidden values of a day in the history, one row per category. */
const INTERVAL_DAY_COLUMNS: Columns = {
  day: 'DATE',
  category: 'VARCHAR',
  hidden: 'BIGINT',
  inside: 'BIGINT',
}

/** Number of earlier snapshots of the ghost index shown beside today's. */
const GHOST_INDEX_SNAPSHOTS = 365

/** The days before the logical date that trends compare with, and the one whose liveness is tested. */
const COMPARED_DAYS = [7, NUMBERS.backtest_days, 30]

/** The days before the logical date whose agents are cases of probabilities, made today and when they are tested. */
const TRAIT_DAYS = NUMBERS.case_days + NUMBERS.backtest_days + NUMBERS.step_days

/** Number of days before the logical date in the list of an agent's changes. */
const CHANGE_DAYS = 89

/** Number of snapshots in an agent's own history: ninety days are shown, and compared with a week before. */
const HISTORY_SNAPSHOTS = 96

/** Number of days before the logical date that reliability covers. */
const LIVENESS_DAYS = 364

/** The columns of yesterday's sub-scores, used to find causes. */
const SUB_SCORE_COLUMNS: Columns = {
  handle: 'VARCHAR',
  category: 'VARCHAR',
  key: 'VARCHAR',
  is_assumed: 'BOOLEAN',
  points: 'DECIMAL(9,4)',
}

/** Loads the inputs of ingest: the record of earlier fetches and of refused rows. */
export async function loadIngestHistory(db: Database, history: History, day: string): Promise<void> {
  await loadPartitions(db, 'ingest', INGEST_COLUMNS, listPartitionsBefore(history, 'ingest', day))
  const tables = { ingest_blocks: BLOCKS_COLUMNS, ingest_gaps: GAPS_COLUMNS, ingest_checks: CHECKS_COLUMNS }
  for (const [table, columns] of Object.entries(tables))
    await loadPartitions(db, table, columns, listPartitionsBefore(history, table, day))
  const refused = { date: 'DATE', source: 'VARCHAR', key: 'VARCHAR' }
  await loadPartitions(db, 'refused_keys', refused, listPartitionsBefore(history, 'quarantine', day))
}

/** Loads everything that models read but the raw tables: the run, the catalogue, the methodologies, the history. */
export async function loadModelInputs(
  db: Database,
  history: History,
  sources: Source[],
  methodologies: Methodology[],
  options: RunOptions,
): Promise<void> {
  const { day, acceptShrink, universe } = options
  await db.run(`create table run as select ${literal(day)}::date as day, ${literal(`${day} 23:59:59`)}::timestamp as day_end,
    ${literal(universe.world)} as world, ${acceptShrink} as accept_shrink, max(archived_at) as archived_at from ingest`)
  await createTable(
    db,
    'run_sources',
    { name: 'VARCHAR', title: 'VARCHAR', docs: 'VARCHAR', license: 'VARCHAR' },
    sources.map(({ name, title, docs, license }) => ({ name, title, docs, license })),
  )
  await createTable(db, 'raw_shared_hosts', { host: 'VARCHAR' }, sharedHosts)
  await createCatalogTables(db, universe.catalog)
  await createMethodologyTables(db, methodologies)
  await createCorrectionsTable(db, options.corrections ?? readCorrections())
  await createOverridesTable(db, universe.catalog.overrides ?? readOverrides())
  await loadHistory(db, history, day)
}

const sharedHosts = [...SHARED_HOSTS].flatMap((host) => [{ host }, { host: `www.${host}` }])

async function loadHistory(db: Database, history: History, day: string): Promise<void> {
  const snapshots = listPartitionsBefore(history, 'snapshots', day)
  await db.run(`create table previous_snapshots as ${selectSnapshots(snapshots.slice(-1))}`)
  await loadPartitions(
    db,
    'previous_sub_scores',
    SUB_SCORE_COLUMNS,
    listPartitionsBefore(history, 'sub_scores', day).slice(-1),
  )
  const compared = COMPARED_DAYS.map((days) => history.partition('snapshots', daysBefore(day, days)))
  const then = selectSnapshots(snapshots.filter((path) => compared.includes(path)))
  await db.run(`create table compared_snapshots as ${then}`)
  // A view: one model reads it, once, and a copy of so many rows would cost as much again.
  await db.run(`create view past_snapshots as ${selectSnapshots(snapshots.slice(-HISTORY_SNAPSHOTS))}`)
  const ghosts = listPartitionsBefore(history, 'ghost_index', day).slice(-GHOST_INDEX_SNAPSHOTS)
  await loadPartitions(db, 'past_ghost_index', GHOST_INDEX_COLUMNS, ghosts)
  // A view: a copy of so many days would cost as much again.
  const traits = listPartitionsBefore(history, 'liveness', day).slice(-TRAIT_DAYS)
  await db.run(`create view past_liveness_traits as select * exclude (liveness_rule)
    from (${unitePartitions(TRAIT_COLUMNS, traits)}) where liveness_rule = ${NUMBERS.liveness_rule}`)
  const alive = `select day, handle, bool_or(is_alive) as is_alive
    from (${selectSnapshots(snapshots.slice(-LIVENESS_DAYS))}) group by day, handle`
  await db.run(`create table past_liveness as ${alive}`)
  await loadPartitions(
    db,
    'past_changes',
    CHANGE_COLUMNS,
    listPartitionsBefore(history, 'changes', day).slice(-CHANGE_DAYS),
  )
  const hidden = listPartitionsBefore(history, 'interval_days', day).slice(1 - INTERVAL_NUMBERS.cover_days)
  await loadPartitions(db, 'past_interval_days', INTERVAL_DAY_COLUMNS, hidden)
  await loadPartitions(db, 'past_bindings', BINDING_COLUMNS, listPartitionsBefore(history, 'handles', day))
  const counts =
    snapshots.length > 0
      ? `select count(*) as snapshots from read_parquet([${snapshots.map(literal).join(', ')}])`
      : 'select 0 as snapshots'
  await db.run(`create table past_snapshot_counts as ${counts}`)
}

/** Selects snapshots; `is_alive` is null for days with another liveness rule than today's. */
const selectSnapshots = (files: string[]): string =>
  `select * replace (case when liveness_rule = ${NUMBERS.liveness_rule} then is_alive end as is_alive)
    from (${unitePartitions(SNAPSHOT_COLUMNS, files)})`

/** Lists the partitions of the days before this one: a run never reads those of its own or a later day. */
const listPartitionsBefore = (history: History, table: string, day: string): string[] =>
  history.partitions(table, day).filter((path) => path !== history.partition(table, day))

async function loadPartitions(db: Database, table: string, columns: Columns, files: string[]): Promise<void> {
  const typed = Object.entries(columns).map(
    ([name, type]) => `${identifier(name)}::${type} as ${identifier(name)}`,
  )
  await db.run(
    `create or replace table ${identifier(table)} as select ${typed.join(', ')} from (${unitePartitions(columns, files)})`,
  )
}
