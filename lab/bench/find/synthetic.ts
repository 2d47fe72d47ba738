import { FILTERS, type Filter } from '../../../core/interface/find/index_format.ts'
import { MAX_WORTH } from '../../../core/interface/find/weights.ts'
import type { IndexedAgent } from '../../../pipeline/artifacts/search/find_index_builder.ts'
import { between, type Random } from '../../../sample/prng.ts'

/** A query to the index. */
export interface FindQuery {
  q: string
  filters: Filter[]
}

const VOCABULARY = 200_000
const WORDS = 30
const PART = 10_000
/** This share of the agents is to be refused, and each of so many copies the one before. */
const REJECTED_SHARE = 0.05
const COPY_EVERY = 100
/** Of so many somebody saw that they work. */
const PROVEN_SHARE = 0.3

/** The word of a rank among all words by how often it is used, from 0 up. */
const toWord = (rank: number): string => `w${rank.toString(36)}`

/** A rank by Zipf's law with the exponent 1: the logarithm of ranks is spread evenly. */
const randomRank = (random: Random): number => Math.floor(VOCABULARY ** random()) - 1

const toTexts = (words: string[]): IndexedAgent['texts'] => [
  { field: 'name', text: words.slice(0, 4).join(' ') },
  { field: 'description', text: words.slice(4).join(' ') },
]

/** MCP servers among the agents, and words of a tool's name and description. */
const SERVERS = 16_000
const TOOL_WORDS = { name: 3, description: 20 }

/** The texts of a server's tools. */
function toTools(random: Random, count: number): Pick<IndexedAgent, 'texts' | 'phrases'> {
  const words = (length: number) => Array.from({ length }, () => toWord(randomRank(random))).join(' ')
  const names = Array.from({ length: count }, () => words(TOOL_WORDS.name))
  return {
    texts: [
      { field: 'tools', text: names.join(' ') },
      { field: 'tool_descriptions', text: words(count * TOOL_WORDS.description).slice(0, 4_000) },
    ],
    phrases: names,
  }
}

const withTools = (texts: IndexedAgent['texts'], tools: ReturnType<typeof toTools>) => ({
  texts: tools.phrases.length > 0 ? [...texts, ...tools.texts] : texts,
  phrases: tools.phrases,
})

/**
 * Agents of about thirty words each, in parts; each filter holds for a third of them. `tools` are those of the first
 * agents, which are MCP servers.
 */
export function* syntheticAgents(random: Random, count: number, tools = 0): Generator<IndexedAgent[]> {
  const servers = Math.min(SERVERS, count)
  const toolsAt = (at: number): number =>
    at < servers ? Math.floor(((at + 1) * tools) / servers) - Math.floor((at * tools) / servers) : 0
  for (let at = 0; at < count; at += PART)
    yield Array.from({ length: Math.min(PART, count - at) }, (_, nth) => ({
      ...withTools(
        toTexts(Array.from({ length: WORDS }, () => toWord(randomRank(random)))),
        toTools(random, toolsAt(at + nth)),
      ),
      handle: `agent-${at + nth}`,
      filters: FILTERS.filter(() => random() < 1 / 3),
      ...{ sentences: [], brands: [] },
      group: at + nth >= count * (1 - REJECTED_SHARE) ? 3 : at + nth >= count * PROVEN_SHARE ? 1 : 0,
      worth: MAX_WORTH * (1 - (at + nth) / count),
      copies: (at + nth) % COPY_EVERY === 1 ? [at + nth - 1] : [],
    }))
}

/** Questions for words by how often they are used; more than three words are the most frequent ones. */
export const questions = (random: Random, count: number, words: number[], isFiltered: boolean): FindQuery[] =>
  Array.from({ length: count }, () => {
    const length = words[between(random, 0, words.length - 1)] ?? 1
    const asked = Array.from({ length }, (_, nth) => toWord(length > 3 ? nth : randomRank(random)))
    return { q: asked.join(' '), filters: isFiltered ? filtersBy(random) : [] }
  })

const filtersBy = (random: Random): Filter[] =>
  FILTERS.filter(() => random() < 1 / FILTERS.length).slice(0, 3)
