import type { X402Demand } from '../../../core/resources/x402_demand.schema.ts'
import type { PageTable } from '../page_tables.ts'
import type { FlaggedTotals, Totals } from './x402_view.ts'

const TOTALS = [
  ...['payments', 'flagged_payments', 'volume_usd', 'operators', 'flagged_operators', 'unique_payers'],
  ...['independent_payers', 'unmatched_percent', 'observed_days'],
]

/** The totals of each window, to take away. */
export const windowsTable = (
  windows: { days: number; totals: Omit<Totals, 'days'> & FlaggedTotals }[],
): PageTable => ({
  path: 'x402/windows',
  title: 'Payments over x402 by window of days',
  page: '/x402',
  columns: ['days', ...TOTALS],
  rows: windows.map(({ days, totals }) => ({ ...totals, days })),
  total: windows.length,
  untrusted: [],
})

/** The same of each chain in the longest window. */
export const chainsTable = (chains: (Totals & { chain: string; name: string })[]): PageTable => ({
  path: 'x402/chains',
  title: 'Payments over x402 by chain',
  page: '/x402',
  columns: ['chain', 'name', 'days', ...TOTALS],
  rows: chains.map((row) => ({ ...row })),
  total: chains.length,
  untrusted: [],
})

const OPERATOR_COLUMNS = [
  ...['rank_adjusted', 'rank_raw', 'operator', 'agent', 'unique_payers_adjusted', 'unique_payers'],
  ...['payments', 'independent_payments', 'volume_usd', 'flags', 'notices'],
]

/** The operators of a window, in the order of the page, with those below the shown ones. */
export const operatorsTable = ({ window, market, operators }: X402Demand): PageTable => ({
  path: `x402/operators-${window.days}`,
  title: `Operators that were paid in ${window.days} days, by payers after the wash rule`,
  page: '/x402',
  columns: OPERATOR_COLUMNS,
  rows: operators
    .toSorted((a, b) => a.rank_adjusted - b.rank_adjusted)
    .map((row) => ({
      ...{ rank_adjusted: row.rank_adjusted, rank_raw: row.rank_raw, operator: row.operator },
      ...{ agent: row.credited_handle, unique_payers_adjusted: row.unique_payers_adjusted },
      ...{ unique_payers: row.unique_payers, payments: row.payments, volume_usd: row.volume_usd },
      independent_payments: row.independent_payments,
      ...{ flags: row.wash_flags.join(' '), notices: row.notices.join(' ') },
    })),
  total: market.operators ?? operators.length,
  untrusted: [],
})
