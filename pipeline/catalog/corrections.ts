import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { checkRow, DECIDED, isWebAddress, parseRows, plainText, recordKeyCell, rowLine } from './csv_rows.ts'

/** The file of corrections. */
export const CORRECTIONS_FILE = join(import.meta.dirname, '../../sql/corrections.csv')

const COLUMNS = ['date', 'record', 'field', 'value', 'reason', 'source_url', 'feedback_id'] as const

/**
 * The fields that may be corrected: a record's self-description. Signals and figures derived from them never are.
 * `tools` are the texts of tools that its servers list: they can only be taken out.
 */
export const CORRECTED_FIELDS = ['name', 'description', 'website', 'repository_url', 'tools'] as const

const MAX_LENGTH: Record<Exclude<(typeof CORRECTED_FIELDS)[number], 'tools'>, number> = {
  name: 100,
  description: 300,
  website: 500,
  repository_url: 500,
}
const address = z.string().refine(isWebAddress, 'must be an http or https address without a user name')

const UUID = z.uuid()

const correction = z
  .object({
    ...DECIDED,
    record: recordKeyCell,
    field: z.enum(CORRECTED_FIELDS, `must be one of ${CORRECTED_FIELDS.join(', ')}`),
    value: z.string().transform((value) => (value === '' ? null : value)),
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

/** One corrected field of one record; `value` is null if the field should be empty. */
export type Correction = z.infer<typeof correction>

function valueProblem(field: Correction['field'], value: string | null): string | null {
  if (value === null) return field === 'name' ? 'must not be empty for a name' : null
  if (field === 'tools') return 'must be empty for tools, which can only be taken out'
  if (field === 'website' || field === 'repository_url') {
    const isShort = value.length <= MAX_LENGTH[field]
    return isShort && isWebAddress(value)
      ? null
      : 'must be an http or https address of at most 500 characters'
  }
  const { error } = plainText(MAX_LENGTH[field]).safeParse(value)
  return error?.issues[0]?.message ?? null
}

/** Reads the corrections of a file, in its order. Throws OperationalError with the line and its problem. */
export function readCorrections(file: string = CORRECTIONS_FILE): Correction[] {
  return parseCorrections(readFileSync(file, 'utf8'), file)
}

/** Parses the corrections in a text; `file` is named in errors. */
export const parseCorrections = (text: string, file: string): Correction[] =>
  parseRows(text, file, COLUMNS, correction)

/** Formats a correction as a line of the file, after validation. Throws OperationalError if it is invalid. */
export function correctionLine(row: Record<(typeof COLUMNS)[number], string>): string {
  checkRow(correction, row, 'the correction')
  return rowLine(COLUMNS, row)
}
