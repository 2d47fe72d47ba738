import { CATEGORIES, type Category } from '../../core/domain/category.ts'
import { SIGNALS } from '../../core/domain/signals.ts'
import type { Methodology } from '../methodology.ts'
import type { Database } from './database.ts'
import { createTable } from './tables.ts'

/** Makes the tables of the methodologies, and of the signals that they weigh. */
export async function createMethodologyTables(db: Database, methodologies: Methodology[]): Promise<void> {
  await createCategories(db, methodologies)
  await createWeights(db, methodologies)
  await createDefinitions(db)
}

async function createCategories(db: Database, methodologies: Methodology[]): Promise<void> {
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
}

async function createWeights(db: Database, methodologies: Methodology[]): Promise<void> {
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
}

async function createDefinitions(db: Database): Promise<void> {
  await createTable(
    db,
    'signal_definitions',
    {
      key: 'VARCHAR',
      unit: 'VARCHAR',
      source: 'VARCHAR',
      aggregate: 'VARCHAR',
      is_activity: 'BOOLEAN',
      is_probe: 'BOOLEAN',
      is_attention: 'BOOLEAN',
      is_read_singly: 'BOOLEAN',
      shown_by: 'VARCHAR',
    },
    Object.entries(SIGNALS).map(([key, definition]) => ({
      key,
      unit: definition.unit,
      source: definition.source,
      aggregate: definition.aggregate,
      is_activity: definition.is_activity ?? false,
      is_probe: definition.is_probe ?? false,
      is_attention: definition.is_attention ?? false,
      is_read_singly: definition.is_read_singly ?? false,
      shown_by: definition.shown_by ?? null,
    })),
  )
}
