import { z } from 'zod'

/** The daily digests of the index and the transactions that anchor them; `not_started` until there is such a log. */
export const proofOfIndex = z.object({
  type: z.literal('proof_of_index'),
  status: z.enum(['not_started']),
  status_reason: z.string(),
  count: z.int().min(0),
  digests: z.array(
    z.object({
      date: z.iso.date(),
      sha256: z.string().regex(/^[0-9a-f]{64}$/),
      chain: z.string().nullable(),
      transaction_hash: z.string().nullable(),
    }),
  ),
  limitations: z.array(z.string()),
  last_updated: z.iso.datetime(),
})
