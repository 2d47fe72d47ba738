import { booleanColumn, decimalColumn, integerColumn, listColumn, textColumn } from '../column.ts'
import { categoryColumn, countColumn, handleColumn } from '../common_columns.ts'
import { defineTable } from '../table.ts'

const points = { unit: 'points', minimum: 0, maximum: 100 }

export default defineTable({
  name: 'scores',
  about:
    'One row per agent and category: its score, the interval that holds it in nine of ten cases once all is observed, and the range that missing signals could move it in at all.',
  key: ['category', 'handle'],
  kept: 'daily',
  parquet: 'v1',
  sql: 'select * from scores',
  columns: {
    category: categoryColumn,
    handle: handleColumn,
    methodology_version: textColumn('Version of the methodology that made it', { required: true }),
    score: decimalColumn(6, 2, 'Score', { required: true, ...points }),
    exact_score: decimalColumn(9, 4, 'The same to four digits, by which ranks are given', {
      required: true,
      ...points,
    }),
    score_low: decimalColumn(
      6,
      2,
      '5th percentile of the scores with what similar agents show for its missing signals',
      {
        required: true,
        ...points,
      },
    ),
    score_high: decimalColumn(6, 2, '95th percentile of the same', {
      required: true,
      ...points,
    }),
    score_floor: decimalColumn(6, 2, 'Least score that missing signals could make', {
      required: true,
      ...points,
    }),
    score_ceiling: decimalColumn(6, 2, 'Highest score that missing signals could make', {
      required: true,
      ...points,
    }),
    observed_weight: integerColumn('Sum of the weights that were observed', {
      unit: 'of 100',
      minimum: 0,
      maximum: 100,
    }),
    observed_count: countColumn('Signals that were observed', 'signals'),
    signal_count: countColumn('Signals of the methodology', 'signals'),
    source_count: countColumn('Sources of those observed', 'sources'),
    missing: listColumn('Keys of the signals that were not observed', { required: true }),
    is_evidence_ready: booleanColumn('Whether the evidence is enough for a rank', { required: true }),
  },
})
