import { z } from 'zod'
import { MAX_KEY } from '../keys/key.ts'
import { resolvedItem } from './resolution.schema.ts'

const usd = z.number().min(0).describe('US dollars, two decimals; 0 also where no way to pay it is known.')
const handle = z.string().regex(/^[a-zA-Z0-9_-]{1,64}$/)

/** The public trust record, shaped after draft-sharif-agent-payment-trust-00. What is not observed is null. */
export const publicTrust = z.object({
  type: z.literal('public_trust'),
  agentId: handle,
  /** `ACTIVE` for an agent that is alive by the 30-day rule: by an act or an answer of it, never by a registration. */
  status: z.enum(['ACTIVE', 'UNKNOWN']),
  trust: z.object({ score: z.int().min(0).max(100), level: z.int().min(0).max(4) }),
  recommendation: z.enum(['ALLOW', 'ALLOW_WITH_LIMITS', 'DENY']),
  spendLimits: z.object({
    perTransaction: usd,
    daily: usd,
    currency: z.literal('USD'),
  }),
  /** False where no wallet of the agent is known. */
  payable: z.boolean(),
  /** The limits and their reason in words. */
  advice: z.string(),
  history: z.object({
    /** Days since it is known: first seen, registered or listed. */
    operationalDays: z.int().min(0).nullable(),
    successRate: z.number().min(0).max(1).nullable(),
    transactionCount: z.int().min(0).nullable(),
  }),
  /** The five dimensions of the draft; null, since most of them cannot be seen from outside. */
  dimensions: z.null(),
  /** Advice, and no authorization. */
  authoritative: z.literal(false),
  shape: z.string(),
  limitations: z.array(z.string()),
  last_updated: z.iso.datetime(),
})

const agentIds = z
  .array(z.string().min(1).max(MAX_KEY).describe('A handle, or another key of an agent.'))
  .min(1)
  .max(50)

/** Requested records: an object with `agentIds`, or the bare list. */
export const publicTrustBatchRequest = z.union([z.object({ agentIds }), agentIds])

/** Public trust records of several agents, in the requested order; `requested` counts different ids. */
export const publicTrustBatch = z.object({
  type: z.literal('public_trust_batch'),
  count: z.int().min(0),
  requested: z.int().min(1),
  records: z.array(publicTrust),
  not_found: z.array(z.string()),
  resolved_from: z.array(resolvedItem).optional(),
  limitations: z.array(z.string()),
  last_updated: z.iso.datetime(),
})

export type PublicTrust = z.infer<typeof publicTrust>
export type PublicTrustBatch = z.infer<typeof publicTrustBatch>
