import type { Database } from '../model/database.ts'
import type { Model } from '../model/order.ts'
import { createTable } from '../model/tables.ts'
import { type DecidedPairs, joinComponents, type KeyClaim } from './components.ts'
import { type Binding, bindHandles, currentBindings, type NamedRecord } from './handles.ts'
import type { Override } from './overrides.ts'

/** The columns of the handle history, one row per binding. */
export const BINDING_COLUMNS = {
  record_id: 'VARCHAR',
  handle: 'VARCHAR',
  is_anchor: 'BOOLEAN',
  bound_on: 'DATE',
  reason: 'VARCHAR',
}

/**
 * The one model that is not SQL: groups records into agents and assigns handles. Creates `int_records__handles` (one row
 * per record and its current handle) and `new_bindings` (the rows that this day adds to the history). Departed records
 * keep their binding and merge nothing, whatever a person decided of them.
 */
export function identityModel(day: string): Model {
  return {
    name: 'int_records__handles',
    reads: [
      ...['int_records', 'int_records__keys', 'int_records__ambiguous_keys', 'past_bindings'],
      'raw_identity_overrides',
    ],
    build: (db) => bindRecords(db, day),
  }
}

async function bindRecords(db: Database, day: string): Promise<void> {
  const records = await db.rows<NamedRecord>(
    'select record_id, category, source_key, published_at from int_records where departed_on is null order by record_id',
  )
  const claims = await db.rows<KeyClaim>(
    `select keys.record_id, keys.key from int_records__keys as keys
     join int_records as records using (record_id)
     anti join int_records__ambiguous_keys as ambiguous on ambiguous.key = keys.key
     where keys.is_strong and records.departed_on is null
     -- What one record alone claims joins nothing, and most keys are like that.
     qualify count(*) over (partition by keys.key) > 1 order by keys.key, keys.record_id`,
  )
  const past = await db.rows<Binding>('select * from past_bindings order by bound_on, record_id')
  const found = joinComponents(
    records.map((record) => record.record_id),
    claims,
    await readDecided(db),
  )
  const fresh = bindHandles(found, records, past, day)
  const now = [...currentBindings([...past, ...fresh]).values()]
  await createTable(db, 'new_bindings', BINDING_COLUMNS, fresh)
  await createTable(db, 'int_records__handles', BINDING_COLUMNS, now)
}

async function readDecided(db: Database): Promise<DecidedPairs> {
  const rows = await db.rows<Pick<Override, 'record_a' | 'record_b' | 'verdict'>>(
    'select record_a, record_b, verdict from raw_identity_overrides order by line',
  )
  const pairs = (verdict: Override['verdict']) =>
    rows
      .filter((row) => row.verdict === verdict)
      .map(({ record_a, record_b }) => [record_a, record_b] as const)
  return { same: pairs('same'), different: pairs('different') }
}
