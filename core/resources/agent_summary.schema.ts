import { z } from 'zod'
import { CATEGORIES } from '../domain/category.ts'
import { connect } from '../interface/schemas/connect.ts'
import { graveFlags } from '../interface/schemas/trust_parts.ts'

const category = z.enum(CATEGORIES)
const tier = z.enum(['indexed', 'evidence_ranked'])

/** One signal behind a score. `value` is a number, a date-time, or null when the signal is not observed. */
export const signalScore = z.object({
  key: z.string(),
  name: z.string(),
  value: z.union([z.number(), z.iso.datetime()]).nullable(),
  unit: z.string(),
  weight: z.number().min(0).max(100),
  scaled: z.number().min(0).max(1).nullable(),
  points: z.number().min(0).max(100),
  assumed: z.boolean(),
  source: z.string(),
  source_url: z.url().nullable(),
  observed_at: z.iso.datetime().nullable(),
  response_sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .nullable(),
  evidence_url: z.url().nullable(),
  input_count: z.int().min(0),
})

/** Causes of a score change since the day before. */
export const scoreChange = z.object({
  since: z.iso.date(),
  score_before: z.number(),
  score_delta: z.number(),
  rank_before: z.int().nullable(),
  methodology_changed: z.boolean(),
  causes: z.array(
    z.object({
      signal: z.string(),
      points_before: z.number(),
      points_after: z.number(),
      delta: z.number(),
      cause: z.string(),
    }),
  ),
})

/** An agent's standing in one category. */
export const categoryScore = z.object({
  methodology_version: z.string(),
  tier,
  rank: z.int().min(1).nullable(),
  rank_low: z.int().min(1).nullable(),
  rank_high: z.int().min(1).nullable(),
  rank_is_provisional: z.boolean().nullable(),
  score: z.number().min(0).max(100),
  score_low: z.number().min(0).max(100),
  score_high: z.number().min(0).max(100),
  score_floor: z.number().min(0).max(100),
  score_ceiling: z.number().min(0).max(100),
  observed_weight: z.number().min(0).max(100),
  missing_signals: z.array(z.string()),
  signals: z.array(signalScore),
  change: scoreChange.nullable(),
})

/** Last public act of an agent and last answer of its endpoint, under the one 30-day rule. */
export const liveness = z.object({
  state: z.enum(['alive', 'not_alive', 'unknown']),
  last_activity_at: z.iso.datetime().nullable(),
  last_activity: z.string().nullable(),
  days_since_active: z.int().min(0).nullable(),
  endpoint_answered_at: z.iso.datetime().nullable(),
})

/**
 * The same with what the state rests on: `says` in sentences; `judged_as` the kind of agent that the rule takes it for, and
 * `rests_on` the sign, as the table of signs of the Ghost Index names them. `maintained`: it pushed or released of late;
 * this alone does not make alive what declares an address. `alive_probability`: the share of comparable agents
 * (`alive_probability_cases`) that showed a sign of life in the two weeks after; null before 28 days of history.
 */
export const life = z.object({
  ...liveness.shape,
  says: z.string(),
  judged_as: z.string().nullable(),
  rests_on: z.string().nullable(),
  rests_on_at: z.iso.datetime().nullable(),
  maintained: z.boolean().nullable(),
  maintained_at: z.iso.datetime().nullable(),
  alive_probability: z.number().min(0).max(1).nullable(),
  alive_probability_cases: z.int().min(0).nullable(),
})

/** Identity of the agent, and why its records are merged. Names and descriptions are third-party text. */
export const identity = z.object({
  description: z.string().nullable(),
  website: z.string().nullable(),
  repository: z.string().nullable(),
  verification: z.string().nullable(),
  records: z.array(
    z.object({
      source: z.string(),
      name: z.string(),
      category,
      url: z.string(),
      bound_on: z.iso.date(),
      reason: z.string(),
      departed_on: z.iso.date().nullable(),
    }),
  ),
  keys: z.array(z.string()),
  operator_ties: z.array(
    z.object({ key: z.string(), other_count: z.int().min(1), others: z.array(z.string()) }),
  ),
  /** Number of ERC-8004 registrations that repeat its name and description, and are no agents of their own. */
  copies: z.int().min(0).nullable(),
  /** The handle of the agent that it repeats, if it departed for that. */
  copy_of: z.string().nullable(),
  /** Manual decisions on its records, which override the merge rules. */
  overrides: z.array(
    z.object({
      record: z.string().describe('A record of this agent.'),
      other: z.string().describe('The record that it is the same agent as, or a different one from.'),
      verdict: z.enum(['same', 'different']),
      reason: z.string(),
      source_url: z.url(),
      date: z.iso.date(),
    }),
  ),
  corrections: z.array(
    z.object({
      field: z.enum(['name', 'identity.description', 'identity.website', 'identity.repository', 'tools']),
      date: z.iso.date(),
      reason: z.string(),
      source_url: z.url(),
    }),
  ),
  untrusted_fields: z.array(z.string()),
})

