import { MAX_IMPACT } from '../../../core/interface/find/index_format.ts'
import { FIELDS, SATURATION } from '../../../core/interface/find/weights.ts'

/** True if a field is about the tools of an agent's servers. */
export const isToolField = (field: string): boolean => field === 'tools' || field === 'tool_descriptions'

const { k1, b } = SATURATION

/** Returns the weight of one word in a field with `words` different words; a word counts once per field. */
export function weightIn(field: string, words: number): number {
  const known = FIELDS[field]
  if (known === undefined) throw new Error(`capability_text has a field without a weight: ${field}`)
  return known.weight / (1 - b + (b * Math.max(words, known.usual)) / known.usual)
}

/** Maps a term's total weight over all fields of an agent to an impact from 1 to 255, with saturation. */
export const toImpact = (weight: number): number =>
  Math.max(1, Math.round((MAX_IMPACT * weight) / (weight + k1)))
