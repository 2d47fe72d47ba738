import { dateColumn, decimalColumn, integerColumn, numberColumn, textColumn, wholeColumn } from '../column.ts'
import { countColumn } from '../common_columns.ts'
import { defineTable } from '../table.ts'

const share = { unit: 'share', minimum: 0, maximum: 1 }

export default defineTable({
  name: 'x402_market',
  about:
    'One row per chain (all: across chains) and window of the last 1 to 30 days: all x402 demand that was seen.',
  key: ['chain', 'days'],
  kept: 'newest',
  parquet: 'v1',
  sql: 'select * from x402_market',
  columns: {
    chain: textColumn('CAIP-2 name of the chain, or all', { required: true }),
    days: integerColumn('Length of the window, which ends on the logical date', {
      required: true,
      unit: 'days',
    }),
    payments: countColumn('Payments; null where no day was read', 'payments'),
    volume_atomic: wholeColumn('Volume in the smallest unit of USDC', { unit: '0.000001 USDC', minimum: 0 }),
    volume_usd: decimalColumn(38, 6, 'The same in dollars', { unit: 'USD', minimum: 0 }),
    operators: countColumn('Operators that were paid', 'operators'),
    flagged_operators: countColumn('Of them, those with a flag of the wash rule', 'operators'),
    flagged_payments: countColumn('Payments to those', 'payments'),
    unmatched_payments: countColumn('Payments to operators that no agent is credited with', 'payments'),
    unmatched_payments_share: numberColumn('Their share', share),
    unmatched_volume_share: numberColumn('Share of the volume', share),
    unique_payers: countColumn('Wallets that paid', 'wallets'),
    independent_payers: countColumn(
      'Of them, those that paid an operator they are not related to',
      'wallets',
    ),
    unmatched_payers: countColumn('Of them, those that paid unmatched operators alone', 'wallets'),
    observed_days: countColumn('Days of the window that were read, in whole or in part', 'days'),
    complete_days: countColumn('Days that were read in whole', 'days'),
    earlier_days: countColumn('Days before the window that were read', 'days'),
    observed_since: dateColumn('First day that was read'),
  },
})
