import type { World } from '../../../core/domain/world.ts'

/** Where a score stands between 0 and 100, and where it could. */
export interface CardScore {
  score: number
  low: number | null
  high: number | null
}

/** What a preview card says; plain values, since it is drawn in another thread. All text is ours or was cleaned. */
export interface CardGiven {
  world: World
  date: string
  /** Above the title, e.g. the category. */
  kind: string
  title: string
  /** Below it, e.g. the handle. */
  under: string
  /** One line each, drawn side by side: what it is, and in which of our five colours. */
  words: { text: string; look: 'plain' | 'alive' | 'unknown' | 'dead' | 'flagged' }[]
  score: CardScore | null
  /** The first of a list. */
  rows: { rank: string; name: string; score: string }[]
}
