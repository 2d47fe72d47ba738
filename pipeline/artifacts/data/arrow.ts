import type { DuckDBDataChunk } from '@duckdb/node-api'
import { makeData, RecordBatch, Schema, Struct, Table, tableToIPC } from 'apache-arrow'
import { type Database, identifier } from '../../model/database.ts'
import { arrowColumn } from './arrow_column.ts'
import type { DataTable } from './table.ts'

/**
 * The rows of `data_<name>` as an Arrow file of one batch, texts that repeat dictionary-encoded. DuckDB's own arrays are copied,
 * and no value becomes an object on the way. Not compressed: this version writes a wrong length before compressed
 * buffers, which other readers refuse.
 */
export async function rowsAsArrow(db: Database, { name, columns }: DataTable): Promise<Uint8Array> {
  const made = Object.entries(columns).map(([column, definition], id) => arrowColumn(column, definition, id))
  let length = 0
  const take = (chunk: DuckDBDataChunk): void => {
    for (const [at, column] of made.entries()) column.take(chunk.getColumnVector(at), chunk.rowCount)
    length += chunk.rowCount
  }
  const names = Object.keys(columns).map(identifier)
  await db.eachChunk(`select ${names.join(', ')} from data_${name}`, take)
  const schema = new Schema(made.map((column) => column.field()))
  const children = made.map((column) => column.data())
  const batch = new RecordBatch(
    schema,
    makeData({ type: new Struct(schema.fields), length, nullCount: 0, children }),
  )
  return tableToIPC(new Table(schema, [batch]), 'file')
}
