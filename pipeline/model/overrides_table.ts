import type { Override } from '../identity/overrides.ts'
import type { Database } from './database.ts'
import { type Columns, createTable } from './tables.ts'

/** The columns of `raw_identity_overrides`: one row per override, `line` being its place in the list. */
export const OVERRIDE_COLUMNS: Columns = {
  line: 'BIGINT',
  decided_on: 'DATE',
  record_a: 'VARCHAR',
  record_b: 'VARCHAR',
  verdict: 'VARCHAR',
  reason: 'VARCHAR',
  source_url: 'VARCHAR',
}

/** Returns the rows of `raw_identity_overrides`. */
export const overrideRows = (overrides: readonly Override[]): object[] =>
  overrides.map(({ date, ...rest }, index) => ({ line: index + 1, decided_on: date, ...rest }))

/** Creates `raw_identity_overrides`. */
export const createOverridesTable = (db: Database, overrides: readonly Override[]): Promise<void> =>
  createTable(db, 'raw_identity_overrides', OVERRIDE_COLUMNS, overrideRows(overrides))
