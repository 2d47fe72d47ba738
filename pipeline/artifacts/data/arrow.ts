import type { DuckDBBlobValue, DuckDBDataChunk } from '@duckdb/node-api'
import { makeData, RecordBatch, Schema, Struct, Table, tableToIPC } from 'apache-arrow'
import { type Database, identifier, literal } from '../../model/database.ts'
import { arrowColumn } from './arrow_column.ts'
import type { DataTable } from './table.ts'

/** In a table of so many rows a column of so few texts is read as their numbers: DuckDB takes long to hand out a text. */
const [MANY_ROWS, FEW_TEXTS] = [20_000, 1_000]

/**
 * The rows of `data_<name>` as an Arrow file of one batch, texts that repeat dictionary-encoded. DuckDB's own arrays are
 * copied, and few values become objects on the way. Not compressed: this version writes a wrong length before compressed
 * buffers, which other readers refuse.
 */
export async function rowsAsArrow(db: Database, { name, columns }: DataTable): Promise<Uint8Array> {
  const texts = await fewTexts(db, { name, columns })
  const made = Object.entries(columns).map(([column, definition], id) =>
    arrowColumn(column, definition, { id, texts: texts.get(column) ?? null }),
  )
  let length = 0
  const take = (chunk: DuckDBDataChunk): void => {
    for (const [at, column] of made.entries()) column.take(chunk.getColumnVector(at), chunk.rowCount)
    length += chunk.rowCount
  }
  const values = Object.keys(columns).map((column) => readAs(column, texts.get(column)))
  await db.eachChunk(`select ${values.join(', ')} from data_${name}`, take)
  for (const { name: column, untaken } of made)
    if (untaken !== null) await takeTexts(db, `data_${name}`, column, untaken)
  const schema = new Schema(made.map((column) => column.field()))
  const children = made.map((column) => column.data())
  const batch = new RecordBatch(
    schema,
    makeData({ type: new Struct(schema.fields), length, nullCount: 0, children }),
  )
  return tableToIPC(new Table(schema, [batch]), 'file')
}

/** The texts of the columns of a large table that have few of them, in order. */
async function fewTexts(
  db: Database,
  { name, columns }: Pick<DataTable, 'name' | 'columns'>,
): Promise<Map<string, string[]>> {
  const table = `data_${name}`
  const [{ rows } = { rows: 0 }] = await db.rows<{ rows: number }>(`select count(*) as rows from ${table}`)
  const ofTexts = Object.keys(columns).filter((column) => columns[column]?.type === 'text')
  if (rows < MANY_ROWS || ofTexts.length === 0) return new Map()
  const counts = ofTexts.map((column) => `approx_count_distinct(${identifier(column)})`)
  const [{ counted } = { counted: [] }] = await db.rows<{ counted: number[] }>(
    `select [${counts.join(', ')}] as counted from ${table}`,
  )
  const few = ofTexts.filter((_, at) => Number(counted[at]) < FEW_TEXTS)
  const texts = few.map((column) => `list_sort(coalesce(list(distinct ${identifier(column)}), []))`)
  if (few.length === 0) return new Map()
  const [{ lists } = { lists: [] }] = await db.rows<{ lists: string[][] }>(
    `select [${texts.join(', ')}] as lists from ${table}`,
  )
  return new Map(
    few.map((column, at) => [column, lists[at] ?? []] as const).filter(([, { length }]) => length > 0),
  )
}

const readAs = (column: string, texts: readonly string[] | undefined): string =>
  texts === undefined
    ? identifier(column)
    : `enum_code(${identifier(column)}::enum(${texts.map(literal).join(', ')}))::integer`

/** The texts of a column in the order of its rows, joined some thousands at a time: one value has its limits. */
async function takeTexts(db: Database, table: string, name: string, taken: Uint8Array[]): Promise<void> {
  const column = identifier(name)
  const joined = `select rowid // 8192, encode(string_agg(${column}, '' order by rowid)) from ${table} group by 1`
  await db.eachChunk(`select texts from (${joined}) as joined (part, texts) order by part`, (chunk) => {
    const texts = chunk.getColumnVector(0)
    for (let row = 0; row < chunk.rowCount; row += 1) {
      const bytes = (texts.getItem(row) as DuckDBBlobValue | null)?.bytes
      if (bytes !== undefined) taken.push(bytes)
    }
  })
}
