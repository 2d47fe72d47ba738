import { z } from 'zod'
import { CATEGORIES } from '../domain/category.ts'
import { ofChangeGroups } from './changes.schema.ts'
import { ghostIndexFigures } from './ghost_index.schema.ts'
import { x402Totals, x402Window } from './x402_demand.schema.ts'

const amount = z.int().min(0)

/** A figure today and as published 7 and 30 days ago (null: no snapshot of that day), and where it went in 7 days. */
const trendSchema = <T extends z.ZodType>(figure: T) =>
  z.object({
    today: figure,
    days_ago_7: figure.nullable(),
    days_ago_30: figure.nullable(),
    trend: z.enum(['rising', 'falling', 'flat']).nullable(),
  })

const count = trendSchema(amount)
const score = trendSchema(z.number().min(0).max(100).nullable())

const liveliness = {
  indexed_agents: count,
  alive: count,
  not_alive: count,
  liveness_unknown: count,
  liveness_score: score,
}

/** The ecosystem summary: how the index and its parts moved, what changed today, and what is paid. */
export const ecosystemSummary = z.object({
  type: z.literal('ecosystem_summary'),
  date: z.iso.date(),
  summary: z.string(),
  trend_rule: z.string(),
  metrics: z.object({ ...liveliness, evidence_ranked_total: count }),
  categories: z.array(
    z.object({ category: z.enum(CATEGORIES), name: z.string(), ...liveliness, evidence_ranked: count }),
  ),
  protocols: z.array(z.object({ protocol: z.string(), ...liveliness })),
  /** Agents observed on each protocol or surface today; one on several surfaces counts on each. */
  protocol_adoption: z.array(
    z.object({
      surface: z.string(),
      title: z.string(),
      protocol: z.string().nullable(),
      agents_indexed: amount,
      agents_alive: amount,
      agents_evidence_ranked: amount,
    }),
  ),
  ghost_index: ghostIndexFigures,
  x402_market: z.object({ window: x402Window, ...x402Totals.shape }),
  changes_today: ofChangeGroups(amount),
  limitations: z.array(z.string()),
  last_updated: z.iso.datetime(),
})

export type EcosystemSummary = z.infer<typeof ecosystemSummary>
