import { z } from 'zod'
import { liveness } from './agent_summary.ts'
import { confidenceTier, rails, reasons, riskFlags, trustScore, verdict } from './trust_parts.ts'

/**
 * Whether to deal with an agent, and why. `claim_status` is `claimed` when a host of the agent names its ERC-8004
 * registration back: that alone is an act by which an owner claims the identity, while an account that a registry
 * checked or an entry of the catalogue is proven without the owner claiming it here.
 */
export const trustEvaluation = z.object({
  type: z.literal('trust_evaluation'),
  handle: z.string(),
  name: z.string(),
  url: z.url(),
  verdict,
  reasons,
  confidence_tier: confidenceTier,
  evidence_tier: z.enum(['indexed', 'evidence_ranked']),
  trust: trustScore,
  liveness: liveness.nullable(),
  risk_flags: riskFlags,
  claim_status: z.enum(['claimed', 'unclaimed']),
  rails,
  untrusted_fields: z.array(z.string()),
  limitations: z.array(z.string()),
  last_updated: z.iso.datetime(),
})
