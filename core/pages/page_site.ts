import type { World } from '../domain/world.ts'

/** As much of a methodology as pages about agents show. */
export interface PageMethodology {
  category: string
  name: string
  parts: { id: string; name: string }[]
  signals: { key: string; part: string }[]
  limitations: string[]
}

/** What a page may know of the release that it is made for. */
export interface PageSite {
  /** The logical date, YYYY-MM-DD. */
  day: string
  world: World
  /** Without a trailing slash. */
  baseUrl: string
  limitations: string[]
  methodologies: PageMethodology[]
}
