import { uniqueWords } from '../interface/find/words.ts'
import { keysOfEntry, type PackedEntry, type SearchEntry, unpackEntry } from './entry.ts'
import { cutKey, parseQuery, type SearchQuery, searchKeys } from './keys.ts'
import { FuzzyNameIndex } from './name_index.ts'
import { partFor, type TreeItem, type TreePart } from './tree.ts'

/** Maximum number of agents of an index; beyond, the service is requested. */
export const MAX_SEARCHED = 100_000

/** `search/index.json`. */
export interface SearchIndexFile {
  /** Number of agents, departed ones included. */
  agents: number
  /** The output of `treeText`; null if there are too many agents for an index. */
  tree: string | null
}

/** A file of the index: the number of agents that it covers, and all of them or the best, the best first. */
export interface SearchPartFile {
  of: number
  agents: PackedEntry[]
}

/** Result of a search. */
export interface PageSearchResult {
  /** Number of matching agents, as far as known; `isTotal` is false if there may be more. */
  total: number
  isTotal: boolean
  /** The loaded ones, the best first. */
  entries: SearchEntry[]
  /** Agents that may be meant, where none is found. */
  near: SearchEntry[]
  /** A sentence about an address or a wallet that no agent has. */
  says?: string
}

/** Reads a file of the index by its name. */
export type ReadPart = (name: string) => Promise<SearchPartFile>

const MAX_NEAR = 5
const NO_RESULT: PageSearchResult = { total: 0, isTotal: true, entries: [], near: [] }

/**
 * Finds agents by a part of their name, handle, repository or operator, with at most two files: one for all words as
 * one phrase, and one for the word that likely has the fewest agents. Agents match with the phrase, or all words.
 */
export async function searchAgents(
  text: string,
  tree: TreeItem[],
  read: ReadPart,
): Promise<PageSearchResult> {
  const query = parseQuery(text)
  if (query.phrase === '') return NO_RESULT
  const parts = selectParts(tree, query)
  const files = await Promise.all(parts.map(({ name }) => read(name)))
  const known = distinct(files.flatMap(({ agents }) => agents.map(unpackEntry)))
  const entries = sortEntries(known, text, query)
  const counted = countMatches(query, parts, files, entries.length)
  return { ...counted, entries, near: entries.length > 0 ? [] : nearTo(text, known) }
}

function selectParts(tree: TreeItem[], { phrase, words }: SearchQuery): TreePart[] {
  const phrasePart = partFor(tree, phrase)
  const wordParts = words.length < 2 ? [] : words.map((word) => ({ word, part: partFor(tree, word) }))
  // A word that nothing begins with rules all out: only the phrase can be found then.
  const [rarest] = wordParts.some(({ part }) => part === null) ? [] : wordParts.toSorted(byRarity)
  const parts = [phrasePart, rarest?.part ?? null].filter((part) => part !== null)
  return parts.filter(({ name }, at) => parts.findIndex((part) => part.name === name) === at)
}

type WordPart = { word: string; part: TreePart | null }

const byRarity = (a: WordPart, b: WordPart): number =>
  Number(b.part?.isWhole) - Number(a.part?.isWhole) || b.word.length - a.word.length

/** Counts the matches. If a file has only the best agents, the total is known for a single word alone. */
function countMatches(
  { phrase, words }: SearchQuery,
  parts: TreePart[],
  files: SearchPartFile[],
  found: number,
): Pick<PageSearchResult, 'total' | 'isTotal'> {
  if (parts.every((part) => part.isWhole)) return { total: found, isTotal: true }
  const isCounted = parts[0]?.isWhole === false && cutKey(phrase) === phrase
  const total = isCounted ? Math.max(found, files[0]?.of ?? 0) : found
  return { total, isTotal: isCounted && words.length === 1 }
}

function distinct(entries: SearchEntry[]): SearchEntry[] {
  const seen = new Set<string>()
  return entries.filter(({ handle }) => !seen.has(handle) && seen.add(handle))
}

/**
 * The entries that are found: by how well they fit, then as they come; flagged ones after all others, but for their own
 * handle.
 */
function sortEntries(entries: SearchEntry[], text: string, query: SearchQuery): SearchEntry[] {
  return entries
    .map((entry) => ({ entry, fit: rateFit(entry, text, query) }))
    .filter(({ fit }) => fit !== MatchRank.none)
    .sort((a, b) => sortGroup(a) - sortGroup(b) || a.fit - b.fit)
    .map(({ entry }) => entry)
}

const sortGroup = ({ entry, fit }: { entry: SearchEntry; fit: number }): number =>
  fit === MatchRank.handle ? 0 : entry.flagged === null ? 1 : 2

/** Match quality, the best first; `elsewhere` matches its repository or an operator. */
const MatchRank = { handle: 0, named: 1, begins: 2, phrase: 3, words: 4, elsewhere: 5, none: 6 }

function rateFit(entry: SearchEntry, text: string, { phrase, words }: SearchQuery): number {
  if (entry.handle.toLowerCase() === text.trim().toLowerCase()) return MatchRank.handle
  const [name, handle] = [searchKeys(entry.name), searchKeys(entry.handle)]
  if (name[0] === phrase || handle[0] === phrase) return MatchRank.named
  if (name[0]?.startsWith(phrase) || handle[0]?.startsWith(phrase)) return MatchRank.begins
  const startsAny = (keys: string[]) => (word: string) => keys.some((key) => key.startsWith(word))
  const inName = startsAny([...name, ...handle])
  if (inName(phrase)) return MatchRank.phrase
  if (words.every(inName)) return MatchRank.words
  const anywhere = startsAny(keysOfEntry(entry))
  return anywhere(phrase) || words.every(anywhere) ? MatchRank.elsewhere : MatchRank.none
}

/** Agents with a name, a handle or a word of them spelt similarly to the query. */
function nearTo(text: string, entries: SearchEntry[]): SearchEntry[] {
  const near = new FuzzyNameIndex(entries.map(({ name, handle }) => [name, handle, ...uniqueWords(name)]))
  return near
    .nearest(text, MAX_NEAR)
    .map((at) => entries[at] as SearchEntry)
    .sort((a, b) => Number(a.flagged !== null) - Number(b.flagged !== null))
}
