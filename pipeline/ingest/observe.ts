import { UpstreamChanged, UpstreamDown } from '../errors.ts'
import type { Coverage, FetchContext, Source } from '../source.ts'

/** A checked row with its provenance: what the raw tables and the observation history hold. */
export type ObservedRow = Record<string, unknown> & {
  observed_on: string
  observed_at: string
  source_url: string
  response_sha256: string
}

/** A row that does not fit, kept with the reason. */
export interface QuarantinedRow {
  date: string
  source: string
  reason: string
  row: string
  source_url: string
  response_sha256: string
}

/** What one fetch gave. A failed one gives no rows: the rows of before stand. */
export type Observed =
  | { outcome: 'ok'; coverage: Coverage; rows: ObservedRow[]; quarantined: QuarantinedRow[] }
  | { outcome: 'failed'; error: UpstreamDown | UpstreamChanged }

const MAX_QUARANTINED_TEXT = 2_000

/** Runs a source to its end. Only the upstream's own failures are outcomes; any other error is a bug and is thrown. */
export async function observe(source: Source, context: FetchContext): Promise<Observed> {
  const rows = new Map<string, ObservedRow>()
  const quarantined: QuarantinedRow[] = []
  const fetching = source.fetch(context)
  try {
    for (;;) {
      const step = await fetching.next()
      if (step.done) return { outcome: 'ok', coverage: step.value, rows: sorted(rows), quarantined }
      const { from, row } = step.value
      const refuse = (reason: string) => {
        const text = JSON.stringify(row).slice(0, MAX_QUARANTINED_TEXT)
        quarantined.push({
          date: context.day,
          source: source.name,
          reason,
          row: text,
          source_url: from.url,
          response_sha256: from.sha256,
        })
      }
      const checked = source.row.safeParse(row)
      if (!checked.success) {
        const issue = checked.error.issues[0]
        refuse(`${issue?.path.join('.') || 'row'}: ${issue?.message ?? 'does not fit'}`)
        continue
      }
      const key = JSON.stringify(source.key.map((column) => checked.data[column]))
      if (rows.has(key)) refuse(`${source.key.join(' and ')}: stands twice in one fetch, the first is kept`)
      else
        rows.set(key, {
          ...checked.data,
          observed_on: context.day,
          observed_at: from.retrievedAt,
          source_url: from.url,
          response_sha256: from.sha256,
        })
    }
  } catch (error) {
    if (error instanceof UpstreamDown || error instanceof UpstreamChanged) return { outcome: 'failed', error }
    throw error
  }
}

/** In the order of the keys, so that the bytes do not depend on the order of arrival. */
function sorted(rows: Map<string, ObservedRow>): ObservedRow[] {
  return [...rows].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row)
}
