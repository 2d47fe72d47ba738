import { signalName } from '../../../core/domain/signals.ts'
import { literal } from '../../model/database.ts'
import type { Site } from '../site.ts'

/** A signal of a category, with the percentage of ranked agents it was observed for. */
export interface Evidence {
  key: string
  name: string
  observed_pct: number
}

/** Returns the signals by which the ranked agents of a category can be compared, in the order of the methodology. */
export async function readEvidence(site: Site, category: string): Promise<Evidence[]> {
  const rows = await site.db.rows<Omit<Evidence, 'name'>>(
    `select key, round(100 * observed / ranked, 2)::double as observed_pct from category_evidence
     where category = ${literal(category)} order by position`,
  )
  return rows.map((row) => ({ ...row, name: signalName(row.key) }))
}

/** Returns the same as a sentence; null if no agent is ranked. */
export function evidenceWords(evidence: Evidence[]): string | null {
  if (evidence.length === 0) return null
  const named = (some: Evidence[], format: (item: Evidence) => string) => some.map(format).join(', ')
  const all = evidence.filter((evidence) => evidence.observed_pct === 100)
  const some = evidence.filter((evidence) => evidence.observed_pct > 0 && evidence.observed_pct < 100)
  const none = evidence.filter((evidence) => evidence.observed_pct === 0)
  return [
    all.length > 0
      ? `Observed of every ranked agent: ${named(all, (evidence) => evidence.name)}.`
      : 'No signal was observed of every ranked agent.',
    ...(some.length > 0
      ? [`Of some: ${named(some, (evidence) => `${evidence.name} (${evidence.observed_pct} %)`)}.`]
      : []),
    ...(none.length > 0 ? [`Of none: ${named(none, (evidence) => evidence.name)}.`] : []),
  ].join(' ')
}
