import type { Drawing } from '../../../core/pages/drawing.ts'
import type { LinkView, PageView } from '../../../core/pages/page_view.ts'
import type { X402Demand } from '../../../core/resources/x402_demand.schema.ts'
import type { FigureView } from '../../render/figure.ts'
import type { TakeView } from '../../render/page_views.ts'

type Figures = Pick<
  X402Demand['market'] & X402Demand['window'],
  'payments' | 'volume_usd' | 'operators' | 'unique_payers' | 'independent_payers' | 'observed_days' | 'days'
>
/** `unmatched_percent` is the share of payments to no known agent. */
export type Totals = Figures & { unmatched_percent: number | null }
export type FlaggedTotals = Pick<X402Demand['market'], 'flagged_payments' | 'flagged_operators'>

/** A seller in the list of those paid most; the name is third-party text. */
export interface SellerView {
  place: number
  /** Address that receives the payments, and the same shortened. */
  address: string
  short: string
  agent: LinkView | null
  chains: string
  /** Payers that the wash rule leaves, and a bar of them; how many it removed, null for none. */
  payers: number
  removed: number | null
  bar: Drawing
  payments: number
  volume: string
  /** Names of flags, which change the rank, and of notices, which do not, with their meaning. */
  flags: { name: string; meaning: string }[]
  notices: { name: string; meaning: string }[]
}

/** View of the page of payments, with the figures of `/api/x402/demand/v1`. */
export interface X402View extends PageView {
  windows: {
    days: number
    name: string
    json_url: string
    /** The figures that come first: a number, and its name. */
    facts: { number: string; says: string }[]
    /** In the order of what the wash rule leaves. */
    sellers: SellerView[]
    /** Number of sellers not shown; null if the total is unknown. */
    more: number | null
    take: TakeView
  }[]
  take_windows: TakeView
  take_chains: TakeView
  /** The parts of its figures that were not all read, a sentence for each chain. */
  not_whole: string[]
  payments: FigureView
  volume: FigureView
  payers: FigureView[]
  chains: (Omit<Totals, 'volume_usd'> & { chain: string; name: string; volume: string })[]
  /** The chains that have x402 and of which nothing is read, with the reason. */
  absent: { chain: string; name: string; why: string }[]
  /** The chains that are counted, in a sentence; null in an invented world. */
  coverage: string | null
  /** The flags and notices on this page, with their meaning. */
  words: { name: string; meaning: string }[]
}
