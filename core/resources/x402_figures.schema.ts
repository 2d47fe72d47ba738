import { z } from 'zod'

const amount = z.int().min(0)

/**
 * Payments in a window or on a day. Volumes are decimal strings, in US dollars and in millionths of USDC. Payers are null
 * where they paid on several chains: a payer on two has two addresses.
 */
export const x402Figures = {
  payments: amount,
  volume_usd: z.string().regex(/^\d+\.\d{6}$/),
  volume_atomic: z.string().regex(/^\d+$/),
  sellers: amount,
  unique_payers: amount.nullable(),
  independent_payers: amount.nullable(),
}

const figures = z.object(x402Figures)

export type X402Figures = z.infer<typeof figures>
