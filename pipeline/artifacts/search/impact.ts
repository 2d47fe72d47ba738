import { MAX_IMPACT } from '../../../core/interface/find/index_format.ts'

/** The fields of `capability_text`, each with the weight of a word and its usual number of words. */
const FIELDS: Readonly<Record<string, { weight: number; usual: number }>> = {
  class: { weight: 0.5, usual: 4 },
  surfaces: { weight: 0.5, usual: 8 },
  catalogue: { weight: 2, usual: 8 },
  name: { weight: 3, usual: 4 },
  registry: { weight: 1, usual: 6 },
  tags: { weight: 1, usual: 8 },
  skills: { weight: 1.5, usual: 20 },
  resources: { weight: 1, usual: 20 },
  description: { weight: 1.5, usual: 20 },
  tools: { weight: 1.5, usual: 20 },
  tool_descriptions: { weight: 0.75, usual: 60 },
}

/** True if a field is about the tools of an agent's servers. */
export const isToolField = (field: string): boolean => field === 'tools' || field === 'tool_descriptions'

/** BM25 parameters: K1 limits the effect of repeated words, B is the effect of a field's length. */
const [K1, B] = [1.2, 0.75]

/** Returns the weight of one word in a field with `words` different words; a word counts once per field. */
export function weightIn(field: string, words: number): number {
  const known = FIELDS[field]
  if (known === undefined) throw new Error(`capability_text has a field without a weight: ${field}`)
  return known.weight / (1 - B + (B * Math.max(words, known.usual)) / known.usual)
}

/** Maps a term's total weight over all fields of an agent to an impact from 1 to 255, with saturation. */
export const toImpact = (weight: number): number =>
  Math.max(1, Math.round((MAX_IMPACT * weight) / (weight + K1)))
