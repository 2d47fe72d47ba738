import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { OperationalError } from '../../core/domain/errors.ts'
import { DECIDED, isWebAddress, parseRows, recordKeyCell } from '../catalog/csv_rows.ts'
import { joinComponents } from './components.ts'

const FILE = join(import.meta.dirname, '../../sql/seeds/identity_overrides.csv')

const COLUMNS = ['record_a', 'record_b', 'verdict', 'reason', 'source_url', 'date'] as const

const override = z
  .object({
    record_a: recordKeyCell,
    record_b: recordKeyCell,
    verdict: z.enum(['same', 'different'], 'must be same or different'),
    ...DECIDED,
    source_url: z
      .string()
      .refine(
        (text) => text.startsWith('https:') && isWebAddress(text),
        'must be an https address without a user name',
      ),
  })
  .refine(({ record_a, record_b }) => record_a !== record_b, {
    path: ['record_b'],
    error: 'must be another record than record_a',
  })

/** A person's decision whether two records are one agent, with the reason. */
export type Override = z.infer<typeof override>

/** Reads the identity overrides of live data, in the order of their file. Throws as `parseOverrides` does. */
export const readOverrides = (): Override[] => parseOverrides(readFileSync(FILE, 'utf8'), FILE)

/**
 * Parses the overrides of a text. Throws OperationalError that names the file, the line and the fix, also for
 * contradictions.
 */
export function parseOverrides(text: string, file: string): Override[] {
  const overrides = parseRows(text, file, COLUMNS, override)
  requireOnce(overrides, file)
  requireNoContradiction(overrides, file)
  return overrides
}

const formatLine = (index: number): string => `line ${index + 2}`

function requireOnce(overrides: Override[], file: string): void {
  const first = new Map<string, string>()
  for (const [index, { record_a, record_b }] of overrides.entries()) {
    const pair = [record_a, record_b].sort().join(' ')
    const before = first.get(pair)
    if (before !== undefined)
      throw new OperationalError(
        `${file}, ${formatLine(index)}: ${before} is about the same two records: keep one of the lines`,
      )
    first.set(pair, formatLine(index))
  }
}

function requireNoContradiction(overrides: Override[], file: string): void {
  const named = overrides.map((row, index) => ({ ...row, line: formatLine(index) }))
  const joined = joinComponents(
    [...new Set(named.flatMap(({ record_a, record_b }) => [record_a, record_b]))],
    named
      .filter(({ verdict }) => verdict === 'same')
      .flatMap(({ record_a, record_b, line }) =>
        [record_a, record_b].map((record_id) => ({ record_id, key: line })),
      ),
  )
  for (const { record_a, record_b, verdict, line } of named) {
    const both = joined.find(({ records }) => records.includes(record_a) && records.includes(record_b))
    if (verdict === 'different' && both !== undefined)
      throw new OperationalError(
        `${file}, ${line}: ${record_a} and ${record_b} are different here, and the same by ${both.mergedOn.join(', ')}: remove one of these lines`,
      )
  }
}
