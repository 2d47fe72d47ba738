import { decimal, text } from '../column.ts'
import { category, handle, rankColumn, tier } from '../common_columns.ts'
import { defineTable } from '../table.ts'

export default defineTable({
  name: 'changes',
  about: 'One row per agent, category and kind of change since the day before in the index.',
  key: ['kind', 'category', 'handle'],
  kept: 'daily',
  parquet: 'v1',
  sql: 'select * from changes',
  columns: {
    kind: text('What kind of change', {
      required: true,
      values: ['mover', 'new', 'return', 'promotion', 'demotion', 'death', 'resurrection', 'departure'],
    }),
    category,
    handle,
    rank_before: rankColumn('Rank on the day before'),
    rank_after: rankColumn('Rank on the day'),
    score_before: decimal(6, 2, 'Score on the day before', { unit: 'points' }),
    score_after: decimal(6, 2, 'Score on the day', { unit: 'points' }),
    tier_before: { ...tier, meaning: 'Tier on the day before' },
    tier_after: { ...tier, meaning: 'Tier on the day' },
    reason: text('Why it departed'),
  },
})