const toolsChange = z.object({
  day: z.iso.date(),
  version_changed: z.boolean(),
  changes_often: z.boolean(),
  added_total: z.int().min(0),
  removed_total: z.int().min(0),
  changed_total: z.int().min(0),
  added: z.array(z.string()),
  removed: z.array(z.string()),
  changed: z.array(
    z.object({
      name: z.string(),
      fields: z.array(z.string()),
      /** Difference of the description in words; null where it is the same, or hides instructions to models. */
      description: z
        .array(z.object({ change: z.enum(['kept', 'added', 'removed']), text: z.string() }))
        .nullable(),
    }),
  ),
})

/**
 * The tools of the first three of its MCP servers whose tools were read, of each the first 20; all texts are
 * third-party. `findings` are instructions to the reader: critical ones are hidden from people, a note is visible.
 */
const tools = z.object({
  servers: z.int().min(0),
  lists: z.array(
    z.object({
      url: z.url(),
      since: z.iso.date(),
      total: z.int().min(0),
      same_as_agents: z.int().min(0),
      taken_out: z.boolean(),
      tools: z.array(
        z.object({ name: z.string(), title: z.string().nullable(), description: z.string().nullable() }),
      ),
      findings: z.array(
        z.object({
          level: z.enum(['critical', 'note']),
          tool: z.string(),
          place: z.string(),
          /** Null of hidden text, which is on the agent's page alone. */
          quote: z.string().nullable(),
        }),
      ),
      change: toolsChange.nullable(),
    }),
  ),
  untrusted_fields: z.array(z.string()),
})

/** Licence of the repository that its record names; `spdx_id` is null where none is stated that GitHub recognises. */
const license = z.object({
  spdx_id: z.string().nullable(),
  repository: z.string(),
  observed_on: z.iso.date(),
})

const listedPackage = { registry: z.string(), package: z.string(), version: z.string().nullable() }

/**
 * Vulnerabilities that OSV knows in the packages of its MCP servers, in the version that these name: the first 10
 * packages and the gravest 20, with their totals. `state` is `checked` or the reason that it is not.
 */
const packageChecks = z.object({
  total: z.int().min(0),
  packages: z.array(
    z.object({
      ...listedPackage,
      state: z.enum(['checked', 'registry', 'no_version', 'not_yet']),
      asked_on: z.iso.date().nullable(),
      known: z.int().min(0).nullable(),
      withdrawn: z.array(z.string()),
    }),
  ),
  known_total: z.int().min(0),
  known: z.array(
    z.object({
      ...listedPackage,
      id: z.string(),
      severity: z.enum(['critical', 'high', 'medium', 'low', 'none']).nullable(),
      cvss_score: z.number().min(0).max(10).nullable(),
      fixed_in: z.string().nullable(),
    }),
  ),
  untrusted_fields: z.array(z.string()),
})

/** Days in a row without a sign of life at one of its addresses, in 90 days: the newest 10. `ended_on` is null while it lasts. */
const incidents = z.object({
  total: z.int().min(0),
  newest: z.array(
    z.object({
      kind: z.string(),
      url: z.url(),
      outcome: z.string(),
      answered_before_on: z.iso.date().nullable(),
      began_on: z.iso.date(),
      ended_on: z.iso.date().nullable(),
      answered_again_on: z.iso.date().nullable(),
      silent_days: z.int().min(1),
      outcome_before: z.string().nullable(),
      outcome_after: z.string().nullable(),
      is_version_changed: z.boolean().nullable(),
      is_tools_changed: z.boolean().nullable(),
    }),
  ),
  untrusted_fields: z.array(z.string()),
})

/** The agent summary of the interface. */
export const agentSummary = z.object({
  type: z.literal('agent_summary'),
  handle: z.string().regex(/^[a-zA-Z0-9_-]{1,64}$/),
  name: z.string(),
  url: z.url(),
  primary_category: category,
  secondary_categories: z.array(category),
  tier,
  archetype: z.string(),
  ecosystem_layer: z.string(),
  verified: z.boolean(),
  risk_flags: graveFlags,
  erc8004_registered: z.boolean().nullable(),
  socially_visible: z.boolean(),
  identity,
  /** Null where no list of tools was ever read. */
  tools: tools.nullable(),
  license: license.nullable(),
  /** Null without a package. */
  package_checks: packageChecks.nullable(),
  /** Null without any. */
  incidents: incidents.nullable(),
  /** Null of a departed agent, and where nothing is known of it. */
  connect: connect.nullable(),
  liveness: life.nullable(),
  departed: z.object({ on: z.iso.date(), reason: z.string() }).nullable(),
  scores_by_category: z.partialRecord(category, categoryScore),
  limitations: z.array(z.string()),
  last_updated: z.iso.datetime(),
  source_urls: z.array(z.url()),
})

export type AgentSummary = z.infer<typeof agentSummary>
