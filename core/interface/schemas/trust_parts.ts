import { z } from 'zod'

/** The composite trust score with the class that it falls in. */
export const trustScore = z.object({
  score: z.int().min(0).max(100),
  class: z.enum(['verified', 'provisional', 'unverified', 'low_trust']),
})

/** Recommendation on dealing with an agent. */
export const verdict = z.enum(['proceed', 'caution', 'reject'])

/** Tier of the observed share of an agent. */
export const confidenceTier = z.enum(['high', 'medium', 'low'])

/** Reasons of a verdict: a code for programs, a sentence for people. */
export const reasons = z.array(z.object({ code: z.string(), sentence: z.string() })).min(1)

/** Risks of an agent; `related` is the handle of another that the flag is about. */
export const riskFlags = z.array(
  z.object({
    flag: z.string(),
    severity: z.enum(['minor', 'major', 'critical']),
    reason: z.string(),
    related: z.string().nullable(),
  }),
)

/** Flags of an agent of severity major or critical; empty if it has none. */
export const graveFlags = z.array(z.object({ flag: z.string(), severity: z.enum(['major', 'critical']) }))

/** Protocols that an agent was observed on. */
export const observedRails = z.array(z.enum(['x402', 'mcp', 'erc8004', 'a2a']))

/** US dollars in whole cents; null where no way to pay the agent is known. */
const usd = z
  .number()
  .min(0)
  .nullable()
  .describe('US dollars, two decimals; null where no way to pay it is known.')

/**
 * Limits of payments to an agent in US dollars, two decimals: shares of what its customers cost to fake; null where no
 * way to pay it is known. They hold for `wallets` alone, which its own host quotes over TLS. `advice` says all in words.
 */
export const paymentAdvice = z.object({
  payable: z.boolean(),
  per_transaction: usd,
  daily: usd,
  cost_to_fake_usd: usd,
  /** The parts of that cost, in US dollars. */
  cost_parts: z.array(z.object({ part: z.string(), units: z.int().min(0), usd: z.number().min(0) })),
  wallets: z.array(z.object({ chain: z.string(), wallet: z.string() })),
  advice: z.string(),
})

/** Advice on a price: the share of it that the record supports, what the missing share comes to on top, and limits. */
export const priceAdvice = z.object({
  price_multiplier: z.number().min(0.5).max(1),
  risk_premium_pct: z.number().min(0).max(100),
  recommendation: z.enum([
    ...(['pay_in_full', 'pay_with_limits', 'pay_little'] as const),
    ...(['not_enough_known', 'no_known_rail', 'do_not_pay'] as const),
  ]),
  ...paymentAdvice.shape,
})

/** Proof of the identity of an agent. */
export const identityProof = z.enum(['erc8004_proven', 'account_proven', 'unproven'])

/** Claim of an agent by its owner. */
export const claimStatus = z.enum(['claimed', 'unclaimed'])

/** `registered` is null while the registry was never read. */
export const erc8004 = z.object({ registered: z.boolean().nullable(), verified: z.boolean() })

/** Since when and why no source lists the agent any more. */
export const departed = z.object({ on: z.iso.date(), reason: z.string() })
