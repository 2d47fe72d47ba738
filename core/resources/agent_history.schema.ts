import { z } from 'zod'
import { CATEGORIES } from '../domain/category.ts'
import { departed } from '../interface/schemas/trust_parts.ts'

const category = z.enum(CATEGORIES)
const tier = z.enum(['indexed', 'evidence_ranked'])

/** Fields of a day, each with what it means. */
export const historyFields = {
  rank: z.int().min(1).nullable().describe('In the primary category; null where not ranked.'),
  visibility: z
    .number()
    .min(0)
    .max(100)
    .nullable()
    .describe(
      'The points that observed signals of public attention give, such as stars, downloads and payers, in percent of the most that those of the category can give. What is not observed adds nothing; null when none is observed.',
    ),
  reputation: z.int().min(0).max(100).nullable().describe('The trust score of the day.'),
  weeklyDelta: z
    .number()
    .nullable()
    .describe(
      'The score less that of exactly seven days before; null unless both were observed and scored by the methodology of the newest day.',
    ),
  trend: z
    .enum(['rising', 'falling', 'flat'])
    .nullable()
    .describe(
      'The mean score of the newer half of the compared days against that of the older half, a middle day left out: rising or falling from 1 percent of the older mean on. Null with fewer than two.',
    ),
}

/** The last days of an agent, one snapshot for each calendar day, the oldest first; what was not observed is null. */
export const agentHistory = z.object({
  type: z.literal('agent_history'),
  handle: z.string(),
  url: z.url(),
  category: category.describe('The primary category of the newest day, which ranks and scores are in.'),
  methodology_version: z.string().nullable(),
  tier,
  days: z.int().min(1).max(90),
  history: z.array(
    z.object({
      date: z.iso.date(),
      rank: historyFields.rank,
      score_total: z.number().min(0).max(100).nullable(),
      alive: z.boolean().nullable(),
      visibility: historyFields.visibility,
      reputation: historyFields.reputation,
      weekly_delta: historyFields.weeklyDelta,
    }),
  ),
  summary: z.object({
    trend: historyFields.trend,
    from: z.iso.date(),
    to: z.iso.date(),
    observed_days: z.int().min(0),
    /** Scored by the methodology of the newest day. */
    compared_days: z.int().min(0),
    /** The newest compared score less the oldest. */
    score_change: z.number().nullable(),
    best_rank: z.int().min(1).nullable(),
    worst_rank: z.int().min(1).nullable(),
  }),
  /** Keys of the signals that visibility is made of in this category. */
  visibility_signals: z.array(z.string()),
  departed: departed.nullable(),
  limitations: z.array(z.string()),
  last_updated: z.iso.datetime(),
})

export type AgentHistory = z.infer<typeof agentHistory>
