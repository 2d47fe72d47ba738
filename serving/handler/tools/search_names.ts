import { CATEGORIES } from '../../../core/domain/category.ts'
import { bitmapSize } from '../../../core/interface/find/index_format.ts'
import { MAX_ASKED_WORDS, uniqueWords } from '../../../core/interface/find/words.ts'
import type { ToolArguments } from '../../../core/interface/tools.ts'
import { PRIVATE_PATHS } from '../../../core/release/paths.ts'
import { matchBits } from '../find/bitmaps.ts'
import { readFindIndex } from '../find/find_agents.ts'
import type { FindIndex } from '../find/find_index.ts'
import type { ServedRelease } from '../served_release.ts'
import { NameLines } from './name_lines.ts'

/** Minimum share of the words' weight where no agent has all: a name may be known by a part. */
const MIN_SHARE = 0.3

/** Query and filters of a search. */
export type Search = Pick<ToolArguments<'search_agents'>, 'query' | 'filters'>

/** The number of agents found, and the first of them with the words' positions; null without words. */
export interface NameSearchResult {
  total: number
  first: { handle: string; matched_in: 'name' | 'text' | null }[]
}

/**
 * Searches the agents that pass the filters: first those whose name is the query, then those whose handle and name
 * contain its words, each in find's order, then those whose records have all words, or else the most, as find ranks
 * them. An empty query returns all. Departed agents are not searched.
 */
export async function searchNames(
  release: ServedRelease,
  { query, filters }: Search,
): Promise<NameSearchResult> {
  const index = await readFindIndex(release)
  const words = uniqueWords(query).slice(0, MAX_ASKED_WORDS)
  const mask = buildMask(index, filters)
  const { limit } = filters
  const of = (
    place: 'name' | null,
    { total, first }: { total: number; first: number[] },
  ): NameSearchResult => ({
    total,
    first: first.map((position) => ({ handle: index.handle(position), matched_in: place })),
  })
  const searchTexts = (masks: Uint32Array[], leastShare: number): NameSearchResult => {
    const { total, first } = index.search(index.parse(query), masks, limit, leastShare)
    return {
      total,
      first: first.map(({ position }) => ({ handle: index.handle(position), matched_in: 'text' })),
    }
  }
  if (words.length === 0)
    return query.trim() === '' ? of(null, matchBits([mask], limit)) : { total: 0, first: [] }
  const { named, holding } = (await readNameLines(release, index)).search(query, rarestFirst(index, words))
  const found = joinResults([
    of('name', matchBits([named, mask], limit)),
    of('name', matchBits([subtract(holding, named), mask], limit)),
    searchTexts([subtract(mask, holding)], 1),
  ])
  return found.total > 0 ? found : searchTexts([mask], MIN_SHARE)
}

// A word found only inside others is the rarest; a stop word of the index is not rare.
function rarestFirst(index: FindIndex, words: string[]): string[] {
  const countAgents = (word: string) =>
    Math.min(...index.parse(word).terms.map(({ term }) => index.count(term)))
  const counts = new Map(words.map((word) => [word, countAgents(word)]))
  return words.toSorted((a, b) => order(counts.get(a) ?? 0, counts.get(b) ?? 0) || b.length - a.length)
}

const order = (a: number, b: number): number => (a === b ? 0 : a < b ? -1 : 1)

const joinResults = (found: NameSearchResult[]): NameSearchResult => ({
  total: found.reduce((sum, { total }) => sum + total, 0),
  first: found.flatMap(({ first }) => first),
})

const subtract = (bitmap: Uint32Array, other: Uint32Array): Uint32Array =>
  bitmap.map((bits, at) => bits & ~(other[at] as number))

/** Returns the agents that pass the filters. An agent's primary category is the first of its categories, in order. */
function buildMask(
  index: FindIndex,
  { primary_category, evidence_ranked_only }: Search['filters'],
): Uint32Array {
  const allAgents = new Uint32Array(bitmapSize(index.documents)).fill(-1)
  if (index.documents % 32 > 0) allAgents[allAgents.length - 1] = 2 ** (index.documents % 32) - 1
  const rankedAgents = evidence_ranked_only ? index.filter('evidence_ranked') : allAgents
  if (primary_category === undefined) return rankedAgents
  const earlier = CATEGORIES.slice(0, CATEGORIES.indexOf(primary_category))
  const primary = earlier
    .map((category) => index.filter(`category/${category}`))
    .reduce(subtract, index.filter(`category/${primary_category}`))
  return primary.map((bits, at) => bits & (rankedAgents[at] as number))
}

const readNameLines = (release: ServedRelease, index: FindIndex): Promise<NameLines> =>
  release.memo('names', async () => {
    const rows = await release.json<[handle: string, name: string][]>('private', PRIVATE_PATHS.agentsIndex)
    const names = new Map(rows)
    const handles = Array.from({ length: index.documents }, (_, position) => index.handle(position))
    return new NameLines(handles.map((handle) => ({ handle, name: names.get(handle) ?? '' })))
  })
