import { z } from 'zod'

/** The error body of the interface. */
export const errorBody = z.object({
  error: z.string(),
  message: z.string(),
  source_urls: z.array(z.string()).optional(),
})

/**
 * Body for a key that names no agent; `suggestions` are agents with a similar handle or name, or all that have the key.
 * `known` is false for what no record names and nobody was seen to pay; `paid` is what a wallet without an agent was paid.
 */
export const notFoundBody = z.object({
  error: z.string(),
  message: z.string(),
  suggestions: z.array(z.object({ handle: z.string(), name: z.string() })),
  hint: z.string(),
  known: z.boolean().optional(),
  wallet_matches: z
    .enum(['quoted_by_host', 'listed_only', 'other', 'unknown'])
    .optional()
    .describe('Where a wallet was asked about: of several agents of a host the wallets are the same.'),
  paid: z.object({ chains: z.array(z.string()), payers: z.int(), payments: z.int() }).optional(),
})
