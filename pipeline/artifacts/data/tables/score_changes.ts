import { booleanColumn, dateColumn, decimalColumn, listColumn } from '../column.ts'
import { categoryColumn, handleColumn, rankColumn } from '../common_columns.ts'
import { defineTable } from '../table.ts'

export default defineTable({
  name: 'score_changes',
  about:
    'One row per agent and category whose score differs from the day before, with the signals that moved it.',
  key: ['category', 'handle'],
  kept: 'newest',
  parquet: 'v1',
  sql: `select * replace (list_transform(causes, lambda one: {
      key: one.key, points_before: one.points_before, points_after: one.points_after, delta: one.delta, cause: one.cause
    }) as causes) from score_changes`,
  columns: {
    category: categoryColumn,
    handle: handleColumn,
    since: dateColumn('Day that it is compared with', { required: true }),
    score_before: decimalColumn(6, 2, 'Score then', { required: true, unit: 'points' }),
    score_after: decimalColumn(6, 2, 'Score now', { required: true, unit: 'points' }),
    score_delta: decimalColumn(9, 4, 'Difference of the exact scores', { required: true, unit: 'points' }),
    rank_before: rankColumn('Rank then'),
    rank_after: rankColumn('Rank now'),
    is_methodology_changed: booleanColumn('That the methodology changed in between', { required: true }),
    causes: listColumn('Each signal that moved: key, points before and after, difference, cause', {
      required: true,
    }),
  },
})
