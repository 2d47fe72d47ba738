import { SHARED_HOSTS } from '../agents/shared_hosts.ts'
import type { History } from '../history/history.ts'
import { BINDING_COLUMNS } from '../identity/identity.ts'
import { INGEST_COLUMNS } from '../ingest/ingest.ts'
import type { Methodology } from '../methodology.ts'
import type { RunOptions } from '../run_types.ts'
import type { Source } from '../source.ts'
import { createCatalogTables } from './catalog_tables.ts'
import { type Database, identifier, literal } from './database.ts'
import { createMethodologyTables } from './methodology_tables.ts'
import { type Columns, createTable, unitePartitions } from './tables.ts'

/** The columns of the snapshots that the history keeps, one row per agent, category and day. */
const SNAPSHOT_COLUMNS: Columns = {
  day: 'DATE',
  handle: 'VARCHAR',
  category: 'VARCHAR',
  rank: 'BIGINT',
  score: 'DECIMAL(6,2)',
  exact_score: 'DECIMAL(9,4)',
  tier: 'VARCHAR',
  methodology_version: 'VARCHAR',
  is_alive: 'BOOLEAN',
}

/** How long reliability looks back: days before the logical date. */
const LIVENESS_DAYS = 364

/** The columns of yesterday's sub-scores, from which causes are read. */
const SUB_SCORE_COLUMNS: Columns = {
  handle: 'VARCHAR',
  category: 'VARCHAR',
  key: 'VARCHAR',
  is_assumed: 'BOOLEAN',
  points: 'DECIMAL(9,4)',
}

/** Loads what stands before any source is asked: the run itself and the record of earlier fetches. */
export async function loadIngestHistory(db: Database, history: History, day: string): Promise<void> {
  await loadPartitions(db, 'ingest', INGEST_COLUMNS, before(history, 'ingest', day))
  const refused = { date: 'DATE', source: 'VARCHAR', key: 'VARCHAR' }
  await loadPartitions(db, 'refused_keys', refused, before(history, 'quarantine', day))
}

/** Loads everything but the raw tables that the models read: the run, the catalogue, the methodologies, the history. */
export async function loadGiven(
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
  await loadHistory(db, history, day)
}

const sharedHosts = [...SHARED_HOSTS].flatMap((host) => [{ host }, { host: `www.${host}` }])

async function loadHistory(db: Database, history: History, day: string): Promise<void> {
  const snapshots = before(history, 'snapshots', day)
  await loadPartitions(db, 'previous_snapshots', SNAPSHOT_COLUMNS, snapshots.slice(-1))
  await loadPartitions(
    db,
    'previous_sub_scores',
    SUB_SCORE_COLUMNS,
    before(history, 'sub_scores', day).slice(-1),
  )
  const alive = `select day, handle, bool_or(is_alive) as is_alive
    from (${unitePartitions(SNAPSHOT_COLUMNS, snapshots.slice(-LIVENESS_DAYS))}) group by day, handle`
  await db.run(`create table past_liveness as ${alive}`)
  await loadPartitions(db, 'past_bindings', BINDING_COLUMNS, before(history, 'handles', day))
  const counts =
    snapshots.length > 0
      ? `select count(*) as snapshots from read_parquet([${snapshots.map(literal).join(', ')}])`
      : 'select 0 as snapshots'
  await db.run(`create table past_snapshot_counts as ${counts}`)
}

/** The partitions of the days before this one: a run never reads what it or a later day wrote. */
const before = (history: History, table: string, day: string): string[] =>
  history.partitions(table, day).filter((path) => path !== history.partition(table, day))

async function loadPartitions(db: Database, table: string, columns: Columns, files: string[]): Promise<void> {
  await createTable(db, table, columns, [])
  const names = Object.keys(columns).map(identifier).join(', ')
  await db.run(`insert into ${identifier(table)} select ${names} from (${unitePartitions(columns, files)})`)
}
