import {
  booleanColumn,
  decimalColumn,
  integerColumn,
  listColumn,
  numberColumn,
  textColumn,
  timeColumn,
  wholeColumn,
} from '../column.ts'
import { countColumn, rankColumn } from '../common_columns.ts'
import { defineTable } from '../table.ts'

const share = { unit: 'share', minimum: 0, maximum: 1 }

export default defineTable({
  name: 'x402_demand',
  about:
    'One row per operator (the address that is paid), chain (all: across chains) and window of the last 1, 7 or 30 days: raw demand beside what is left without self-dealing.',
  key: ['chain', 'days', 'operator', 'apart_on'],
  kept: 'daily',
  parquet: 'v1',
  sql: 'select * from x402_demand where days in (1, 7, 30)',
  columns: {
    chain: textColumn('CAIP-2 name of the chain, or all', { required: true }),
    days: integerColumn('Length of the window, which ends on the logical date', {
      required: true,
      unit: 'days',
    }),
    operator: textColumn('Address that is paid', { required: true }),
    apart_on: textColumn('Chain, where nothing shows that the address is the same operator on others'),
    payments: countColumn('Payments', 'payments'),
    volume_atomic: wholeColumn('Volume in the smallest unit of USDC', {
      required: true,
      unit: '0.000001 USDC',
      minimum: 0,
    }),
    volume_usd: decimalColumn(38, 6, 'The same in dollars', { required: true, unit: 'USD', minimum: 0 }),
    unique_payers: countColumn('Wallets that paid', 'wallets'),
    unique_payers_adjusted: countColumn('The same without those that the wash rule leaves out', 'wallets'),
    new_payers: countColumn(
      'Wallets that had not paid it before the window; null where that is not known',
      'wallets',
    ),
    returning_payers: countColumn('Wallets that had', 'wallets'),
    top_payer: textColumn('Wallet with the most payments'),
    top_payer_share: numberColumn('Its share of the payments', share),
    top_payer_volume_share: numberColumn('Share of the volume by the wallet that paid most', share),
    self_funded_share: numberColumn('Share of the volume that the operator paid or funded itself', share),
    independent_payments: countColumn('Payments by wallets that are not related to the operator', 'payments'),
    facilitator_names: listColumn('Known facilitators that relayed', { required: true }),
    unknown_relayers: countColumn('Relayers that are not known', 'relayers'),
    wash_flags: listColumn('Flags of the wash rule', { required: true }),
    notices: listColumn('Notices of the wash rule', { required: true }),
    last_paid_at: timeColumn('Latest payment'),
    is_listed: booleanColumn('Whether a Bazaar lists it'),
    handles: listColumn('Agents that name the address'),
    credited_handle: textColumn('Agent that its demand is credited to'),
    rank_raw: rankColumn('Rank by raw payers'),
    rank_adjusted: rankColumn('Rank by adjusted payers'),
  },
})
