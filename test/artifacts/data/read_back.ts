import { DataType, tableFromIPC } from 'apache-arrow'
import { type Column, getTypeNames } from '../../../pipeline/artifacts/data/column.ts'
import type { DataTable } from '../../../pipeline/artifacts/data/table.ts'
import { type Database, identifier, literal } from '../../../pipeline/model/database.ts'

/** A row with each value as a text that is the same in every format. */
export type TextRow = (string | null)[]

const read = async (db: Database, columns: DataTable['columns'], from: string): Promise<TextRow[]> => {
  const texts = Object.entries(columns).map(([name, column]) => asText(identifier(name), column))
  const rows = await db.rows<{ row: TextRow }>(`select [${texts.join(', ')}] as row from ${from}`)
  return rows.map(({ row }) => row)
}

/** The value of a typed column as text. */
function asText(name: string, { type }: Column): string {
  if (type === 'time') return `strftime(${name}, '%Y-%m-%dT%H:%M:%S.%gZ')`
  return `${name}::varchar`
}

export const fromParquet = (db: Database, { columns }: Pick<DataTable, 'columns'>, file: string) =>
  read(db, columns, `read_parquet(${literal(file)})`)

/** Reads with the column types of the Table Schema, so that a value of another type is an error. */
export async function fromCsv(db: Database, { columns }: Pick<DataTable, 'columns'>, file: string) {
  const types = Object.entries(columns).map(
    ([name, column]) => `${literal(name)}: ${literal(getTypeNames(column).duckdb)}`,
  )
  const rows = await read(
    db,
    columns,
    `read_csv(${literal(file)}, header = true, delim = ',', quote = '"', escape = '"', columns = {${types.join(', ')}})`,
  )
  const isText = Object.values(columns).map(({ type }) => type === 'text' || type === 'list')
  return rows.map((row) => row.map((value, at) => (isText[at] ? unescapeText(value) : value)))
}

/** Undoes the escaping of a text for spreadsheets. */
const unescapeText = (value: string | null): string | null =>
  value === null ? null : value.replace(/^'(?=[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20])/, '')

export async function fromNdjson(db: Database, { columns }: Pick<DataTable, 'columns'>, file: string) {
  const types = Object.entries(columns).map(
    ([name, column]) =>
      `${literal(name)}: ${literal(column.type === 'list' ? 'json' : getTypeNames(column).duckdb)}`,
  )
  return read(
    db,
    columns,
    `read_json(${literal(file)}, format = 'newline_delimited', maximum_object_size = 16777216, columns = {${types.join(', ')}})`,
  )
}

/** Reads with the library alone, without our column definitions. */
export function fromArrow(bytes: Uint8Array): TextRow[] {
  const table = tableFromIPC(bytes)
  return Array.from({ length: table.numRows }, (_, row) =>
    table.schema.fields.map(({ type }, column) => {
      const value: unknown = table.getChildAt(column)?.get(row)
      return value === null || value === undefined ? null : arrowText(type, value)
    }),
  )
}

function arrowText(type: DataType, value: unknown): string {
  if (DataType.isDecimal(type)) return decimalText(value as Uint32Array, type.scale)
  if (DataType.isDate(type)) return new Date(Number(value)).toISOString().slice(0, 10)
  if (DataType.isTimestamp(type)) return new Date(Number(value)).toISOString()
  return typeof value === 'number' ? doubleText(value) : String(value)
}

/** Formats a double as DuckDB does. */
const doubleText = (value: number): string =>
  Number.isInteger(value) && Math.abs(value) < 1e15 ? value.toFixed(1) : String(value)

function decimalText(words: Uint32Array, scale: number): string {
  const raw = [...words].reduceRight((sum, word) => (sum << 32n) | BigInt(word >>> 0), 0n)
  const value = BigInt.asIntN(128, raw)
  const digits = String(value < 0n ? -value : value).padStart(scale + 1, '0')
  const whole = digits.slice(0, digits.length - scale)
  return `${value < 0n ? '-' : ''}${whole}${scale === 0 ? '' : `.${digits.slice(-scale)}`}`
}
