import { z } from 'zod'
import { CATEGORIES } from '../domain/category.ts'
import { NUMBERS } from '../domain/numbers.ts'

const count = z.int().min(0)

const ownedAgent = z.object({
  handle: z.string().regex(/^[a-zA-Z0-9_-]{1,64}$/),
  name: z.string(),
  primary_category: z.enum(CATEGORIES),
  rank: z.int().min(1).nullable(),
  liveness: z.enum(['alive', 'not_alive', 'unknown']).nullable(),
  verdict: z.enum(['proceed', 'caution', 'reject']),
  risk_flags: z.array(z.string()).describe('Those of severity major or critical.'),
  proof: z.string().describe('The proof of the tie; proof_says has it in words.'),
  since: z.iso.date(),
  url: z.url(),
  proof_says: z.string(),
})

/** An owner, which an account of GitHub, a domain or a wallet stands for, and the agents that proof ties to it. */
export const owner = z.object({
  type: z.literal('owner'),
  owner: z.string(),
  kind: z.enum(['github', 'domain', 'wallet']),
  /** Agents that have not departed; alive, not alive and unknown add up to all. */
  counts: z.object({
    agents: count,
    alive: count,
    not_alive: count,
    unknown: count,
    ranked: count,
    flagged: count,
    departed: count,
  }),
  may_be_platform: z.boolean().describe('A wallet with so many registrations may register for others.'),
  url: z.url(),
  /** Payments to the wallets of its agents, chain by chain: payers of two chains do not add up. */
  payments: z.object({
    days: z.int().min(1),
    by_chain: z.array(
      z.object({
        chain: z.string(),
        chain_name: z.string(),
        wallets: count,
        payments: count,
        volume_usd: z.string().regex(/^\d+\.\d{6}$/),
        unique_payers: count,
        independent_payers: count,
      }),
    ),
  }),
  count,
  agents: z.array(ownedAgent).max(NUMBERS.max_owner_agents),
  untrusted_fields: z.array(z.string()),
  limitations: z.array(z.string()),
  last_updated: z.iso.datetime(),
})

export type Owner = z.infer<typeof owner>
