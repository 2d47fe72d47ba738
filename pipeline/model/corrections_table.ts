import type { Correction } from '../catalog/corrections.ts'
import type { Database } from './database.ts'
import { type Columns, createTable } from './tables.ts'

/** The columns of `raw_corrections`: one row per correction, `line` being its place in the list. */
export const CORRECTION_COLUMNS: Columns = {
  line: 'BIGINT',
  corrected_on: 'DATE',
  record_id: 'VARCHAR',
  field: 'VARCHAR',
  value: 'VARCHAR',
  reason: 'VARCHAR',
  source_url: 'VARCHAR',
  feedback_id: 'VARCHAR',
}

/** Returns the rows of `raw_corrections`. */
export const correctionRows = (corrections: readonly Correction[]): object[] =>
  corrections.map(({ date, record, ...rest }, index) => ({
    line: index + 1,
    corrected_on: date,
    record_id: record,
    ...rest,
  }))

/** Creates `raw_corrections`. */
export const createCorrectionsTable = (db: Database, corrections: readonly Correction[]): Promise<void> =>
  createTable(db, 'raw_corrections', CORRECTION_COLUMNS, correctionRows(corrections))
