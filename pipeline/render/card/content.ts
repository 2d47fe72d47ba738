import type { World } from '../../../core/domain/world.ts'

/** A score from 0 to 100, and its range. */
export interface CardScore {
  score: number
  low: number | null
  high: number | null
}

/** Content of a preview card; plain values, since it is drawn in another thread. All text is ours or was cleaned. */
export interface CardContent {
  world: World
  date: string
  /** Shown above the title, e.g. the category. */
  kind: string
  title: string
  /** Shown below the title, e.g. the handle. */
  under: string
  /** Labels, drawn side by side: text, and one of our five colours. */
  words: { text: string; look: 'plain' | 'alive' | 'unknown' | 'dead' | 'flagged' }[]
  score: CardScore | null
  /** The top rows of a list. */
  rows: { rank: string; name: string; score: string }[]
}
