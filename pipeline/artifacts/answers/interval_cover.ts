import type { CategoryRanking } from '../../../core/resources/category_ranking.schema.ts'
import { literal } from '../../model/database.ts'
import type { Site } from '../site.ts'

export type IntervalCover = NonNullable<CategoryRanking['interval_cover']>

/** Returns the cover of a category's intervals, and their width; null if no agent is ranked. */
export async function readIntervalCover({ db }: Site, category: string): Promise<IntervalCover | null> {
  const [cover] = await db.rows<IntervalCover>(
    `select ranked, median_score_width, median_rank_width, days, hidden, inside, inside_pct
     from interval_cover where category = ${literal(category)}`,
  )
  return cover ?? null
}
