import type { Category } from '../domain/category.ts'
import type { EvidenceScope } from './evidence_row.ts'

/** Release data for every view; `release-info.json` on the private side holds it. */
export interface ReleaseInfo {
  /** The logical date, YYYY-MM-DD. */
  day: string
  world: 'live' | 'replay' | 'sample'
  /** Without a trailing slash. */
  base_url: string
  /** The newest response of the archive that the release rests on. */
  last_updated: string
  /** Limitations of the whole release: its data set, and sources that are stale. */
  limitations: string[]
  /** In the order of the interface. */
  categories: { category: Category; name: string; methodology_version: string; limitations: string[] }[]
  counts: Record<string, number>
  /** Absent in a release of earlier code. */
  evidence?: EvidenceScope
}
