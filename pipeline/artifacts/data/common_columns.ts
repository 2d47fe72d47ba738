import { CATEGORIES } from '../../../core/domain/category.ts'
import { type Column, integerColumn, textColumn } from './column.ts'

/** Columns of several tables. */
export const handleColumn: Column = textColumn('Handle of the agent; its page is /agents/{handle}', {
  required: true,
  pattern: '^[a-zA-Z0-9_-]{1,64}$',
})

export const categoryColumn: Column = textColumn('Category in which the agent is scored', {
  required: true,
  values: CATEGORIES,
})

const TIERS = ['indexed', 'evidence_ranked']

export const tierColumn: Column = textColumn(
  'evidence_ranked with enough evidence for a rank, else indexed',
  {
    values: TIERS,
  },
)

export const signalKeyColumn: Column = textColumn(
  'Key of the signal; the methodology of a category says what it is',
  {
    required: true,
  },
)

export const sha256Column: Column = textColumn('SHA-256 of the recorded response that it was read from', {
  pattern: '^[0-9a-f]{64}$',
})

export const countColumn = (meaning: string, unit: string): Column =>
  integerColumn(meaning, { unit, minimum: 0 })

export const rankColumn = (meaning: string): Column => integerColumn(meaning, { unit: 'rank', minimum: 1 })
