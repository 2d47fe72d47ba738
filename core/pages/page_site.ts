import type { World } from '../domain/world.ts'
import type { EvidenceScope } from '../views/evidence_row.ts'

/** Fields of a methodology that pages about agents show. */
export interface PageMethodology {
  category: string
  name: string
  parts: { id: string; name: string }[]
  signals: { key: string; part: string }[]
  limitations: string[]
}

/** Release data that a page may use. */
export interface PageSite {
  /** The logical date, YYYY-MM-DD. */
  day: string
  world: World
  /** Without a trailing slash. */
  baseUrl: string
  limitations: string[]
  methodologies: PageMethodology[]
  evidence?: EvidenceScope | undefined
}
