import type { Category } from '../pipeline/category.ts'

/** Where the largest moves of the day stand, on the private side. */
export const MOVERS_PATH = 'movers.json'

/** How many of them are kept for each category and direction: the most that can be asked for. */
export const MOST_MOVERS = 50

/** An agent whose rank moved since the day before; `rank_delta` counts the places that it won, below 0 for a fall. */
export interface Mover {
  handle: string
  category: Category
  rank_before: number
  rank_after: number
  rank_delta: number
}
