import { checkCatalog } from '../catalog/load.ts'
import type { Category } from '../category.ts'
import { CATEGORIES } from '../category.ts'
import type { History } from '../history/history.ts'
import { BINDING_COLUMNS } from '../identity/identity.ts'
import { INGEST_COLUMNS } from '../ingest/ingest.ts'
import type { Methodology } from '../methodology.ts'
import type { RunOptions } from '../run_types.ts'
import { SIGNALS } from '../signals.ts'
import type { Source } from '../source.ts'
import { type Database, literal } from './database.ts'
import { type Columns, createTable } from './tables.ts'

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
  await loadCatalog(db, options)
  await loadMethodologies(db, methodologies)
  await loadHistory(db, history, day)
}

async function loadCatalog(db: Database, { universe: { catalog } }: RunOptions): Promise<void> {
  checkCatalog(catalog)
  const { families, developers } = catalog
  await createTable(
    db,
    'raw_catalog_families',
    {
      id: 'VARCHAR',
      name: 'VARCHAR',
      provider: 'VARCHAR',
      organization: 'VARCHAR',
      source_urls: 'VARCHAR[]',
    },
    families,
  )
  await createTable(
    db,
    'raw_catalog_patterns',
    { family: 'VARCHAR', source: 'VARCHAR', pattern: 'VARCHAR' },
    families.flatMap(({ id, arena, openrouter }) => [
      ...arena.map((pattern) => ({ family: id, source: 'arena', pattern })),
      ...openrouter.map((pattern) => ({ family: id, source: 'openrouter_models', pattern })),
    ]),
  )
  await createTable(
    db,
    'raw_catalog_developers',
    { id: 'VARCHAR', name: 'VARCHAR', website: 'VARCHAR', source_urls: 'VARCHAR[]' },
    developers,
  )
  await createTable(
    db,
    'raw_catalog_accounts',
    { developer: 'VARCHAR', account: 'VARCHAR' },
    developers.flatMap(({ id, github }) => github.map((account) => ({ developer: id, account }))),
  )
  await createTable(
    db,
    'raw_catalog_repositories',
    { developer: 'VARCHAR', repository: 'VARCHAR' },
    developers.flatMap(({ id, repositories }) =>
      repositories.map((repository) => ({ developer: id, repository })),
    ),
  )
  await createTable(
    db,
    'raw_catalog_same_as',
    { developer: 'VARCHAR', key: 'VARCHAR' },
    developers.flatMap(({ id, same_as = [] }) => same_as.map((key) => ({ developer: id, key }))),
  )
}

async function loadMethodologies(db: Database, methodologies: Methodology[]): Promise<void> {
  const ranked = new Map<Category, Methodology>(methodologies.map((one) => [one.category, one]))
  await createTable(
    db,
    'categories',
    { id: 'VARCHAR', position: 'INTEGER' },
    CATEGORIES.map((id, position) => ({ id, position })).filter(({ id }) => ranked.has(id)),
  )
  await createTable(
    db,
    'methodologies',
    {
      category: 'VARCHAR',
      version: 'VARCHAR',
      min_signals: 'INTEGER',
      min_weight: 'INTEGER',
      min_sources: 'INTEGER',
      signal_count: 'INTEGER',
    },
    methodologies.map(({ category, version, evidence, signals }) => ({
      category,
      version,
      ...evidence,
      required: undefined,
      signal_count: signals.length,
    })),
  )
  await createTable(
    db,
    'methodology_required',
    { category: 'VARCHAR', key: 'VARCHAR' },
    methodologies.flatMap(({ category, evidence }) => evidence.required.map((key) => ({ category, key }))),
  )
  await createTable(
    db,
    'methodology_signals',
    {
      category: 'VARCHAR',
      key: 'VARCHAR',
      position: 'INTEGER',
      weight: 'INTEGER',
      prior: 'DOUBLE',
      kind: 'VARCHAR',
      lower: 'DOUBLE',
      upper: 'DOUBLE',
      half_life: 'DOUBLE',
    },
    methodologies.flatMap(({ category, signals }) =>
      signals.map(({ key, weight, prior, transform }, position) => ({
        category,
        key,
        position,
        weight,
        prior,
        kind: transform.kind,
        lower: transform.floor,
        upper: transform.cap,
        half_life: transform.kind === 'recency' ? transform.half_life : null,
      })),
    ),
  )
  await createTable(
    db,
    'signal_definitions',
    { key: 'VARCHAR', unit: 'VARCHAR', source: 'VARCHAR', aggregate: 'VARCHAR', is_activity: 'BOOLEAN' },
    Object.entries(SIGNALS).map(([key, { unit, source, aggregate, is_activity = false }]) => ({
      key,
      unit,
      source,
      aggregate,
      is_activity,
    })),
  )
}

async function loadHistory(db: Database, history: History, day: string): Promise<void> {
  const snapshots = before(history, 'snapshots', day)
  await loadPartitions(db, 'previous_snapshots', SNAPSHOT_COLUMNS, snapshots.slice(-1))
  await loadPartitions(
    db,
    'previous_sub_scores',
    SUB_SCORE_COLUMNS,
    before(history, 'sub_scores', day).slice(-1),
  )
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
  if (files.length === 0) return
  const names = Object.keys(columns)
    .map((name) => `"${name}"`)
    .join(', ')
  await db.run(
    `insert into "${table}" select ${names} from read_parquet([${files.map(literal).join(', ')}], union_by_name = true)`,
  )
}
