import { z } from 'zod'
import { NUMBERS } from '../domain/numbers.ts'
import { demandTop, integerBounds } from '../interface/parameters.ts'

const { max: MAX_ROWS } = integerBounds(demandTop)

const amount = z.int().min(0)
const share = z.number().min(0).max(1)
const usd = z.string().regex(/^\d+\.\d{6}$/)
const atomic = z.string().regex(/^\d+$/)

/** Payments to an operator in the window on one chain. */
const chainDemand = z.object({
  chain: z.string(),
  payments: amount,
  volume_usd: usd,
  volume_atomic: atomic,
  unique_payers: amount,
  unique_payers_adjusted: amount,
  wash_flags: z.array(z.string()),
})

/**
 * One operator: an address that x402 payments went to. Volumes are decimal strings, in US dollars and in millionths of
 * USDC; shares run from 0 to 1, null where they have no meaning; new and returning payers are null when nothing before
 * the window was observed.
 */
const operator = z.object({
  rank_raw: z.int().min(1),
  rank_adjusted: z.int().min(1),
  operator: z.string(),
  unique_payers: amount,
  unique_payers_adjusted: amount,
  payments: amount,
  independent_payments: amount,
  volume_usd: usd,
  volume_atomic: atomic,
  new_payers: amount.nullable(),
  returning_payers: amount.nullable(),
  top_payer: z.string(),
  top_payer_share: share,
  top_payer_volume_share: share.nullable(),
  self_funded_share: share.nullable(),
  wash_flags: z.array(z.string()),
  notices: z.array(z.string()),
  facilitators: z.array(z.string()),
  unknown_relayers: amount,
  last_paid_at: z.iso.datetime(),
  listed_in_bazaar: z.boolean(),
  /** The agents that name this address, at most 20 of `handle_count`, and the one that its payers are credited to. */
  handles: z.array(z.string()).max(20),
  handle_count: amount,
  credited_handle: z.string().nullable(),
  by_chain: z.array(chainDemand),
})

/** All demand that was seen in the window; a payer of several operators counts once. Null where nothing was read. */
export const x402Totals = z.object({
  operators: amount.nullable(),
  payments: amount.nullable(),
  volume_usd: usd.nullable(),
  volume_atomic: atomic.nullable(),
  unique_payers: amount.nullable(),
  independent_payers: amount.nullable(),
  flagged_operators: amount.nullable(),
  flagged_payments: amount.nullable(),
  /** Payments to operators that no agent of the index is credited with, and payers of nobody else. */
  unmatched_payments: amount.nullable(),
  unmatched_payments_share: share.nullable(),
  unmatched_volume_share: share.nullable(),
  unmatched_payers: amount.nullable(),
})

/**
 * Payments on one day (UTC): all of them, and those left without payers that are related to whom they pay. A day that
 * was not read completely (`is_complete`) had at least so much. Payers are null where they paid on several chains.
 */
const x402Day = z.object({
  day: z.iso.date(),
  is_complete: z.boolean(),
  payments: amount,
  independent_payments: amount,
  volume_usd: usd,
  unique_payers: amount.nullable(),
  independent_payers: amount.nullable(),
})

/** The requested days, and how many of them were read: at all, and from midnight to midnight (UTC). */
export const x402Window = z.object({
  days: z.int().min(1).max(NUMBERS.market_days),
  from: z.iso.date(),
  to: z.iso.date(),
  observed_days: amount,
  complete_days: amount,
  observed_since: z.iso.date().nullable(),
})

/**
 * The x402 demand leaderboard: operators by unique payers as counted, with what the wash rule leaves of them beside.
 * `chain` is null for all chains together. `count` is the number of rows in `operators`.
 */
export const x402Demand = z.object({
  type: z.literal('x402_demand'),
  chain: z.string().nullable(),
  window: x402Window,
  market: x402Totals,
  by_chain: z.array(
    z.object({
      chain: z.string(),
      short_names: z.array(z.string()),
      window: x402Window,
      ...x402Totals.shape,
    }),
  ),
  /** The days of the window that were read, the oldest first; of a day that is not here nothing is known. */
  by_day: z.array(x402Day).max(NUMBERS.market_days),
  /** The sellers whose payers are known wallets, and since when: on this chain, or on all. */
  anchors: z.array(z.object({ chain: z.string(), operator: z.string(), since: z.iso.date() })),
  count: amount.max(MAX_ROWS),
  operators: z.array(operator).max(MAX_ROWS),
  limitations: z.array(z.string()),
  last_updated: z.iso.datetime(),
})

export type X402Demand = z.infer<typeof x402Demand>
export type X402Totals = z.infer<typeof x402Totals>
export type X402Window = z.infer<typeof x402Window>
export type X402Day = z.infer<typeof x402Day>
