import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { DECIDED, parseRows } from './csv_rows.ts'

/** The file of recorded answers that are no longer served. */
const FILE = join(import.meta.dirname, '../../sql/withdrawn_evidence.csv')

const COLUMNS = ['date', 'sha256', 'reason'] as const

const withdrawn = z.object({
  ...DECIDED,
  sha256: z.string().regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 in lower-case hex'),
})

/** A recorded answer that is no longer served, and why. */
export type Withdrawn = z.infer<typeof withdrawn>

/** Reads the list. Throws OperationalError with the line and its problem. */
export const readWithdrawn = (file: string = FILE): Withdrawn[] =>
  parseRows(readFileSync(file, 'utf8'), file, COLUMNS, withdrawn)
