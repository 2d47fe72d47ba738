import { z } from 'zod'
import { AssayError } from '../core/domain/errors.ts'
import { clean } from '../core/domain/text.ts'

const MAX_REASON = 500

/** One line of text as people write it. */
export const plainText = (max: number) =>
  z.string().refine((value) => value !== '' && clean(value, max) === value, {
    error: `must be one line of 1 to ${max} characters, without invisible characters or double spaces`,
  })

/** What each decision of a person has. */
export const DECIDED = {
  date: z.iso.date('must be a date, YYYY-MM-DD'),
  reason: plainText(MAX_REASON),
}

/** Names a record of a source. */
export const recordKey = z
  .string()
  .regex(/^[a-z0-9_]+:\S+$/, 'must be the key of a record, e.g. mcp_registry:com.example/server')

/** Whether a text is a web address without a user name. */
export function isAddress(text: string): boolean {
  const url = URL.parse(text)
  return /^https?:\/\/[\x21-\x7e]+$/.test(text) && url?.username === '' && url.password === ''
}

/** The rows of a CSV text, in its order. Throws AssayError that names the file, the line and what is wrong with it. */
export function parseRows<Row>(
  text: string,
  file: string,
  columns: readonly string[],
  row: z.ZodType<Row>,
): Row[] {
  const [header, ...lines] = text.replace(/\r?\n$/, '').split(/\r?\n/)
  if (header !== columns.join(',')) throw new AssayError(`${file}, line 1: must be ${columns.join(',')}`)
  return lines.map((line, index) => {
    const where = `${file}, line ${index + 2}`
    return checkRow(row, Object.fromEntries(cellsOf(line, columns, where)), where)
  })
}

/** The row that these cells are. Throws AssayError that says where and what is wrong. */
export function checkRow<Row>(row: z.ZodType<Row>, cells: unknown, where: string): Row {
  const read = row.safeParse(cells)
  if (read.success) return read.data
  const [issue] = read.error.issues
  throw new AssayError(`${where}: ${issue?.path[0]?.toString() ?? 'it'} ${issue?.message}`)
}

/** A row as its line in a file. */
export const rowLine = <Column extends string>(
  columns: readonly Column[],
  row: Record<Column, string>,
): string => columns.map((column) => quoted(row[column])).join(',')

const quoted = (cell: string): string => (/[",]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

function cellsOf(line: string, columns: readonly string[], where: string): [string, string | undefined][] {
  const cells = splitLine(line)
  if (cells?.length !== columns.length)
    throw new AssayError(
      `${where}: must have ${columns.length} cells (${columns.join(', ')}); put a cell with a comma or a quote in double quotes, and write "" for a quote`,
    )
  return columns.map((column, index) => [column, cells[index]])
}

/** The cells of a line, or null when its quotes do not pair. */
function splitLine(line: string): string[] | null {
  const cells: string[] = []
  const cell = /(?:"((?:[^"]|"")*)"|([^",]*))(,|$)/y
  for (let end = ','; end === ','; ) {
    const found = cell.exec(line)
    if (found === null) return null
    cells.push(found[1]?.replaceAll('""', '"') ?? found[2] ?? '')
    end = found[3] ?? ''
  }
  return cells
}
