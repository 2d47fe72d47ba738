import { booleanColumn, decimalColumn, integerColumn, textColumn } from '../column.ts'
import { categoryColumn, handleColumn, rankColumn, tierColumn } from '../common_columns.ts'
import { defineTable } from '../table.ts'

const points = { unit: 'points', minimum: 0, maximum: 100 }

export default defineTable({
  name: 'snapshots',
  about: 'One row per agent and category on each day: the time series.',
  // By handle: neighbours are similar, so that their names compress best.
  key: ['category', 'handle'],
  kept: 'daily',
  parquet: 'v2',
  sql: 'select * from snapshots',
  columns: {
    category: categoryColumn,
    handle: handleColumn,
    rank: rankColumn('Rank; null without enough evidence'),
    rank_low: rankColumn('Low end of the interval of the rank'),
    rank_high: rankColumn('High end of it'),
    score: decimalColumn(6, 2, 'Score', points),
    score_low: decimalColumn(6, 2, 'Low end of the interval of the score', points),
    score_high: decimalColumn(6, 2, 'High end of it', points),
    tier: tierColumn,
    methodology_version: textColumn('Version of the methodology', { required: true }),
    is_alive: booleanColumn('Alive by the published rule; null when unknown'),
    liveness_rule: integerColumn('Number of the rule of liveness that held', { required: true }),
    trust_score: integerColumn('Trust score', points),
    visibility: decimalColumn(
      5,
      2,
      'How much others do about it in public, which does not count in the score',
      points,
    ),
    payment_days: integerColumn(
      'Of a service, whole days of the last 30 whose payments are read on the chain of its customers; null without a wallet',
    ),
  },
})
