import { booleanColumn, decimalColumn, textColumn } from '../column.ts'
import { categoryColumn, handleColumn, rankColumn, tierColumn } from '../common_columns.ts'
import { defineTable } from '../table.ts'

export default defineTable({
  name: 'rankings',
  about: 'One row per agent and category that it qualifies for: its place, its rank and how sure that is.',
  key: ['category', 'position'],
  kept: 'daily',
  parquet: 'v2',
  sql: 'select * from rankings',
  columns: {
    category: categoryColumn,
    position: rankColumn('Place in the list of the category, ranked ones first'),
    handle: handleColumn,
    tier: tierColumn,
    rank: rankColumn('Rank; null without enough evidence'),
    rank_low: rankColumn('5th percentile of its ranks when all scores are drawn from their intervals'),
    rank_high: rankColumn('95th percentile of the same'),
    is_rank_provisional: booleanColumn('That the interval of the rank spans half of the category or more'),
    score: decimalColumn(6, 2, 'Score', { required: true, unit: 'points', minimum: 0, maximum: 100 }),
    methodology_version: textColumn('Version of the methodology', { required: true }),
  },
})
