import { z } from 'zod'
import { NUMBERS } from '../domain/numbers.ts'
import { resolvedFrom } from './resolution.schema.ts'

/** The newest payments to the wallets that an agent is credited with, without their payers. */
export const x402Payments = z.object({
  type: z.literal('x402_payments'),
  handle: z.string().regex(/^[a-zA-Z0-9_-]{1,64}$/),
  name: z.string(),
  url: z.url(),
  days: z.int().min(1),
  count: z.int().min(0),
  payments: z
    .array(
      z.object({
        paid_at: z.iso.datetime(),
        chain: z.string(),
        chain_name: z.string(),
        amount_usd: z.string().regex(/^\d+\.\d{6}$/),
        facilitator: z
          .string()
          .nullable()
          .describe('Null: relayed by an address that no list of ours names.'),
        transaction: z.string(),
        transaction_url: z.url(),
      }),
    )
    .max(NUMBERS.max_shown_payments),
  resolved_from: resolvedFrom.optional(),
  untrusted_fields: z.array(z.string()),
  limitations: z.array(z.string()),
  last_updated: z.iso.datetime(),
})

export type X402Payments = z.infer<typeof x402Payments>
