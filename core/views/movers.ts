import type { z } from 'zod'
import type { Category } from '../domain/category.ts'
import type { graveFlags } from '../interface/schemas/trust_parts.ts'

/** An agent whose rank moved since the day before; `rank_delta` counts the places that it won, below 0 for a fall. */
export interface Mover {
  handle: string
  category: Category
  rank_before: number
  rank_after: number
  rank_delta: number
  risk_flags: z.infer<typeof graveFlags>
}
