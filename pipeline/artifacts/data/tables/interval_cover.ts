import { dateColumn, decimalColumn, integerColumn } from '../column.ts'
import { categoryColumn, countColumn } from '../common_columns.ts'
import { defineTable } from '../table.ts'

export default defineTable({
  name: 'interval_cover',
  about:
    'One row per category with ranked agents: how wide the intervals of scores and ranks are, and how often they held a value that was hidden from them, pooled over the last days.',
  key: ['category'],
  kept: 'newest',
  parquet: 'v1',
  sql: 'select * from interval_cover',
  columns: {
    category: categoryColumn,
    ranked: countColumn('Ranked agents', 'agents'),
    median_score_width: decimalColumn(6, 2, 'Median width of the interval of a score', {
      unit: 'points',
      minimum: 0,
      maximum: 100,
    }),
    median_rank_width: integerColumn('Median width of the interval of a rank', {
      unit: 'places',
      minimum: 0,
    }),
    days: countColumn('Days that are pooled', 'days'),
    from_day: dateColumn('The first of them'),
    hidden: countColumn('Values that were hidden on them', 'values'),
    inside: countColumn('Of these, how many gave a score inside the interval', 'values'),
    inside_pct: decimalColumn(4, 1, 'Share inside; null while too few were hidden', {
      unit: 'percent',
      minimum: 0,
      maximum: 100,
    }),
  },
})
