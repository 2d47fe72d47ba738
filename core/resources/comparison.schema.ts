import { z } from 'zod'
import { CATEGORIES } from '../domain/category.ts'
import { priceAdvice } from '../interface/schemas/trust_parts.ts'
import { categoryScore } from './agent_summary.schema.ts'
import { compactAgent } from './agents_bulk.schema.ts'
import { resolvedItem } from './resolution.schema.ts'

/** A category's score with the points of each signal, without the observations behind them. */
const comparedScore = categoryScore.omit({ signals: true, change: true }).extend({
  sub_scores: z.array(
    z.object({
      key: z.string(),
      name: z.string(),
      weight: z.number(),
      points: z.number(),
      assumed: z.boolean(),
    }),
  ),
})

/** On what percentage of observed days an agent was alive; null for one that has departed. */
const comparedReliability = z.object({
  reliability_30d: z.number().min(0).max(100).nullable(),
  reliability_90d: z.number().min(0).max(100).nullable(),
  coverage: z.enum(['full', 'partial', 'none']),
})

/** One of the agents compared. */
export const comparedAgent = compactAgent.extend({
  scores_by_category: z.partialRecord(z.enum(CATEGORIES), comparedScore),
  reliability: comparedReliability.nullable(),
  price: priceAdvice,
})

/** Two to five agents side by side, in the requested order. No universal winner is declared. */
export const comparison = z.object({
  type: z.literal('comparison'),
  agents: z.array(comparedAgent).min(2).max(5),
  compare_page_url: z.url().nullable(),
  summary: z.string(),
  /** Set when the agents have different primary categories. */
  cross_category_warning: z.string().nullable(),
  resolved_from: z.array(resolvedItem).optional(),
  untrusted_fields: z.array(z.string()),
  limitations: z.array(z.string()),
  last_updated: z.iso.datetime(),
})

export type Comparison = z.infer<typeof comparison>
export type ComparedAgent = z.infer<typeof comparedAgent>
