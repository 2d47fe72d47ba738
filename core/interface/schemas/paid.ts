import { z } from 'zod'
import { CATEGORIES } from '../../domain/category.ts'
import { categoryScore, identity, signalScore } from './agent_summary.ts'
import { trustEvaluation } from './trust_evaluation.ts'
import { priceAdvice, trustScore, verdict } from './trust_parts.ts'

const category = z.enum(CATEGORIES)
const tier = z.enum(['indexed', 'evidence_ranked'])
const claimStatus = z.enum(['claimed', 'unclaimed'])
const identityProof = z.enum(['erc8004_proven', 'account_proven', 'unproven'])
/** `registered` is null while the registry was never read. */
const erc8004 = z.object({ registered: z.boolean().nullable(), verified: z.boolean() })
/** Since when and why no source lists the agent any more. */
const departed = z.object({ on: z.iso.date(), reason: z.string() })

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

const described = {
  rank: z.int().min(1).nullable().describe('In the primary category; null where not ranked.'),
  visibility: z
    .number()
    .min(0)
    .max(100)
    .nullable()
    .describe(
      'The points that observed signals of public attention give, such as stars, downloads and payers, in percent of the most that those of the category can give. What is not observed adds nothing; null when none is observed.',
    ),
  reputation: z.int().min(0).max(100).nullable().describe('The trust score of the day.'),
  weeklyDelta: z
    .number()
    .nullable()
    .describe(
      'The score less that of exactly seven days before; null unless both were observed and scored by the methodology of the newest day.',
    ),
  trend: z
    .enum(['rising', 'falling', 'flat'])
    .nullable()
    .describe(
      'The mean score of the newer half of the compared days against that of the older half, a middle day left out: rising or falling from 1 percent of the older mean on. Null with fewer than two.',
    ),
}

/** The trust state of an agent; rank and score are those in its primary category. */
export const trustSummary = z.object({
  type: z.literal('trust_summary'),
  handle: z.string(),
  url: z.url(),
  primary_category: category,
  tier,
  rank: described.rank,
  score: z.object({ total: z.number().min(0).max(100).nullable(), weekly_delta: described.weeklyDelta }),
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

/** The last days of an agent, one snapshot for each calendar day, the oldest first; what was not observed is null. */
export const agentHistory = z.object({
  type: z.literal('agent_history'),
  handle: z.string(),
  url: z.url(),
  category: category.describe('The primary category of the newest day, which ranks and scores are in.'),
  methodology_version: z.string().nullable(),
  tier,
  days: z.int().min(1).max(90),
  history: z.array(
    z.object({
      date: z.iso.date(),
      rank: described.rank,
      score_total: z.number().min(0).max(100).nullable(),
      alive: z.boolean().nullable(),
      visibility: described.visibility,
      reputation: described.reputation,
      weekly_delta: described.weeklyDelta,
    }),
  ),
  summary: z.object({
    trend: described.trend,
    from: z.iso.date(),
    to: z.iso.date(),
    observed_days: z.int().min(0),
    /** Scored by the methodology of the newest day. */
    compared_days: z.int().min(0),
    /** The newest compared score less the oldest. */
    score_change: z.number().nullable(),
    best_rank: z.int().min(1).nullable(),
    worst_rank: z.int().min(1).nullable(),
  }),
  /** Keys of the signals that visibility is made of in this category. */
  visibility_signals: z.array(z.string()),
  departed: departed.nullable(),
  limitations: z.array(z.string()),
  last_updated: z.iso.datetime(),
})

/** Whether an agent is verified, by what, and whether its owner claims it. */
export const verificationStatus = z.object({
  type: z.literal('verification_status'),
  handle: z.string(),
  url: z.url(),
  tier,
  verified: z.boolean(),
  /** How, in words; null when it is not. */
  verification: z.string().nullable(),
  identity_proof: identityProof,
  claim_status: claimStatus,
  erc8004,
  departed: departed.nullable(),
  limitations: z.array(z.string()),
  last_updated: z.iso.datetime(),
})
