import type { z } from 'zod'
import { UpstreamChanged, UpstreamDown } from '../../core/domain/errors.ts'
import type { Coverage, Dropped, FetchContext, Observation, Source } from '../source/source.ts'
import { Cleaned } from './cleaned.ts'
import { RowFile } from './row_file.ts'

/** A row that does not fit, kept with the reason. */
export interface QuarantinedRow {
  date: string
  source: string
  reason: string
  /** The key that the row names, as JSON: it was listed, though it cannot be used. */
  key: string
  row: string
  source_url: string
  response_sha256: string
}

/**
 * What one fetch gave: checked rows with their provenance, on disk, for the caller to remove. A failed one gives no
 * rows: the rows of before stand.
 */
export type Observed =
  | { outcome: 'ok'; coverage: Coverage; rows: RowFile; quarantined: QuarantinedRow[]; cleaned: Cleaned }
  | { outcome: 'failed'; error: UpstreamDown | UpstreamChanged }

const MAX_QUARANTINED_TEXT = 2_000
const TOO_DEEP = 'a value in it is nested too deeply'

/** Runs a source to its end. Only the upstream's own failures are outcomes; any other error is a bug and is thrown. */
export async function observe(source: Source, context: FetchContext): Promise<Observed> {
  const rows = new RowFile()
  const quarantined: QuarantinedRow[] = []
  const cleaned = new Cleaned()
  const keys = new Set<string>()
  const fetching = source.fetch(context)
  try {
    for (;;) {
      const step = await fetching.next()
      if (step.done) {
        rows.close()
        return { outcome: 'ok', coverage: step.value, rows, quarantined, cleaned }
      }
      const admitted = bounded(() => admit(rows, keys, source, context.day, step.value), TOO_DEEP)
      if (typeof admitted === 'string')
        quarantined.push(quarantine(source, context.day, step.value, admitted))
      else cleaned.add(admitted)
    }
  } catch (error) {
    rows.remove()
    if (error instanceof UpstreamDown || error instanceof UpstreamChanged) return { outcome: 'failed', error }
    throw error
  }
}

/** Adds a row, without the fields of it that are returned; or returns why it cannot be used. */
function admit(
  rows: RowFile,
  keys: Set<string>,
  source: Source,
  day: string,
  { from, row, untrue, dropped = [] }: Observation,
): Dropped[] | string {
  if (untrue !== undefined) return untrue
  const strict = source.strictRow.safeParse(row)
  const checked = strict.success ? strict : source.row.safeParse(row)
  if (!checked.success) {
    const [issue] = checked.error.issues
    return `${issue?.path.join('.') || 'row'}: ${issue?.message ?? 'does not fit'}`
  }
  const key = keyOf(source, checked.data)
  if (keys.has(key)) return `${source.key.join(' and ')}: stands twice in one fetch, the first is kept`
  keys.add(key)
  rows.add({
    ...checked.data,
    observed_on: day,
    observed_at: from.retrievedAt,
    source_url: from.url,
    response_sha256: from.sha256,
  })
  return [...dropped, ...(strict.error?.issues ?? []).map(droppedBy)]
}

/** The field that an issue is about, without the places of a list. */
const droppedBy = ({ path, message }: z.core.$ZodIssue): Dropped => ({
  field: path.filter((step) => typeof step === 'string').join('.'),
  reason: message,
})

/** The key of a row as DuckDB's own `to_json` of the key's columns writes it. */
const keyOf = (source: Source, row: Record<string, unknown>): string =>
  JSON.stringify(source.key.map((column) => row[column] ?? null))

function quarantine(
  source: Source,
  date: string,
  { from, row }: Observation,
  reason: string,
): QuarantinedRow {
  const text = bounded(() => JSON.stringify(row), TOO_DEEP)
    .slice(0, MAX_QUARANTINED_TEXT)
    .toWellFormed()
  const key = bounded(() => keyOf(source, row), TOO_DEEP).toWellFormed()
  return {
    date,
    source: source.name,
    reason,
    key,
    row: text,
    source_url: from.url,
    response_sha256: from.sha256,
  }
}

/** What `read` returns, or `otherwise` where a value is nested deeper than the stack: JSON has no limit of its own. */
function bounded<T>(read: () => T, otherwise: string): T | string {
  try {
    return read()
  } catch (error) {
    if (error instanceof RangeError) return otherwise
    throw error
  }
}
