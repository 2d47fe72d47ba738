import { date, decimal, integer, number, text, whole } from '../column.ts'
import { count } from '../common_columns.ts'
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
    chain: text('CAIP-2 name of the chain, or all', { required: true }),
    days: integer('Length of the window, which ends on the logical date', { required: true, unit: 'days' }),
    payments: count('Payments; null where no day was read', 'payments'),
    volume_atomic: whole('Volume in the smallest unit of USDC', { unit: '0.000001 USDC', minimum: 0 }),
    volume_usd: decimal(38, 6, 'The same in dollars', { unit: 'USD', minimum: 0 }),
    operators: count('Operators that were paid', 'operators'),
    flagged_operators: count('Of them, those with a flag of the wash rule', 'operators'),
    flagged_payments: count('Payments to those', 'payments'),
    unmatched_payments: count('Payments to operators that no agent is credited with', 'payments'),
    unmatched_payments_share: number('Their share', share),
    unmatched_volume_share: number('Share of the volume', share),
    unique_payers: count('Wallets that paid', 'wallets'),
    independent_payers: count('Of them, those that paid an operator they are not related to', 'wallets'),
    unmatched_payers: count('Of them, those that paid unmatched operators alone', 'wallets'),
    observed_days: count('Days of the window that were read, in whole or in part', 'days'),
    complete_days: count('Days that were read in whole', 'days'),
    earlier_days: count('Days before the window that were read', 'days'),
    observed_since: date('First day that was read'),
  },
})
