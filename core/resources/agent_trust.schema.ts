import { z } from 'zod'
import {
  confidenceTier,
  priceAdvice,
  reasons,
  riskFlags,
  trustScore,
  verdict,
} from '../interface/schemas/trust_parts.ts'

/** The trust score of an agent and what it is made of: the points add up to the score, held within 0 and 100. */
export const agentTrust = z.object({
  type: z.literal('agent_trust'),
  handle: z.string(),
  name: z.string(),
  url: z.url(),
  trust: trustScore,
  points: z.array(z.object({ input: z.string(), value: z.string(), points: z.int() })),
  confidence_tier: confidenceTier,
  evidence_tier: z.enum(['indexed', 'evidence_ranked']),
  identity: z.object({
    /** `erc8004_proven`: a host names the registration back; `account_proven`: a registry or the catalogue vouches. */
    proof: z.enum(['erc8004_proven', 'account_proven', 'unproven']),
    verified: z.boolean(),
    verification: z.string().nullable(),
  }),
  /** `registered` is null while the registry was never read. */
  erc8004: z.object({ registered: z.boolean().nullable(), verified: z.boolean() }),
  known_since: z.iso.date().nullable(),
  risk_flags: riskFlags,
  verdict,
  reasons,
  price: priceAdvice,
  untrusted_fields: z.array(z.string()),
  limitations: z.array(z.string()),
  last_updated: z.iso.datetime(),
})

export type AgentTrust = z.infer<typeof agentTrust>
