import { FILTERS, type Filter } from '../../../core/interface/find/index_format.ts'
import { parseQueryWords, type QueryWord } from '../../../core/interface/find/terms.ts'
import type { IndexedAgent } from '../../../pipeline/artifacts/search/find_index_builder.ts'
import { between, type Random } from '../../../sample/prng.ts'

/** A query to the index. */
export interface FindQuery {
  words: QueryWord[]
  filters: Filter[]
}

const VOCABULARY = 200_000
const WORDS = 30
const PART = 10_000
/** This share of the agents is to be refused, and each of so many copies the one before. */
const REJECTED_SHARE = 0.05
const COPY_EVERY = 100

/** The word of a rank among all words by how often it is used, from 0 up. */
const toWord = (rank: number): string => `w${rank.toString(36)}`

/** A rank by Zipf's law with the exponent 1: the logarithm of ranks is spread evenly. */
const randomRank = (random: Random): number => Math.floor(VOCABULARY ** random()) - 1

const toTexts = (words: string[]): IndexedAgent['texts'] => [
  { field: 'name', text: words.slice(0, 4).join(' ') },
  { field: 'description', text: words.slice(4).join(' ') },
]

/** Agents of about thirty words each, in parts; each filter holds for a third of them. */
export function* syntheticAgents(random: Random, count: number): Generator<IndexedAgent[]> {
  for (let at = 0; at < count; at += PART)
    yield Array.from({ length: Math.min(PART, count - at) }, (_, nth) => ({
      handle: `agent-${at + nth}`,
      texts: toTexts(Array.from({ length: WORDS }, () => toWord(randomRank(random)))),
      phrases: [],
      filters: FILTERS.filter(() => random() < 1 / 3),
      isRefused: at + nth >= count * (1 - REJECTED_SHARE),
      copies: (at + nth) % COPY_EVERY === 1 ? [at + nth - 1] : [],
    }))
}

/** Questions for words by how often they are used; more than three words are the most frequent ones. */
export const questions = (random: Random, count: number, words: number[], isFiltered: boolean): FindQuery[] =>
  Array.from({ length: count }, () => {
    const length = words[between(random, 0, words.length - 1)] ?? 1
    const asked = Array.from({ length }, (_, nth) => toWord(length > 3 ? nth : randomRank(random)))
    return { words: parseQueryWords(asked.join(' ')), filters: isFiltered ? filtersBy(random) : [] }
  })

const filtersBy = (random: Random): Filter[] =>
  FILTERS.filter(() => random() < 1 / FILTERS.length).slice(0, 3)
