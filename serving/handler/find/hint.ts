import type { QueryWord } from '../../../core/interface/find/terms.ts'
import type { FindIndex } from './find_index.ts'
import type { ParsedQuery } from './query.ts'

/** Advice in an answer without matches. */
export interface Hint {
  hint: string
  /** Words of the index, from texts of third parties. */
  nearby_words: string[]
}

const MAX_WORDS = 5
/** Maximum number of unknown words looked up: each lookup is bounded too. */
const MAX_LOOKUPS = 4

/** Returns the reason why a query has no matches, and a query that would have some. */
export function buildHint(index: FindIndex, query: ParsedQuery, isFiltered: boolean): Hint {
  const { words } = query
  if (words.length === 0)
    return {
      hint: 'q has no word to search for: only words such as "the", "find" or "agent", or no letters. Name what the agent should do, e.g. q=weather.',
      nearby_words: [],
    }
  const without = isFiltered ? index.search(query, [], 1).total : 0
  if (without > 0) {
    const agents = without === 1 ? '1 agent matches' : `${without} agents match`
    return { hint: `No agent passes all filters; without them ${agents}. Drop a filter.`, nearby_words: [] }
  }
  const nearby = nearbyWords(index, words)
  const hint =
    nearby.length > 0
      ? 'No agent matches enough of these words. nearby_words lists words that agents do use: ask for one of them.'
      : 'No agent matches enough of these words. Ask in fewer or other words, in English where you can: most agents describe themselves in it.'
  return { hint, nearby_words: nearby }
}

/** Returns the query's words that agents use, then words spelt nearly like the others. */
function nearbyWords(index: FindIndex, words: readonly QueryWord[]): string[] {
  const isKnown = ({ terms }: QueryWord) => terms.some((term) => index.count(term) > 0)
  const known = words.filter(isKnown).map(({ word }) => word)
  const unknown = words.filter((word) => !isKnown(word)).slice(0, MAX_LOOKUPS)
  const near = unknown.flatMap(({ terms }) => terms.flatMap((term) => index.wordsNear(term)))
  return [...new Set([...known, ...near])].slice(0, MAX_WORDS)
}
