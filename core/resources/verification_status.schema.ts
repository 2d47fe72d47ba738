import { z } from 'zod'
import { claimStatus, departed, erc8004, identityProof } from '../interface/schemas/trust_parts.ts'

const tier = z.enum(['indexed', 'evidence_ranked'])

/** Verification of an agent, its method, and the claim by its owner. */
export const verificationStatus = z.object({
  type: z.literal('verification_status'),
  handle: z.string(),
  url: z.url(),
  tier,
  verified: z.boolean(),
  /** Method, in words; null when it is not verified. */
  verification: z.string().nullable(),
  identity_proof: identityProof,
  claim_status: claimStatus,
  erc8004,
  departed: departed.nullable(),
  limitations: z.array(z.string()),
  last_updated: z.iso.datetime(),
})

export type VerificationStatus = z.infer<typeof verificationStatus>
