import { z } from 'zod'
import { CATEGORIES } from '../domain/category.ts'
import {
  graveFlags,
  observedRails,
  paymentAdvice,
  trustScore,
  verdict,
} from '../interface/schemas/trust_parts.ts'
import { resolvedItem } from './resolution.schema.ts'

/** One agent in a line: what decides whether to look closer. Rank and score are those of its primary category. */
export const compactAgent = z.object({
  handle: z.string(),
  /** Third-party text. */
  name: z.string(),
  url: z.url(),
  primary_category: z.enum(CATEGORIES),
  tier: z.enum(['indexed', 'evidence_ranked']),
  rank: z.int().min(1).nullable(),
  score: z.number().min(0).max(100).nullable(),
  /** Null for an agent that has departed. */
  liveness: z.enum(['alive', 'not_alive', 'unknown']).nullable(),
  days_since_active: z.int().min(0).nullable(),
  trust: trustScore,
  verdict,
  risk_flags: graveFlags,
  ...paymentAdvice.pick({ payable: true, per_transaction: true, daily: true, advice: true }).shape,
  rails: observedRails,
  erc8004_registered: z.boolean().nullable(),
  verified: z.boolean(),
  /** Number that OSV knows in the packages of its MCP servers; null where none of these was checked. */
  known_vulnerabilities: z.int().min(0).nullable(),
  last_updated: z.iso.datetime(),
})

/** Several agents at once, in the requested order; `requested` counts different handles, case-insensitive. */
export const bulkAgents = z.object({
  type: z.literal('bulk_agents'),
  count: z.int().min(0),
  requested: z.int().min(1),
  agents: z.array(compactAgent),
  not_found: z.array(z.string()),
  resolved_from: z.array(resolvedItem).optional(),
  untrusted_fields: z.array(z.string()),
  limitations: z.array(z.string()),
  last_updated: z.iso.datetime(),
})

export type CompactAgent = z.infer<typeof compactAgent>
export type BulkAgents = z.infer<typeof bulkAgents>
