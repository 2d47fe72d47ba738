import { z } from 'zod'

const tier = z.enum(['indexed', 'evidence_ranked'])
const claimStatus = z.enum(['claimed', 'unclaimed'])

/** What a paid address answers without payment or key: a quote as x402 version 1 shapes it. */
export const paymentRequired = z.looseObject({
  x402Version: z.int(),
  error: z.string(),
  accepts: z.array(
    z.looseObject({
      scheme: z.string(),
      network: z.string(),
      /** In the smallest unit of the asset. */
      maxAmountRequired: z.string().regex(/^\d+$/),
      resource: z.url(),
      payTo: z.string(),
      asset: z.string(),
      maxTimeoutSeconds: z.int().min(1),
    }),
  ),
})

/** The verdict with the raw signals behind it. */
export const trustEvaluationFull = z.looseObject({
  handle: z.string(),
  verdict: z.enum(['proceed', 'caution', 'reject']),
  signals: z.array(z.looseObject({})),
})

/** A statement signed with Ed25519; `handle` is null for the Ghost Index. */
export const attestation = z.looseObject({
  metric: z.enum(['liveness', 'tier', 'ghost_index']),
  handle: z.string().nullable(),
  issued_at: z.iso.datetime(),
  signature: z.string(),
})

/** The trust state of an agent. */
export const trustSummary = z.looseObject({
  tier,
  rank: z.int().min(1).nullable(),
  score: z.looseObject({ total: z.number().nullable(), weekly_delta: z.number().nullable() }),
  archetype: z.string(),
  claim_status: claimStatus,
  verified: z.boolean(),
  erc8004: z.looseObject({ registered: z.boolean().nullable() }),
})

/** Thirty days of an agent; what was not observed on a day is null. */
export const agentHistory = z.looseObject({
  tier,
  history: z.array(
    z.looseObject({
      date: z.iso.date(),
      rank: z.int().min(1).nullable(),
      score_total: z.number().nullable(),
      visibility: z.number().nullable(),
      reputation: z.number().nullable(),
      weekly_delta: z.number().nullable(),
    }),
  ),
  summary: z.looseObject({ trend: z.enum(['rising', 'falling', 'flat']).nullable() }),
})

/** Whether an agent is verified and claimed. */
export const verificationStatus = z.looseObject({
  tier,
  verified: z.boolean(),
  claim_status: claimStatus,
  last_updated: z.iso.datetime(),
})
