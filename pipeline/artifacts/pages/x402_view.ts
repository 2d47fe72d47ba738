import type { LinkView, PageView } from '../../../core/pages/page_view.ts'
import type { X402Demand } from '../../../core/resources/x402_demand.schema.ts'
import type { FigureView } from '../../render/figure.ts'
import type { TakeView } from '../../render/page_views.ts'

type Operator = X402Demand['operators'][number]
type Figures = Pick<
  X402Demand['market'] & X402Demand['window'],
  'payments' | 'volume_usd' | 'operators' | 'unique_payers' | 'independent_payers' | 'observed_days' | 'days'
>
/** `unmatched_percent` is the share of payments to no known agent. */
export type Totals = Figures & { unmatched_percent: number | null }
export type FlaggedTotals = Pick<X402Demand['market'], 'flagged_payments' | 'flagged_operators'>

/** View of the demand page, with the figures of `/api/x402/demand/v1`. */
export interface X402View extends PageView {
  windows: {
    days: number
    is_longest: boolean
    json_url: string
    totals: Omit<Totals, 'days'> & FlaggedTotals
    /** Ordered by what the wash rule leaves. */
    operators: (Pick<
      Operator,
      | 'rank_adjusted'
      | 'rank_raw'
      | 'operator'
      | 'unique_payers'
      | 'unique_payers_adjusted'
      | 'payments'
      | 'independent_payments'
      | 'volume_usd'
    > & { agent: LinkView | null; flags: string[]; notices: string[] })[]
    /** Number of operators not shown; null if the total is unknown. */
    more: number | null
    take: TakeView
  }[]
  take_windows: TakeView
  take_chains: TakeView
  /** The parts of its figures that were not all read, a sentence for each chain. */
  not_whole: string[]
  payments: FigureView
  payers: FigureView[]
  chains: (Totals & { chain: string; name: string })[]
  /** The chains that have x402 and of which nothing is read, with the reason. */
  absent: { chain: string; name: string; why: string }[]
  /** The chains that are counted, in a sentence; null in an invented world. */
  coverage: string | null
  /** The flags and notices on this page, with their meaning. */
  words: { name: string; meaning: string }[]
}
