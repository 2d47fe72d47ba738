import { z } from 'zod'
import { CATEGORIES } from '../domain/category.ts'
import { graveFlags } from '../interface/schemas/trust_parts.ts'
import { liveness } from './agent_summary.schema.ts'

const percent = z.number().min(0).max(100).nullable()
const days = z.int().min(0)

/** Agent of a row; the name is third-party text. */
const agent = {
  handle: z.string().regex(/^[a-zA-Z0-9_-]{1,64}$/),
  name: z.string(),
  url: z.url(),
  primary_category: z.enum(CATEGORIES),
  tier: z.enum(['indexed', 'evidence_ranked']),
  risk_flags: graveFlags,
}

/**
 * On what percentage of its observed days, of the last 30 and 90, an agent was alive; null without any. Coverage is full
 * from `full_coverage_days` observed days of the 30 on, none without any, else partial.
 */
const figures = {
  reliability_30d: percent,
  reliability_90d: percent,
  currently_alive: z.boolean().nullable(),
  days_since_active: days.nullable(),
}

const coverage = z.enum(['full', 'partial', 'none'])

const leaderboard = z.object({
  type: z.literal('reliability_leaderboard'),
  count: z.int().min(0).max(100),
  /** Number of agents of each coverage. */
  coverage: z.object({ full: days, partial: days, none: days }),
  leaderboard: z
    .array(
      z.object({
        position: z.int().min(1),
        ...agent,
        ...figures,
        observed_days_30: days.max(30),
        observed_days_90: days.max(90),
        coverage,
      }),
    )
    .max(100),
  untrusted_fields: z.array(z.string()),
  limitations: z.array(z.string()),
  last_updated: z.iso.datetime(),
})

/** All figures are null for an agent that has departed. */
const detail = z.object({
  type: z.literal('reliability_detail'),
  ...agent,
  ...figures,
  observed_days_30: days.max(30).nullable(),
  observed_days_90: days.max(90).nullable(),
  coverage: coverage.nullable(),
  liveness: liveness.nullable(),
  departed: z.object({ on: z.iso.date(), reason: z.string() }).nullable(),
  untrusted_fields: z.array(z.string()),
  limitations: z.array(z.string()),
  last_updated: z.iso.datetime(),
})

/** Reliability: the steadiest agents, or with a handle one agent. */
export const reliability = z.discriminatedUnion('type', [leaderboard, detail])

export type Reliability = z.infer<typeof reliability>
