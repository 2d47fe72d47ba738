import { CATEGORIES, type Category } from '../../core/domain/category.ts'
import { SIGNALS } from '../../core/domain/signals.ts'
import type { Database } from './database.ts'
import type { Methodology } from './methodology.ts'
import { createTable } from './tables.ts'

/** Creates the tables of the methodologies, and of their signals. */
export async function createMethodologyTables(db: Database, methodologies: Methodology[]): Promise<void> {
  await createCategories(db, methodologies)
  await createWeights(db, methodologies)
  await createBounds(db, methodologies)
  await createDefinitions(db)
}

async function createCategories(db: Database, methodologies: Methodology[]): Promise<void> {
  const ranked = new Map<Category, Methodology>(
    methodologies.map((methodology) => [methodology.category, methodology]),
  )
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
      core: 'VARCHAR',
      min_signals: 'INTEGER',
      min_weight: 'INTEGER',
      min_sources: 'INTEGER',
      signal_count: 'INTEGER',
    },
    methodologies.map(({ category, version, core, evidence, signals }) => ({
      category,
      version,
      core,
      ...evidence,
      required: undefined,
      signal_count: signals.length,
    })),
  )
  await createTable(
    db,
    'methodology_required',
    { category: 'VARCHAR', need: 'INTEGER', key: 'VARCHAR' },
    methodologies.flatMap(({ category, evidence }) =>
      evidence.required.flatMap((keys, need) => keys.map((key) => ({ category, need, key }))),
    ),
  )
  await createTable(
    db,
    'methodology_parts',
    { category: 'VARCHAR', part: 'VARCHAR', role: 'VARCHAR' },
    methodologies.flatMap(({ category, parts }) =>
      parts.map(({ id, role }) => ({ category, part: id, role })),
    ),
  )
}

async function createWeights(db: Database, methodologies: Methodology[]): Promise<void> {
  await createTable(
    db,
    'methodology_signals',
    {
      category: 'VARCHAR',
      key: 'VARCHAR',
      position: 'INTEGER',
      part: 'VARCHAR',
      weight: 'INTEGER',
      prior: 'DOUBLE',
      kind: 'VARCHAR',
      lower: 'DOUBLE',
      upper: 'DOUBLE',
      half_life: 'DOUBLE',
    },
    methodologies.flatMap(({ category, signals }) =>
      signals.map(({ key, part, weight, prior, transform }, position) => ({
        category,
        key,
        position,
        part,
        weight,
        prior,
        kind: transform.kind,
        lower: transform.floor,
        upper: transform.cap,
        half_life: transform.kind === 'recency' ? transform.half_life : null,
      })),
    ),
  )
}

async function createBounds(db: Database, methodologies: Methodology[]): Promise<void> {
  await createTable(
    db,
    'methodology_bounds',
    { category: 'VARCHAR', item: 'VARCHAR', lower: 'DOUBLE', upper: 'DOUBLE' },
    methodologies.flatMap(({ category, bounds = {} }) =>
      Object.entries(bounds).map(([item, { floor, cap }]) => ({ category, item, lower: floor, upper: cap })),
    ),
  )
}

async function createDefinitions(db: Database): Promise<void> {
  await createTable(
    db,
    'signal_definitions',
    {
      key: 'VARCHAR',
      name: 'VARCHAR',
      unit: 'VARCHAR',
      source: 'VARCHAR',
      aggregate: 'VARCHAR',
      is_attention: 'BOOLEAN',
      is_read_singly: 'BOOLEAN',
    },
    Object.entries(SIGNALS).map(([key, definition]) => ({
      key,
      name: definition.name,
      unit: definition.unit,
      source: definition.source,
      aggregate: definition.aggregate,
      is_attention: definition.is_attention ?? false,
      is_read_singly: definition.is_read_singly ?? false,
    })),
  )
}
