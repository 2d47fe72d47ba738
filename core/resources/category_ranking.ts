import * as z from 'zod/mini'
import * as p from '../interface/parameters.ts'
import { withFallback } from '../interface/value_schemas.ts'
import { rankingPath } from '../release/paths.ts'
import type { CategoryRanking } from './category_ranking.schema.ts'
import { variant } from './resource.ts'
import { categoryArgument, detailArgument } from './short/arguments.ts'
import { DATED, LIMITED, MARKED, MORE } from './short/outputs.ts'
import { shortLimitations } from './short/short_limitations.ts'
import type { ToolEntry } from './short/tool.ts'
import { NOTICE, thirdParty } from './short/untrusted.ts'

/** Top of a category: the requested number of rows of the list of ranked agents, or of all. */
export const CATEGORY_RANKING = variant({
  id: 'category_ranking',
  mapName: 'ranking',
  path: '/api/rankings/{category}/llm-summary',
  title: 'Ranking of a category',
  group: 'market',
  file: 'api/rankings/{category}/llm-summary',
  parameters: [p.restCategory, p.evidenceReadyOnly, p.rankingLimit],
  answer: 'CategoryRanking',
  cut: {
    path: (parameters) =>
      rankingPath(
        parameters.get(p.restCategory),
        parameters.get(p.evidenceReadyOnly) ? 'evidence-ranked' : 'all',
      ),
    view: (whole, parameters) => firstRows(whole, parameters.get(p.rankingLimit)),
  },
})

/** The best of a category, of all five, in short. */
export const getCategoryRankingTool = () =>
  ({
    endpoint: 'category_ranking',
    title: 'Category ranking',
    description:
      'The ranked agents of one category, best first; with detail=full, every sub-score. Use it for the top of a category; to search by capability use find_agents.',
    arguments: z.looseObject({
      category: categoryArgument(),
      evidence_ready_only: p.evidenceReadyOnly.schema,
      limit: withFallback(p.rankingLimit.schema, 10),
      detail: detailArgument(),
    }),
    output: {
      ...{ category: 'string', name: 'string', methodology_version: 'string' },
      ...{ count: 'integer', ranking: 'object[]', ...LIMITED, ...DATED, ...MORE, ...MARKED },
    },
    inShort: (all: CategoryRanking) => ({
      category: all.category,
      name: all.name,
      methodology_version: all.methodology_version,
      count: all.count,
      ranking: all.ranking.map(rowInShort),
      ...shortLimitations(all.limitations),
      last_updated: all.last_updated,
      more: 'detail=full: sub-scores and recent changes.',
      notice: NOTICE,
    }),
  }) as const satisfies ToolEntry

/** The first rows of a ranking; all but the rows and their number stays. */
export function firstRows(whole: CategoryRanking, rows: number): CategoryRanking {
  const ranking = whole.ranking.slice(0, rows)
  return { ...whole, count: ranking.length, ranking }
}

const rowInShort = ({ rank, handle, name, tier, score, ...row }: CategoryRanking['ranking'][number]) => ({
  ...{ rank, handle, tier, score },
  score_low: row.score_low,
  score_high: row.score_high,
  liveness: { state: row.liveness.state, days_since_active: row.liveness.days_since_active },
  risk_flags: row.risk_flags,
  untrusted: thirdParty({ name }),
})
