import { CATEGORIES } from '../../../core/domain/category.ts'
import { type Column, decimalColumn, integerColumn, textColumn } from './column.ts'

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

const share = (days: number): Column =>
  decimalColumn(5, 2, `Share of the observations of the last ${days} days that answered`, {
    ...{ unit: 'percent', minimum: 0, maximum: 100 },
  })

/** Columns about the observations of an address, or of all addresses of an agent. */
export const uptimeColumns: Record<string, Column> = {
  uptime_7d: share(7),
  observations_7: countColumn('Observations of the last 7 days', 'observations'),
  uptime_30d: share(30),
  observations_30: countColumn('Observations of the last 30 days', 'observations'),
}

export const rankColumn = (meaning: string): Column => integerColumn(meaning, { unit: 'rank', minimum: 1 })
