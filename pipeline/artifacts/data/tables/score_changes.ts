import { boolean, date, decimal, list } from '../column.ts'
import { category, handle, rankColumn } from '../common_columns.ts'
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
    category,
    handle,
    since: date('Day that it is compared with', { required: true }),
    score_before: decimal(6, 2, 'Score then', { required: true, unit: 'points' }),
    score_after: decimal(6, 2, 'Score now', { required: true, unit: 'points' }),
    score_delta: decimal(9, 4, 'Difference of the exact scores', { required: true, unit: 'points' }),
    rank_before: rankColumn('Rank then'),
    rank_after: rankColumn('Rank now'),
    is_methodology_changed: boolean('That the methodology changed in between', { required: true }),
    causes: list('Each signal that moved: key, points before and after, difference, cause', {
      required: true,
    }),
  },
})
