import { booleanColumn, decimalColumn, textColumn } from '../column.ts'
import { countColumn, handleColumn, uptimeColumns } from '../common_columns.ts'
import { defineTable } from '../table.ts'

const percent = { unit: 'percent', minimum: 0, maximum: 100 }

export default defineTable({
  name: 'reliability',
  about:
    'One row per agent that has not departed: on how many of the days on which that was observed it was alive.',
  key: ['handle'],
  kept: 'daily',
  parquet: 'v1',
  sql: 'select * exclude (measured_days_30, answered_days_30) from reliability',
  columns: {
    handle: handleColumn,
    reliability_30d: decimalColumn(5, 2, 'Share of the observed days of the last 30', percent),
    reliability_90d: decimalColumn(5, 2, 'Share of the observed days of the last 90', percent),
    is_currently_alive: booleanColumn('Alive on the logical date; null when unknown'),
    days_since_active: countColumn('Days since its latest public act', 'days'),
    observed_days_30: countColumn('Days of the last 30 on which it was observed', 'days'),
    observed_days_90: countColumn('Days of the last 90 on which it was observed', 'days'),
    coverage: textColumn('How much of the last 30 days was observed', {
      required: true,
      values: ['full', 'partial', 'none'],
    }),
    ...uptimeColumns,
    latency_p50_ms: countColumn(
      'Median of its addresses’ median times to the first byte, 30 days',
      'milliseconds',
    ),
    probed_addresses: countColumn('Its addresses that were observed in 30 days', 'addresses'),
    vantages: countColumn('Places that they were observed from', 'places'),
  },
})
