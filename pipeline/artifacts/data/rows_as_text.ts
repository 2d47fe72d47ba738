import { csvCell } from '../../../core/domain/text.ts'
import { type Database, identifier } from '../../model/database.ts'
import type { Column } from './column.ts'
import type { DataTable } from './table.ts'

/** The rows of a table in the formats that are text. */
export interface TextRows {
  csv: Buffer
  ndjson: Buffer
}

type Cell = string | null

/**
 * The rows of `data_<name>` as CSV and NDJSON. Every value keeps its digits: DuckDB writes the numbers, and no number
 * passes through a double of ours.
 */
export async function rowsAsText(db: Database, { name, columns }: DataTable): Promise<TextRows> {
  const listed = Object.entries(columns)
  const written = listed.map(([column, definition]) => asText(identifier(column), definition))
  const keys = listed.map(([column]) => `${JSON.stringify(column)}:`)
  const csv: Buffer[] = [Buffer.from(`${listed.map(([column]) => column).join(',')}\r\n`)]
  const ndjson: Buffer[] = []
  await db.eachChunk(`select ${written.join(', ')} from data_${name}`, (chunk) => {
    const cells = chunk.getColumns() as Cell[][]
    const [lines, objects] = [[] as string[], [] as string[]]
    for (let row = 0; row < chunk.rowCount; row += 1) {
      lines.push(cells.map((column, at) => csvValue(column[row] ?? null, listed[at]?.[1])).join(','))
      objects.push(
        cells.map((column, at) => keys[at] + jsonValue(column[row] ?? null, listed[at]?.[1])).join(','),
      )
    }
    csv.push(Buffer.from(`${lines.join('\r\n')}\r\n`))
    ndjson.push(Buffer.from(`{${objects.join('}\n{')}}\n`))
  })
  return { csv: Buffer.concat(csv), ndjson: Buffer.concat(ndjson) }
}

function asText(name: string, { type }: Column): string {
  if (type === 'text' || type === 'list') return name
  return type === 'time' ? `strftime(${name}, '%Y-%m-%dT%H:%M:%S.%gZ')` : `${name}::varchar`
}

/** Numbers stand as they are, so that a minus is no formula to be defused. */
const csvValue = (value: Cell, column: Column | undefined): string =>
  column?.type === 'text' || column?.type === 'list' ? csvCell(value) : (value ?? '')

function jsonValue(value: Cell, column: Column | undefined): string {
  if (value === null) return 'null'
  if (column === undefined || isQuoted(column)) return JSON.stringify(value)
  return column.type === 'integer' && !Number.isSafeInteger(Number(value)) ? `"${value}"` : value
}

/** A column of numbers that most readers of JSON would round is one of strings. */
function isQuoted({ type }: Column): boolean {
  const digits = /^decimal\((\d+),/.exec(type)?.[1]
  return QUOTED.has(type) || Number(digits ?? 0) > DIGITS_OF_A_DOUBLE
}

const DIGITS_OF_A_DOUBLE = 15
const QUOTED: ReadonlySet<string> = new Set(['text', 'date', 'time', 'whole'])
