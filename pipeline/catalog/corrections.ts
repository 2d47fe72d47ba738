import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { AssayError } from '../../core/domain/errors.ts'
import { clean } from '../../core/domain/text.ts'

/** Where corrections stand. */
export const CORRECTIONS_FILE = join(import.meta.dirname, '../../sql/corrections.csv')

const COLUMNS = ['date', 'record', 'field', 'value', 'reason', 'source_url', 'feedback_id'] as const

/** What may be corrected: how a record describes itself. Signals and what follows from them never are. */
export const CORRECTED_FIELDS = ['name', 'description', 'website', 'repository_url'] as const

const LONGEST: Record<(typeof CORRECTED_FIELDS)[number], number> = {
  name: 100,
  description: 300,
  website: 500,
  repository_url: 500,
}
const LONGEST_REASON = 500

const plainText = (max: number) =>
  z.string().refine((value) => value !== '' && clean(value, max) === value, {
    error: `must be one line of 1 to ${max} characters, without invisible characters or double spaces`,
  })

const address = z.string().refine(isAddress, 'must be an http or https address without a user name')

const UUID = z.uuid()

const correction = z
  .object({
    date: z.iso.date('must be a date, YYYY-MM-DD'),
    record: z
      .string()
      .regex(/^[a-z0-9_]+:\S+$/, 'must be the key of a record, e.g. mcp_registry:com.example/server'),
    field: z.enum(CORRECTED_FIELDS, `must be one of ${CORRECTED_FIELDS.join(', ')}`),
    value: z.string().transform((value) => (value === '' ? null : value)),
    reason: plainText(LONGEST_REASON),
    source_url: address,
    feedback_id: z
      .string()
      .refine((id) => id === '' || UUID.safeParse(id).success, 'must be the id of a report, or empty')
      .transform((id) => id || null),
  })
  .superRefine(({ field, value }, context) => {
    const problem = valueProblem(field, value)
    if (problem !== null) context.addIssue({ code: 'custom', path: ['value'], message: problem })
  })

/** One corrected field of one record; `value` is null where the right value is none. */
export type Correction = z.infer<typeof correction>

function valueProblem(field: Correction['field'], value: string | null): string | null {
  if (value === null) return field === 'name' ? 'must not be empty for a name' : null
  if (field === 'website' || field === 'repository_url') {
    const isShort = value.length <= LONGEST[field]
    return isShort && isAddress(value) ? null : 'must be an http or https address of at most 500 characters'
  }
  const { error } = plainText(LONGEST[field]).safeParse(value)
  return error?.issues[0]?.message ?? null
}

function isAddress(text: string): boolean {
  const url = URL.parse(text)
  return /^https?:\/\/[\x21-\x7e]+$/.test(text) && url?.username === '' && url.password === ''
}

/** The corrections of a file, in its order. Throws AssayError that names the line and what is wrong with it. */
export function readCorrections(file: string = CORRECTIONS_FILE): Correction[] {
  return parseCorrections(readFileSync(file, 'utf8'), file)
}

/** The corrections in a text; `file` is named in errors. */
export function parseCorrections(text: string, file: string): Correction[] {
  const [header, ...lines] = text.replace(/\r?\n$/, '').split(/\r?\n/)
  if (header !== COLUMNS.join(',')) throw new AssayError(`${file}, line 1: must be ${COLUMNS.join(',')}`)
  return lines.map((line, index) => readLine(line, `${file}, line ${index + 2}`))
}

function readLine(line: string, where: string): Correction {
  const cells = cellsOf(line)
  if (cells?.length !== COLUMNS.length)
    throw new AssayError(
      `${where}: must have ${COLUMNS.length} cells (${COLUMNS.join(', ')}); put a cell with a comma or a quote in double quotes, and write "" for a quote`,
    )
  return checked(Object.fromEntries(COLUMNS.map((column, index) => [column, cells[index]])), where)
}

/** Throws AssayError that says where and what is wrong. */
function checked(row: unknown, where: string): Correction {
  const read = correction.safeParse(row)
  if (read.success) return read.data
  const [issue] = read.error.issues
  throw new AssayError(`${where}: ${issue?.path[0]?.toString() ?? 'it'} ${issue?.message}`)
}

/** A correction as its line in the file, checked as it will be when it is read. Throws AssayError when it is wrong. */
export function correctionLine(row: Record<(typeof COLUMNS)[number], string>): string {
  checked(row, 'the correction')
  return COLUMNS.map((column) => quoted(row[column])).join(',')
}

const quoted = (cell: string): string => (/[",]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

/** The cells of a line, or null when its quotes do not pair. */
function cellsOf(line: string): string[] | null {
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
