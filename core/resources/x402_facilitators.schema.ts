import { z } from 'zod'
import { NUMBERS } from '../domain/numbers.ts'
import { x402Totals, x402Window } from './x402_demand.schema.ts'
import { x402Figures } from './x402_figures.schema.ts'

/** The name of a facilitator, or null for all addresses that the list of facilitators does not have. */
const facilitator = z.string().nullable()

/** The facilitators that relay payments, by window and by day; with the unlisted ones they add up to the market. */
export const x402Facilitators = z.object({
  type: z.literal('x402_facilitators'),
  windows: z.array(
    z.object({
      window: x402Window,
      market: x402Totals,
      /** The one with most payments first. */
      facilitators: z.array(
        z.object({
          facilitator,
          ...x402Figures,
          share: z.number(),
          by_chain: z.array(z.object({ chain: z.string(), ...x402Figures })),
        }),
      ),
    }),
  ),
  /** The days with payments, the oldest first, of each facilitator by chain. */
  by_day: z.array(z.object({ day: z.iso.date(), facilitator, chain: z.string(), ...x402Figures })),
  days: z.int().max(NUMBERS.market_days),
  limitations: z.array(z.string()),
  last_updated: z.iso.datetime(),
})

export type X402Facilitators = z.infer<typeof x402Facilitators>
