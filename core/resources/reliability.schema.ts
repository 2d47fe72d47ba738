import { z } from 'zod'
import { CATEGORIES } from '../domain/category.ts'
import { graveFlags } from '../interface/schemas/trust_parts.ts'
import { life } from './agent_summary.schema.ts'
import { resolvedFrom } from './resolution.schema.ts'

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

const count = z.int().min(0)

/** Percentage of observations that answered, of the last 7 and 30 days, and milliseconds to the first byte; null without any. */
const uptime = {
  uptime_7d: percent,
  observations_7: count.nullable(),
  uptime_30d: percent,
  observations_30: count.nullable(),
  latency_p50_ms: count.nullable(),
}

/** An address of the agent in the list of probes. The estimate for its host is no observation of it. */
const address = z.object({
  kind: z.enum(['mcp', 'a2a', 'x402', 'web']),
  url: z.url(),
  outcome: z.string().describe('Of the last observation; `not_probed` without any.'),
  not_probed_reason: z.string().nullable().describe('Why it is not asked at present.'),
  status: z.int().nullable(),
  observed_on: z.iso.date().nullable(),
  ...uptime,
  listing_differences: z
    .array(z.string())
    .nullable()
    .describe(
      "What of a paid resource's own quote (network, wallet, price) its listings do not name; null: not compared.",
    ),
  host_estimate: z
    .object({
      addresses: count,
      observed: count,
      alive_share: z.number(),
      alive_share_low: z.number(),
      alive_share_high: z.number(),
    })
    .nullable(),
})

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
        ...uptime,
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
  ...uptime,
  measured_days_30: days.max(30).nullable().describe('Days on which any of its addresses was observed.'),
  answered_days_30: days.max(30).nullable().describe('Those of them on which any answered.'),
  probed_addresses: count.nullable(),
  vantages: count.nullable().describe('Places that its addresses were observed from.'),
  addresses: z.array(address).max(10),
  liveness: life.nullable(),
  departed: z.object({ on: z.iso.date(), reason: z.string() }).nullable(),
  resolved_from: resolvedFrom.optional(),
  untrusted_fields: z.array(z.string()),
  limitations: z.array(z.string()),
  last_updated: z.iso.datetime(),
})

/** Reliability: the steadiest agents, or with a handle one agent. */
export const reliability = z.discriminatedUnion('type', [leaderboard, detail])

export type Reliability = z.infer<typeof reliability>
