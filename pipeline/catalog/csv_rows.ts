import { CsvError, parse } from 'csv-parse/sync'
import { z } from 'zod'
import { Cache } from '../../core/domain/cache.ts'
import { OperationalError } from '../../core/domain/errors.ts'
import { clean } from '../../core/domain/text.ts'

/** One line of plain text. */
export const plainText = (max: number) =>
  z.string().refine((value) => value !== '' && clean(value, max) === value, {
    error: `must be one line of 1 to ${max} characters, without invisible characters or double spaces`,
  })

/** The fields of every human decision. */
export const DECIDED = {
  date: z.iso.date('must be a date, YYYY-MM-DD'),
  reason: plainText(500),
}

/** Key of a source's record. */
export const recordKeyCell = z
  .string()
  .regex(/^[a-z0-9_]+:\S+$/, 'must be the key of a record, e.g. mcp_registry:com.example/server')

/** True if a text is a web address without a user name. */
export function isWebAddress(text: string): boolean {
  const url = URL.parse(text)
  return /^https?:\/\/[\x21-\x7e]+$/.test(text) && url?.username === '' && url.password === ''
}

/**
 * Parses the rows of a CSV text, in its order; the schema has to refuse cells of several lines. Throws OperationalError
 * with the file, line, column and problem.
 */
export function parseRows<Row>(
  text: string,
  file: string,
  columns: readonly string[],
  row: z.ZodType<Row>,
): Row[] {
  const [header, ...records] = splitCells(text, file)
  if (header?.join() !== columns.join())
    throw new OperationalError(`${file}, line 1: must be ${columns.join()}, with commas between them`)
  return records.map((cells, index) => {
    const where = `${file}, line ${index + 2}`
    if (cells.length !== columns.length)
      throw new OperationalError(
        `${where}: must have ${columns.length} cells (${columns.join(', ')}); ${QUOTING}`,
      )
    return checkRow(row, Object.fromEntries(columns.map((column, at) => [column, cells[at]])), where)
  })
}

const QUOTING = 'put a cell with a comma or a quote in double quotes, and write "" for a quote'

/** Cells by text: a process that runs many days parses a file once. */
const KNOWN = new Cache<readonly string[][]>({ maxSize: 1_000_000, getSize: (_, text) => text.length + 1 })

function splitCells(text: string, file: string): readonly string[][] {
  const known = KNOWN.get(text)
  if (known !== undefined) return known
  try {
    return KNOWN.put(text, parse(text, { bom: true, relax_column_count: true }))
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw new OperationalError(`${file}, line ${error.lines}: its quotes do not pair; ${QUOTING}`)
  }
}

/** Validates the cells of a row. Throws OperationalError with the place and the problem. */
export function checkRow<Row>(row: z.ZodType<Row>, cells: unknown, where: string): Row {
  const read = row.safeParse(cells)
  if (read.success) return read.data
  const [issue] = read.error.issues
  throw new OperationalError(`${where}: ${issue?.path[0]?.toString() ?? 'it'} ${issue?.message}`)
}

/** Formats a row as a line of a file. */
export const rowLine = <Column extends string>(
  columns: readonly Column[],
  row: Record<Column, string>,
): string => columns.map((column) => quoteCell(row[column])).join()

const quoteCell = (cell: string): string => (/[",]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)
