import { z } from 'zod'
import { CATEGORIES } from '../domain/category.ts'
import { graveFlags } from '../interface/schemas/trust_parts.ts'
import { liveness, scoreChange } from './agent_summary.schema.ts'

/**
 * One agent in a ranking, with all sub-scores. `rank` is null for an agent that is indexed only. `score_low` and
 * `score_high`, `rank_low` and `rank_high` are intervals that hold in nine of ten cases; `score_floor` and `score_ceiling` the
 * worst and the best that missing signals allow.
 */
export const rankingRow = z.object({
  rank: z.int().min(1).nullable(),
  rank_low: z.int().min(1).nullable(),
  rank_high: z.int().min(1).nullable(),
  rank_is_provisional: z.boolean().nullable(),
  handle: z.string(),
  name: z.string(),
  url: z.url(),
  tier: z.enum(['indexed', 'evidence_ranked']),
  score: z.number().min(0).max(100),
  score_low: z.number().min(0).max(100),
  score_high: z.number().min(0).max(100),
  score_floor: z.number().min(0).max(100),
  score_ceiling: z.number().min(0).max(100),
  liveness,
  risk_flags: graveFlags,
  /** Of a service, whole days of the last 30 whose payments its customers are counted from; null without a wallet. */
  payment_days_read: z.int().min(0).max(30).nullable(),
  sub_scores: z.array(
    z.object({
      key: z.string(),
      value: z.union([z.number(), z.iso.datetime()]).nullable(),
      scaled: z.number().min(0).max(1).nullable(),
      weight: z.number(),
      points: z.number(),
      assumed: z.boolean(),
    }),
  ),
  change: scoreChange.nullable(),
})

/**
 * The category ranking of the interface. `count` is the number of rows in `ranking`; `evidence` says of what percentage of
 * the ranked agents each signal was observed: 100 is what they can all be compared by. `interval_cover` says how often the
 * intervals held a value that was hidden from them; null where none is ranked, its share where too few were hidden.
 */
export const categoryRanking = z.object({
  type: z.literal('category_ranking'),
  category: z.enum(CATEGORIES),
  name: z.string(),
  methodology_version: z.string(),
  methodology_url: z.url(),
  ranking_page_url: z.url(),
  evidence: z.array(
    z.object({ key: z.string(), name: z.string(), observed_pct: z.number().min(0).max(100) }),
  ),
  interval_cover: z
    .object({
      ranked: z.int().min(0),
      median_score_width: z.number().min(0),
      median_rank_width: z.int().min(0),
      days: z.int().min(0),
      hidden: z.int().min(0),
      inside: z.int().min(0),
      inside_pct: z.number().min(0).max(100).nullable(),
    })
    .nullable(),
  count: z.int().min(0),
  ranking: z.array(rankingRow),
  limitations: z.array(z.string()),
  last_updated: z.iso.datetime(),
})

export type CategoryRanking = z.infer<typeof categoryRanking>
export type RankingRow = z.infer<typeof rankingRow>
