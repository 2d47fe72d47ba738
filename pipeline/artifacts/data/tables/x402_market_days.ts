import { booleanColumn, dateColumn, decimalColumn, textColumn, wholeColumn } from '../column.ts'
import { countColumn } from '../common_columns.ts'
import { defineTable } from '../table.ts'

export default defineTable({
  name: 'x402_market_days',
  about:
    'One row per chain (all: across chains) and UTC day of the last 30 that was read: what was paid on it, and what of it payers made that are not related to whom they pay. The plots of /x402 show these rows.',
  key: ['day', 'chain'],
  kept: 'newest',
  parquet: 'v1',
  sql: 'select * from x402_market_days',
  columns: {
    day: dateColumn('UTC day of the payments', { required: true }),
    chain: textColumn('CAIP-2 name of the chain, or all', { required: true }),
    is_complete: booleanColumn('Whether all blocks of the day were read', { required: true }),
    payments: countColumn('Payments', 'payments'),
    independent_payments: countColumn('Of them, those of payers not related to the operator', 'payments'),
    volume_atomic: wholeColumn('Volume in the smallest unit of USDC', {
      required: true,
      unit: '0.000001 USDC',
      minimum: 0,
    }),
    volume_usd: decimalColumn(38, 6, 'The same in dollars', { unit: 'USD', minimum: 0 }),
    unique_payers: countColumn(
      'Wallets that paid; null across chains, where who pays on two has two addresses',
      'wallets',
    ),
    independent_payers: countColumn(
      'Of them, those that paid an operator they are not related to',
      'wallets',
    ),
  },
})
