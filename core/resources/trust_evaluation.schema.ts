import { z } from 'zod'
import { CATEGORIES } from '../domain/category.ts'
import {
  claimStatus,
  confidenceTier,
  departed,
  erc8004,
  identityProof,
  observedRails,
  paymentAdvice,
  priceAdvice,
  reasons,
  riskFlags,
  trustScore,
  verdict,
} from '../interface/schemas/trust_parts.ts'
import { categoryScore, identity, liveness, signalScore } from './agent_summary.schema.ts'
import { resolvedFrom } from './resolution.schema.ts'

/** Answers to what the caller says of a payment, absent if it says nothing. */
const payerAnswer = {
  wallet_matches: z
    .enum(['quoted_by_host', 'listed_only', 'other', 'unknown'])
    .optional()
    .describe(
      'Whose `wallet` is: asked for by the host itself; only named by a listing or a registration; another than those known; unknown: none is known. The verdict is about paying that wallet: `other` is `reject`, and all but the first are at most `caution`.',
    ),
  within_limit: z
    .boolean()
    .nullable()
    .optional()
    .describe(
      'True if `amount_usd` is at most the limit of one payment to this wallet; null without an amount.',
    ),
}

/**
 * Recommendation on dealing with an agent, with reasons. `claim_status` is `claimed` when a host of the agent names its
 * ERC-8004 registration back: that alone is an act by which an owner claims the identity, while an account that a
 * registry checked or an entry of the catalogue is proven without the owner claiming it here.
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
  claim_status: claimStatus,
  rails: observedRails,
  /**
   * Whole days of the last 30 whose payments are read, on the chain where its customers are: what the verdict says of
   * payments rests on these. Null without a wallet.
   */
  payment_days_read: z.int().min(0).max(30).nullable(),
  ...paymentAdvice.shape,
  ...payerAnswer,
  resolved_from: resolvedFrom.optional(),
  untrusted_fields: z.array(z.string()),
  limitations: z.array(z.string()),
  last_updated: z.iso.datetime(),
})

const category = z.enum(CATEGORIES)

/** A part of confidence: what was observed, and from where on it is enough for a tier. The least of all decides. */
const confidenceReason = z.object({
  input: z.enum(['observed_weight', 'sources', 'observed_days_30']),
  value: z.number().min(0),
  medium_from: z.number(),
  high_from: z.number(),
  sentence: z.string(),
})

const reliability = z.object({
  reliability_30d: z.number().min(0).max(100).nullable(),
  reliability_90d: z.number().min(0).max(100).nullable(),
  observed_days_30: z.int().min(0).max(30),
  observed_days_90: z.int().min(0).max(90),
  coverage: z.enum(['full', 'partial', 'none']),
})

/**
 * The free evaluation, what its trust score and confidence are made of, and every signal of every category with its
 * provenance.
 */
export const trustEvaluationFull = trustEvaluation.extend({
  type: z.literal('trust_evaluation_full'),
  /** They add up to the trust score, held within 0 and 100. */
  points: z.array(z.object({ input: z.string(), value: z.string(), points: z.int() })),
  confidence_reasons: z.array(confidenceReason),
  identity_proof: identityProof,
  verified: z.boolean(),
  erc8004,
  known_since: z.iso.date().nullable(),
  departed: departed.nullable(),
  price: priceAdvice,
  /** Null for an agent that has departed. */
  reliability: reliability.nullable(),
  primary_category: category,
  scores_by_category: z.partialRecord(category, categoryScore.omit({ signals: true })),
  signals: z.array(signalScore.extend({ category })),
  endpoints: z.array(z.object({ kind: z.enum(['mcp', 'a2a', 'x402', 'web']), url: z.url() })),
  identity: identity.omit({ untrusted_fields: true }),
  source_urls: z.array(z.url()),
})

export type TrustEvaluation = z.infer<typeof trustEvaluation>
export type TrustEvaluationFull = z.infer<typeof trustEvaluationFull>
