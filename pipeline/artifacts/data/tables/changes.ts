import { decimalColumn, textColumn } from '../column.ts'
import { categoryColumn, handleColumn, rankColumn, tierColumn } from '../common_columns.ts'
import { defineTable } from '../table.ts'

export default defineTable({
  name: 'changes',
  about: 'One row per agent, category and kind of change since the day before in the index.',
  key: ['kind', 'category', 'handle'],
  kept: 'daily',
  parquet: 'v1',
  sql: 'select * from changes',
  columns: {
    kind: textColumn('What kind of change', {
      required: true,
      values: [
        'mover',
        'newly_measured',
        'new',
        'return',
        'promotion',
        'demotion',
        'death',
        'resurrection',
        'departure',
        'tools_changed',
      ],
    }),
    category: categoryColumn,
    handle: handleColumn,
    rank_before: rankColumn('Rank on the day before'),
    rank_after: rankColumn('Rank on the day'),
    score_before: decimalColumn(6, 2, 'Score on the day before', { unit: 'points' }),
    score_after: decimalColumn(6, 2, 'Score on the day', { unit: 'points' }),
    tier_before: { ...tierColumn, meaning: 'Tier on the day before' },
    tier_after: { ...tierColumn, meaning: 'Tier on the day' },
    reason: textColumn('Why it departed, how its tools changed, or what is measured now'),
  },
})
