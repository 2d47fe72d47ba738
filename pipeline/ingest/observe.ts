import type { z } from 'zod'
import { UpstreamChanged, UpstreamDown } from '../../core/domain/errors.ts'
import type { Coverage, DroppedField, FetchContext, Observation, Source } from '../source/source.ts'
import { CleanedRows } from './cleaned_rows.ts'
import { RowFile } from './row_file.ts'

/** A row that does not fit, stored with the reason. */
export interface QuarantinedRow {
  date: string
  source: string
  reason: string
  /** The key of the row, as JSON: it was listed, though it cannot be used. */
  key: string
  row: string
  source_url: string
  response_sha256: string
}

/**
 * The result of one fetch: checked rows with their provenance, on disk, for the caller to remove. A failed one has no
 * rows: the earlier rows keep their values.
 */
export type ObserveResult =
  | { outcome: 'ok'; coverage: Coverage; rows: RowFile; quarantined: QuarantinedRow[]; cleaned: CleanedRows }
  | { outcome: 'failed'; error: UpstreamDown | UpstreamChanged }

const MAX_QUARANTINED_TEXT = 2_000
const TOO_DEEP = 'a value in it is nested too deeply'

/** Runs a source to its end. Only the upstream's own failures are outcomes; any other error is a bug and is thrown. */
export async function observe(source: Source, context: FetchContext): Promise<ObserveResult> {
  const rows = new RowFile()
  const quarantined: QuarantinedRow[] = []
  const cleaned = new CleanedRows()
  const keys = new Set<string>()
  const fetching = source.fetch(context)
  try {
    for (;;) {
      const step = await fetching.next()
      if (step.done) {
        rows.close()
        return { outcome: 'ok', coverage: step.value, rows, quarantined, cleaned }
      }
      const admitted = withDepthLimit(() => admitRow(rows, keys, source, context.day, step.value), TOO_DEEP)
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

/** Adds a row, without the fields of it that are returned; or returns the reason it cannot be used. */
function admitRow(
  rows: RowFile,
  keys: Set<string>,
  source: Source,
  day: string,
  { from, row, implausible, dropped = [] }: Observation,
): DroppedField[] | string {
  if (implausible !== undefined) return implausible
  const strict = source.strictRow.safeParse(row)
  const checked = strict.success ? strict : source.row.safeParse(row)
  if (!checked.success) {
    const [issue] = checked.error.issues
    return `${issue?.path.join('.') || 'row'}: ${issue?.message ?? 'does not fit'}`
  }
  const key = toKey(source, checked.data)
  if (keys.has(key)) return `${source.key.join(' and ')}: stands twice in one fetch, the first is kept`
  keys.add(key)
  rows.add({
    ...checked.data,
    observed_on: day,
    observed_at: from.retrievedAt,
    source_url: from.url,
    response_sha256: from.sha256,
  })
  return [...dropped, ...(strict.error?.issues ?? []).map(toDropped)]
}

/** Returns the field that an issue is about, without list indexes. */
const toDropped = ({ path, message }: z.core.$ZodIssue): DroppedField => ({
  field: path.filter((step) => typeof step === 'string').join('.'),
  reason: message,
})

/** Returns the key of a row as DuckDB's own `to_json` of the key's columns writes it. */
const toKey = (source: Source, row: Record<string, unknown>): string =>
  JSON.stringify(source.key.map((column) => row[column] ?? null))

function quarantine(
  source: Source,
  date: string,
  { from, row }: Observation,
  reason: string,
): QuarantinedRow {
  const text = withDepthLimit(() => JSON.stringify(row), TOO_DEEP)
    .slice(0, MAX_QUARANTINED_TEXT)
    .toWellFormed()
  const key = withDepthLimit(() => toKey(source, row), TOO_DEEP).toWellFormed()
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

/** Returns the result of `read`, or `otherwise` where a value is nested deeper than the stack: JSON has no limit. */
function withDepthLimit<T>(read: () => T, otherwise: string): T | string {
  try {
    return read()
  } catch (error) {
    if (error instanceof RangeError) return otherwise
    throw error
  }
}
