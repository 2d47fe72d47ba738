import { boolean, decimal, integer, list, text } from '../column.ts'
import { category, count, handle } from '../common_columns.ts'
import { defineTable } from '../table.ts'

const points = { unit: 'points', minimum: 0, maximum: 100 }

export default defineTable({
  name: 'scores',
  about: 'One row per agent and category: its score, and the range that missing signals could move it in.',
  key: ['category', 'handle'],
  kept: 'daily',
  parquet: 'v1',
  sql: 'select * from scores',
  columns: {
    category,
    handle,
    methodology_version: text('Version of the methodology that made it', { required: true }),
    score: decimal(6, 2, 'Score', { required: true, ...points }),
    exact_score: decimal(9, 4, 'The same to four digits, by which ranks are given', {
      required: true,
      ...points,
    }),
    score_low: decimal(6, 2, 'Least score that missing signals could make', { required: true, ...points }),
    score_high: decimal(6, 2, 'Highest score that missing signals could make', { required: true, ...points }),
    observed_weight: integer('Sum of the weights that were observed', {
      unit: 'of 100',
      minimum: 0,
      maximum: 100,
    }),
    observed_count: count('Signals that were observed', 'signals'),
    signal_count: count('Signals of the methodology', 'signals'),
    source_count: count('Sources of those observed', 'sources'),
    missing: list('Keys of the signals that were not observed', { required: true }),
    is_evidence_ready: boolean('Whether the evidence is enough for a rank', { required: true }),
  },
})
