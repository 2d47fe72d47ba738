import { CATEGORIES } from '../../../core/domain/category.ts'
import { type Column, integer, text } from './column.ts'

/** Columns of several tables. */
export const handle: Column = text('Handle of the agent; its page is /agents/{handle}', {
  required: true,
  pattern: '^[a-zA-Z0-9_-]{1,64}$',
})

export const category: Column = text('Category in which the agent is scored', {
  required: true,
  values: CATEGORIES,
})

const TIERS = ['indexed', 'evidence_ranked']

export const tier: Column = text('evidence_ranked with enough evidence for a rank, else indexed', {
  values: TIERS,
})

export const signalKey: Column = text('Key of the signal; the methodology of a category says what it is', {
  required: true,
})

export const sha256: Column = text('SHA-256 of the recorded response that it was read from', {
  pattern: '^[0-9a-f]{64}$',
})

export const count = (meaning: string, unit: string): Column => integer(meaning, { unit, minimum: 0 })

export const rankColumn = (meaning: string): Column => integer(meaning, { unit: 'rank', minimum: 1 })
