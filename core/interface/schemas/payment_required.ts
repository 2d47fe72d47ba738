import { z } from 'zod'

/** Body of a paid address without payment or key: a quote in the shape of x402 version 1. */
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
