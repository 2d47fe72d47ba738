import * as p from '../interface/parameters.ts'
import { rankingPath } from '../release/paths.ts'
import type { CategoryRanking } from './category_ranking.schema.ts'
import { variant } from './resource.ts'

/** The best of a category: as many rows as were asked for of the list of ranked agents, or of all. */
export const CATEGORY_RANKING = variant({
  id: 'category_ranking',
  path: '/api/rankings/{category}/llm-summary',
  title: 'Ranking of a category',
  group: 'market',
  file: 'api/rankings/{category}/llm-summary',
  parameters: [p.restCategory, p.evidenceReadyOnly, p.rankingLimit],
  answer: 'CategoryRanking',
  cut: {
    path: (asked) =>
      rankingPath(asked.text('category'), asked.boolean('evidence_ready_only') ? 'evidence-ranked' : 'all'),
    view: (whole, asked) => firstRows(whole, asked.integer('limit')),
  },
})

/** The first rows of a ranking; all but the rows and their number stays. */
export function firstRows(whole: CategoryRanking, rows: number): CategoryRanking {
  const ranking = whole.ranking.slice(0, rows)
  return { ...whole, count: ranking.length, ranking }
}
