import { booleanColumn, decimalColumn, integerColumn } from '../column.ts'
import { categoryColumn, handleColumn, signalKeyColumn } from '../common_columns.ts'
import { defineTable } from '../table.ts'

export default defineTable({
  name: 'sub_scores',
  about:
    'One row per agent, category and signal that was observed or gave points: its share of the score. A signal without a row was not observed and gave none.',
  key: ['category', 'key', 'handle'],
  kept: 'daily',
  parquet: 'v1',
  sql: 'select * from sub_scores where not is_assumed or points <> 0',
  columns: {
    category: categoryColumn,
    key: signalKeyColumn,
    handle: handleColumn,
    weight: integerColumn('Weight of the signal', {
      required: true,
      unit: 'of 100',
      minimum: 0,
      maximum: 100,
    }),
    scaled: decimalColumn(5, 4, 'Value on the scale of the methodology; null when not observed', {
      minimum: 0,
      maximum: 1,
    }),
    points: decimalColumn(9, 4, 'Points that it gave', {
      required: true,
      unit: 'points',
      minimum: 0,
      maximum: 100,
    }),
    is_assumed: booleanColumn('Not observed: its points are those of the published prior', {
      required: true,
    }),
  },
})
