import { daysBefore } from '../domain/dates.ts'
import * as p from '../interface/parameters.ts'
import type { ReleaseInfo } from '../views/release_info.ts'
import { variant } from './resource.ts'
import type { X402Day, X402Demand, X402Totals, X402Window } from './x402_demand.schema.ts'

/** Leaderboard of x402 payees. */
export const X402_DEMAND = variant({
  id: 'x402_demand',
  path: '/api/x402/demand/v1',
  title: 'Operators receiving x402 payments, by unique payers',
  group: 'market',
  file: 'api/x402/demand/v1',
  parameters: [p.demandDays, p.demandTop, p.demandChain],
  answer: 'X402Demand',
})

export type Operator = X402Demand['operators'][number]

/** Short name → CAIP-2 id, and the ids of the chains that were read. */
export interface DemandChains {
  names: Record<string, string>
  observed: string[]
}

/** A chain's totals in one window, as the market mart has them. */
export interface MarketRow extends X402Totals {
  chain: string
  days: number
  observed_days: number | null
  complete_days: number | null
  earlier_days: number | null
  observed_since: string | null
}

/** Inputs of one leaderboard; `chain` is null for all chains together, `market` null if nothing was read. */
export interface DemandInputs {
  chain: string | null
  days: number
  market: MarketRow | null
  byChain: (MarketRow & { short_names: string[] })[]
  byDay: X402Day[]
  anchors: X402Demand['anchors']
  operators: Operator[]
  /** Limitations of what is read at all: chains, and known facilitators. */
  limits?: string[]
}

/** The leaderboard of one chain, or of all, in one window. */
export function demandView(given: DemandInputs, info: ReleaseInfo): X402Demand {
  const { chain, days, market, operators } = given
  return {
    type: 'x402_demand',
    chain,
    window: windowView(market, days, info.day),
    market: totalsView(market),
    by_chain: given.byChain.map((row) => ({
      chain: row.chain,
      short_names: row.short_names,
      window: windowView(row, days, info.day),
      ...totalsView(row),
    })),
    by_day: given.byDay,
    anchors: given.anchors,
    count: operators.length,
    operators,
    limitations: [...info.limitations, ...windowLimits(given), ...(given.limits ?? []), ...PERMANENT_LIMITS],
    last_updated: info.last_updated,
  }
}

/** The first rows of a leaderboard; all but the rows and their number stays. */
export const firstOperators = (demand: X402Demand, rows: number): X402Demand => {
  const operators = demand.operators.slice(0, rows)
  return { ...demand, count: operators.length, operators }
}

/** The window that a market row covers, or one of which nothing was read. */
export function windowView(market: MarketRow | null, days: number, day: string): X402Window {
  return {
    days,
    from: daysBefore(day, days - 1),
    to: day,
    observed_days: market?.observed_days ?? 0,
    complete_days: market?.complete_days ?? 0,
    observed_since: market?.observed_since ?? null,
  }
}

/** The totals alone, all null where nothing was read. */
export const totalsView = (market: MarketRow | null): X402Totals => ({
  operators: market?.operators ?? null,
  payments: market?.payments ?? null,
  volume_usd: market?.volume_usd ?? null,
  volume_atomic: market?.volume_atomic ?? null,
  unique_payers: market?.unique_payers ?? null,
  independent_payers: market?.independent_payers ?? null,
  flagged_operators: market?.flagged_operators ?? null,
  flagged_payments: market?.flagged_payments ?? null,
  unmatched_payments: market?.unmatched_payments ?? null,
  unmatched_payments_share: market?.unmatched_payments_share ?? null,
  unmatched_volume_share: market?.unmatched_volume_share ?? null,
  unmatched_payers: market?.unmatched_payers ?? null,
})

const PERMANENT_LIMITS = [
  'Payments are USDC that x402 moved, as recorded on the chains: by signed authorization, through Permit2, claimed out of channels, and on Solana where a known facilitator paid the fee. Other tokens are not counted.',
  'Unmatched is what no listed host was seen to ask for in time: it counts for no agent.',
  'Payers are counted by chain and never added up across chains: who pays on two has two addresses. What recipients sent back to payers is not read on Solana.',
  'rank_raw uses the raw payer counts, which anyone can inflate by paying their own address; unique_payers_adjusted and rank_adjusted apply the published wash rule.',
]

function windowLimits({ chain, days, market }: DemandInputs): string[] {
  if (market === null || market.payments === null)
    return [
      `No payments${chain === null ? '' : ` on ${chain}`} have been read for these days: what was paid is unknown, not zero.`,
    ]
  const complete = market.complete_days ?? 0
  return [
    ...(complete < days
      ? [
          `Of the ${days} days asked for, ${market.observed_days ?? 0} were read, ${complete} of them in full.`,
        ]
      : []),
    ...(market.earlier_days === 0
      ? ['No earlier days were read, so it is unknown which payers are new and which are returning.']
      : []),
  ]
}
