import { BYTE_ORDER_MARK, STARTS_OF_A_FORMULA } from '../../../core/domain/csv.ts'
import { type Database, identifier, literal } from '../../model/database.ts'
import type { Column } from './column.ts'
import { joinedTexts } from './joined_texts.ts'
import type { DataTable } from './table.ts'

/** The formats that are text. */
export type TextFormat = 'csv' | 'ndjson'

/**
 * Returns the `rows` rows of `data_<name>` in each of the formats. DuckDB writes the lines, so every value has all its
 * digits, and no number passes through a double.
 */
export async function rowsAsText<const Formats extends readonly TextFormat[]>(
  db: Database,
  { name, columns }: DataTable,
  rows: number,
  formats: Formats,
): Promise<{ [At in keyof Formats]: Buffer }> {
  const texts = formats.map((format) => (format === 'csv' ? csvLine(columns) : jsonLine(columns)))
  const pieces = await joinedTexts(db, { table: `data_${name}`, rows, texts })
  const head = {
    csv: Buffer.from(`${BYTE_ORDER_MARK}${Object.keys(columns).join(',')}\r\n`),
    ndjson: Buffer.alloc(0),
  }
  const bodies = formats.map((format, at) => Buffer.concat([head[format], ...(pieces[at] ?? [])]))
  return bodies as { [At in keyof Formats]: Buffer }
}

function csvLine(columns: DataTable['columns']): string {
  const cells = Object.entries(columns).map(([column, definition]) => csvCell(identifier(column), definition))
  return `concat(${cells.join(`, ',', `)}, chr(13), chr(10))`
}

function jsonLine(columns: DataTable['columns']): string {
  const fields = Object.entries(columns).map(
    ([column, definition]) =>
      `${literal(`${JSON.stringify(column)}:`)}, ${jsonValue(identifier(column), definition)}`,
  )
  return `concat('{', ${fields.join(`, ',', `)}, '}', chr(10))`
}

/** Same as `csvCell` of core/domain/csv.ts. Numbers are not escaped, since a minus is no formula. */
function csvCell(name: string, column: Column): string {
  if (column.type !== 'text' && column.type !== 'list') return asText(name, column)
  const quoted = `replace(${name}, '"', '""')`
  return `case
    when ${name} is null then ''
    when unicode(${name}) in (${FORMULA_CODES}) then concat('"''', ${quoted}, '"')
    else concat('"', ${quoted}, '"') end`
}

const FORMULA_CODES = [...STARTS_OF_A_FORMULA].map((start) => start.codePointAt(0)).join(', ')

function jsonValue(name: string, column: Column): string {
  const text = asText(name, column)
  const value = (): string => {
    if (column.type === 'text') return `to_json(${name})::varchar`
    if (isQuoted(column)) return `'"' || ${text} || '"'`
    if (column.type !== 'integer') return text
    return `if(${name} between -${Number.MAX_SAFE_INTEGER} and ${Number.MAX_SAFE_INTEGER}, ${text}, '"' || ${text} || '"')`
  }
  return `coalesce(${value()}, 'null')`
}

/** Formats a value as text; a list as its JSON. */
const asText = (name: string, { type }: Column): string =>
  type === 'time' ? `strftime(${name}, '%Y-%m-%dT%H:%M:%S.%gZ')` : `${name}::varchar`

/** True for numbers that most JSON readers would round; they are written as strings. */
function isQuoted({ type }: Column): boolean {
  const digits = /^decimal\((\d+),/.exec(type)?.[1]
  return QUOTED.has(type) || Number(digits ?? 0) > DIGITS_OF_A_DOUBLE
}

const DIGITS_OF_A_DOUBLE = 15
const QUOTED: ReadonlySet<string> = new Set(['date', 'time', 'whole'])
