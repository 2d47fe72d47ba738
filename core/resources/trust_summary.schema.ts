import { z } from 'zod'
import { CATEGORIES } from '../domain/category.ts'
import { claimStatus, departed, erc8004, trustScore, verdict } from '../interface/schemas/trust_parts.ts'
import { historyFields } from './agent_history.schema.ts'

const category = z.enum(CATEGORIES)
const tier = z.enum(['indexed', 'evidence_ranked'])

/** The trust state of an agent; rank and score are those in its primary category. */
export const trustSummary = z.object({
  type: z.literal('trust_summary'),
  handle: z.string(),
  url: z.url(),
  primary_category: category,
  tier,
  rank: historyFields.rank,
  score: z.object({ total: z.number().min(0).max(100).nullable(), weekly_delta: historyFields.weeklyDelta }),
  archetype: z.string(),
  claim_status: claimStatus,
  verified: z.boolean(),
  erc8004,
  trust: trustScore,
  verdict,
  departed: departed.nullable(),
  limitations: z.array(z.string()),
  last_updated: z.iso.datetime(),
})

export type TrustSummary = z.infer<typeof trustSummary>
