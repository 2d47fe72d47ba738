import type { Database } from '../../model/database.ts'
import { buildDataTable } from './build.ts'
import type { Column } from './column.ts'
import { rowsAsText } from './rows_as_text.ts'
import { defineTable } from './table.ts'
import agents from './tables/agents.ts'

const COLUMNS = [
  'handle',
  'name',
  'primary_category',
  'tier',
  'rank',
  'score',
  'ecosystem_layer',
  'archetype',
  'is_verified',
  'is_erc8004_registered',
  'liveness',
  'days_since_active',
  'last_updated',
]

/** The columns of `agents` for people. */
const SHORT = defineTable({
  ...agents,
  name: 'agents_short',
  sql: `select * from (${agents.sql}) where departed_on is null`,
  columns: Object.fromEntries(COLUMNS.map((name) => [name, agents.columns[name] as Column])),
})

/** Returns a short list for spreadsheets: every agent that has not departed, one line each. */
export async function agentsCsv(db: Database): Promise<Uint8Array> {
  await buildDataTable(db, SHORT)
  const [{ count: rows } = { count: 0 }] = await db.rows<{ count: number }>(
    `select count(*) as count from data_${SHORT.name}`,
  )
  const [csv] = await rowsAsText(db, SHORT, rows, ['csv'])
  return csv
}
