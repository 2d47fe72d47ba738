import { booleanColumn, dateColumn, textColumn, wholeColumn } from '../column.ts'
import { countColumn } from '../common_columns.ts'
import { defineTable } from '../table.ts'

const SQL = `select payments.paid_on, payments.chain, payments.operator, count(*) as payments, sum(payments.amount) as volume_atomic,
  count(distinct payments.payer) as unique_payers, any_value(coalesce(observed.is_complete, false)) as is_complete
from stg_x402_payments__payments as payments
cross join run
left join int_x402_days__coverage as observed on observed.chain = payments.chain and observed.day = payments.paid_on
where payments.operator is not null
  and payments.paid_on >= greatest(least(run.day - 1, coalesce((select max(day) from previous_snapshots), run.day)), run.day - 30)
group by payments.paid_on, payments.chain, payments.operator`

export default defineTable({
  name: 'x402_days',
  about:
    'One row per operator, chain and UTC day on which it was paid. A partition holds its own day and those back to the day before: what came in late is in the next one, so of each day the newest partition counts.',
  key: ['paid_on', 'chain', 'operator'],
  kept: 'daily',
  parquet: 'v1',
  sql: SQL,
  columns: {
    paid_on: dateColumn('UTC day of the payments', { required: true }),
    chain: textColumn('CAIP-2 name of the chain', { required: true }),
    operator: textColumn('Address that is paid', { required: true }),
    payments: countColumn('Payments', 'payments'),
    volume_atomic: wholeColumn('Volume in the smallest unit of USDC', {
      required: true,
      unit: '0.000001 USDC',
      minimum: 0,
    }),
    unique_payers: countColumn('Wallets that paid', 'wallets'),
    is_complete: booleanColumn('Whether all blocks of the day were read', { required: true }),
  },
})
