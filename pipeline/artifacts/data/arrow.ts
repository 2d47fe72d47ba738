import type { DuckDBDataChunk } from '@duckdb/node-api'
import { makeData, RecordBatch, Schema, Struct, Table, tableToIPC } from 'apache-arrow'
import { type Database, identifier, literal } from '../../model/database.ts'
import { type ArrowColumn, arrowColumn } from './arrow_column.ts'
import { joinedTexts } from './joined_texts.ts'
import type { DataTable } from './table.ts'

/**
 * In a table with this many rows, a column with few distinct texts is read as numbers: DuckDB is slow at returning
 * texts.
 */
const [MANY_ROWS, FEW_TEXTS] = [20_000, 1_000]

/**
 * Returns the `rows` rows of `data_<name>` as an Arrow file of one batch; repeated texts are dictionary-encoded.
 * Copies DuckDB's own arrays, so that few values become objects. Not compressed: this version writes a wrong length
 * before compressed buffers, which other readers reject.
 */
export async function rowsAsArrow(db: Database, table: DataTable, rows: number): Promise<Uint8Array> {
  const { name, columns } = table
  const texts = rows < MANY_ROWS ? new Map<string, string[]>() : await fewTexts(db, table)
  const builders = Object.entries(columns).map(([column, definition], id) =>
    arrowColumn(column, definition, { id, texts: texts.get(column) ?? null }),
  )
  const take = (chunk: DuckDBDataChunk): void => {
    for (const [at, column] of builders.entries()) column.append(chunk.getColumnVector(at), chunk.rowCount)
  }
  const values = Object.keys(columns).map((column) => readAs(column, texts.get(column)))
  await db.eachChunk(`select ${values.join(', ')} from data_${name}`, take)
  await addTexts(db, { table: `data_${name}`, rows }, builders)
  const schema = new Schema(builders.map((column) => column.field()))
  const children = builders.map((column) => column.data())
  const batch = new RecordBatch(
    schema,
    makeData({ type: new Struct(schema.fields), length: rows, nullCount: 0, children }),
  )
  return tableToIPC(new Table(schema, [batch]), 'file')
}

/** Reads, for the columns of a large table with few distinct texts, these texts in order. */
async function fewTexts(db: Database, { name, columns }: DataTable): Promise<Map<string, string[]>> {
  const table = `data_${name}`
  const ofTexts = Object.keys(columns).filter((column) => columns[column]?.type === 'text')
  if (ofTexts.length === 0) return new Map()
  const counts = ofTexts.map((column) => `approx_count_distinct(${identifier(column)})`)
  const [{ counted } = { counted: [] }] = await db.rows<{ counted: number[] }>(
    `select [${counts.join(', ')}] as counted from ${table}`,
  )
  const few = ofTexts.filter((_, at) => Number(counted[at]) < FEW_TEXTS)
  const texts = few
    .map(identifier)
    .map((column) => `list_sort(coalesce(list(distinct ${column}) filter (${column} is not null), []))`)
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

/** Supplies the texts of columns whose values nearly always differ. */
async function addTexts(
  db: Database,
  from: { table: string; rows: number },
  columns: ArrowColumn[],
): Promise<void> {
  const lacking = columns.filter(({ textBuffers }) => textBuffers !== null)
  if (lacking.length === 0) return
  const texts = await joinedTexts(db, { ...from, texts: lacking.map(({ name }) => identifier(name)) })
  for (const [at, { textBuffers }] of lacking.entries())
    for (const piece of texts[at] ?? []) textBuffers?.push(piece)
}
