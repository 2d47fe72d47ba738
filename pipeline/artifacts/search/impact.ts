import { MAX_IMPACT } from '../../../core/interface/find/index_format.ts'

/** The fields of `capability_text`, how much a word in one counts, and how many words one of usual length has. */
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
}

/** BM25: how fast more of a word stops to count, and how much the length of a field does. */
const [K1, B] = [1.2, 0.75]

/** How much one word in a field of so many different words adds; a word counts once in a field. */
export function weightIn(field: string, words: number): number {
  const known = FIELDS[field]
  if (known === undefined) throw new Error(`capability_text has a field without a weight: ${field}`)
  return known.weight / (1 - B + (B * Math.max(words, known.usual)) / known.usual)
}

/** What the weights of a term in all fields of an agent make of it: from 1 up to 255, and ever slower. */
export const impactOf = (weight: number): number =>
  Math.max(1, Math.round((MAX_IMPACT * weight) / (weight + K1)))
