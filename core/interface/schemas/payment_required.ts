import { z } from 'zod'

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
