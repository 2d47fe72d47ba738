import { z } from 'zod'
import { NUMBERS } from '../domain/numbers.ts'
import { x402Totals, x402Window } from './x402_demand.schema.ts'
import { x402Figures } from './x402_figures.schema.ts'

/** The chains that payments are read from, by window and by day; their payments and volumes add up to the market's. */
export const x402Chains = z.object({
  type: z.literal('x402_chains'),
  windows: z.array(
    z.object({
      window: x402Window,
      market: x402Totals,
      /** The chain with most payments first. */
      chains: z.array(
        z.object({
          chain: z.string(),
          name: z.string(),
          window: x402Window,
          ...x402Figures,
          share: z.number(),
        }),
      ),
    }),
  ),
  /** The days that were read, the oldest first, chain by chain. */
  by_day: z.array(
    z.object({ day: z.iso.date(), chain: z.string(), is_complete: z.boolean(), ...x402Figures }),
  ),
  days: z.int().max(NUMBERS.market_days),
  limitations: z.array(z.string()),
  last_updated: z.iso.datetime(),
})

export type X402Chains = z.infer<typeof x402Chains>
