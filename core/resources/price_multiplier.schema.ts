import { z } from 'zod'
import { priceAdvice, trustScore, verdict } from '../interface/schemas/trust_parts.ts'

/** Multiplier of trust on a price, from 1.00 (trusted) to 0.50 (avoid). Advice, and no authorization. */
export const priceMultiplier = z.object({
  type: z.literal('price_multiplier'),
  handle: z.string(),
  url: z.url(),
  ...priceAdvice.shape,
  advisory: z.literal(true),
  trust: trustScore,
  verdict,
  limitations: z.array(z.string()),
  last_updated: z.iso.datetime(),
})

export type PriceMultiplier = z.infer<typeof priceMultiplier>
