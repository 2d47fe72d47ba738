import {
  BRAND_MARK,
  bitmapSize,
  decodeHeader,
  denseSize,
  FILTERS,
  type Filter,
  type IndexSections,
  indexBytes,
  isDense,
  MAX_IMPACT,
  PHRASE_MARK,
  type Sizes,
  viewSections,
} from '../../../core/interface/find/index_format.ts'
import { pairTerms } from '../../../core/interface/find/pairs.ts'
import type { QueryWord } from '../../../core/interface/find/terms.ts'
import { createVocabulary, type Vocabulary } from '../../../core/interface/find/vocabulary.ts'
import { MAX_WORTH, QUERY } from '../../../core/interface/find/weights.ts'
import { editDistance } from '../../../core/search/edit_distance.ts'
import { Copies } from './copies.ts'
import { impactOn, type Postings } from './postings.ts'
import { type ParsedQuery, parseFindQuery } from './query.ts'
import { Scores } from './scores.ts'
import { type QueryTerm, searchFor } from './search.ts'

/** Result of a search. */
export interface FindIndexResult {
  /** `all` if an agent has all words of the query, `any` if the best has only some; null without matches. */
  matched: 'all' | 'any' | null
  /** Number of matching agents; at least so many where it is not exact. */
  total: number
  isExact: boolean
  /** The first matches, with the query words that each has, its relevance and its worth. */
  first: { position: number; words: string[]; relevance: number; worth: number }[]
}

/** Only so many first terms of a query are weighed, … */
const MAX_WEIGHED = 64
/** … and the most telling of them are used: this bounds the cost of a query of many frequent words. */
const MAX_TERMS = 16
/** Weights are whole numbers, so that their sums are the same everywhere. */
const SCALE = 1024
const MAX_NEAR = 3
const MIN_WITH_NEAR = 4
/** Maximum number of terms with the same first letter that are compared when looking for near words. */
const MAX_COMPARED = 20_000
/** A prefix counts as near as a word with two letters changed. */
const termDistance = (term: string, other: string): number =>
  Math.min(
    editDistance(term, other, 2),
    Math.min(term.length, other.length) >= 4 && (other.startsWith(term) || term.startsWith(other)) ? 2 : 3,
  )

/** The find index of one release, read in place from its file's bytes: only its vocabulary is parsed, with the first query. */
export class FindIndex {
  readonly #sizes: Sizes
  readonly #parts: IndexSections
  /** Shared by searches: a search is synchronous, so only one runs at a time. */
  #scores: Scores | null = null
  readonly #copies: Copies
  #vocabulary: Vocabulary | null = null
  /** The terms of phrases and brands, of which a query asks for many. */
  #marked: ReadonlySet<string> | null = null

  /** Throws for bytes that are no index, are truncated, or are of another version. */
  constructor(given: Uint8Array) {
    const bytes = given.byteOffset % 4 === 0 ? given : given.slice()
    const header = new Uint32Array(bytes.buffer, bytes.byteOffset, Math.min(16, bytes.length >> 2))
    this.#sizes = decodeHeader(header)
    if (indexBytes(this.#sizes) !== bytes.length)
      throw new Error(
        `the index for find has ${bytes.length} bytes instead of ${indexBytes(this.#sizes)}: publish its day again`,
      )
    this.#parts = viewSections(bytes.buffer, bytes.byteOffset, this.#sizes)
    this.#copies = new Copies(this.#parts.copies, this.#sizes.documents)
  }

  get documents(): number {
    return this.#sizes.documents
  }

  /** Parses a query in the words of this index. */
  parse(text: string): ParsedQuery {
    this.#vocabulary ??= createVocabulary(JSON.parse(new TextDecoder().decode(this.#parts.vocabulary)))
    this.#marked ??= new Set([PHRASE_MARK, BRAND_MARK].flatMap((mark) => this.#termsFrom(mark)))
    const marked = this.#marked
    return parseFindQuery(text, this.#vocabulary, (term) =>
      term.startsWith(PHRASE_MARK) || term.startsWith(BRAND_MARK)
        ? Number(marked.has(term))
        : this.count(term),
    )
  }

  /**
   * Returns agents that match a query and pass every mask, the best first, up to `limit`. `leastShare` 1 requires all
   * words; by default, the minimum share for a match.
   */
  search(
    query: ParsedQuery,
    masks: readonly Uint32Array[],
    limit: number,
    leastShare: number | null = null,
  ): FindIndexResult {
    const sizes = this.#sizes
    this.#scores ??= new Scores(sizes.documents)
    const data = { sizes, scores: this.#scores, worth: this.#parts.worth, copies: this.#copies }
    const weighed = query.terms
      .slice(0, MAX_WEIGHED)
      .map((asked) => ({ ...asked, weight: this.#weigh(asked), postings: this.#postings(asked.term) }))
      .sort((a, b) => b.weight - a.weight)
      .slice(0, MAX_TERMS)
    const found = searchFor(
      {
        terms: weighed.flatMap(({ weight, postings }) => (postings === null ? [] : { weight, postings })),
        pairs: this.#pairs(query.singles),
        brands: query.brands.flatMap((brand) => this.#postings(brand) ?? []),
        weight: weighed.reduce((sum, { weight, isOther }) => sum + (isOther ? 0 : weight), 0),
      },
      masks,
      limit,
      data,
      leastShare,
    )
    return {
      matched: found.total === 0 ? null : found.hasAll ? 'all' : 'any',
      total: found.total,
      isExact: found.isExact,
      first: found.first.map(({ position, relevance }) => ({
        ...{ position, relevance, words: this.#matchedWords(position, query.words) },
        worth: ((this.#parts.worth[position] as number) * MAX_WORTH) / MAX_IMPACT,
      })),
    }
  }

  /** Returns the handle of the agent at a position. */
  handle(position: number): string {
    const { handleStarts, handleText } = this.#parts
    return new TextDecoder().decode(handleText.subarray(handleStarts[position], handleStarts[position + 1]))
  }

  /** Returns the number of agents that have a term. */
  count(term: string): number {
    const at = this.#term(new TextEncoder().encode(term))
    return at === null ? 0 : (this.#parts.termDocuments[at] as number)
  }

  /** Returns the agents that pass a filter, as a bitmap. */
  filter(filter: Filter): Uint32Array {
    const size = bitmapSize(this.#sizes.documents)
    const nth = FILTERS.indexOf(filter)
    return this.#parts.filters.subarray(nth * size, (nth + 1) * size)
  }

  /** Returns at most three words of the index spelt nearly like a term, with its first letter, the nearest first. */
  wordsNear(term: string): string[] {
    const [first = ''] = term
    const near: { distance: number; count: number; at: number }[] = []
    if (term.length < MIN_WITH_NEAR) return []
    const start = this.#from(new TextEncoder().encode(first))
    const end = Math.min(this.#sizes.terms, start + MAX_COMPARED)
    for (let at = start; at < end; at += 1) {
      const other = this.#text(at)
      if (!other.startsWith(first)) break
      const distance = termDistance(term, other)
      if (distance <= 2) near.push({ distance, count: this.#parts.termDocuments[at] as number, at })
    }
    return near
      .sort((a, b) => a.distance - b.distance || b.count - a.count || a.at - b.at)
      .slice(0, MAX_NEAR)
      .map(({ at }) => this.#form(at))
  }

  #postings(term: string): Postings | null {
    const at = this.#term(new TextEncoder().encode(term))
    if (at === null) return null
    const { documents } = this.#sizes
    const { termDocuments, termPostings, postings } = this.#parts
    const [count, start] = [termDocuments[at] as number, termPostings[at] as number]
    if (!isDense(count, documents)) return { list: postings.subarray(start, start + count) }
    const { buffer, byteOffset } = postings.subarray(start, start + denseSize(documents))
    return { impacts: new Uint8Array(buffer, byteOffset, documents) }
  }

  /** Returns the weight of a term, as in BM25: the fewer agents have it, the higher, up to a bound. */
  #weigh({ term, words, isPart, isUnread, english }: ParsedQuery['terms'][number]): number {
    const documents = this.#sizes.documents
    const having =
      Math.max(this.count(term), english === undefined ? 0 : this.count(english)) || QUERY.unknown
    const rarity = Math.min(QUERY.max_word, Math.log(1 + (documents - having + 0.5) / (having + 0.5)))
    const isCommon = isUnread || this.#vocabulary?.commonTerms.has(term)
    const share = (isCommon ? QUERY.common : 1) * (isPart ? QUERY.characters : 1)
    return Math.max(1, Math.ceil(SCALE * rarity * share * words))
  }

  /** Returns the pairs of the query's words that some agents have together. */
  #pairs(singles: string[]): QueryTerm[] {
    const weigh = (term: string) => this.#weigh({ term, words: 1, isPart: false, isOther: false })
    return pairTerms(singles).flatMap(({ pair, of }) => {
      const postings = this.#postings(pair)
      if (postings === null) return []
      const weight = of.reduce((sum, term) => sum + weigh(term), 0)
      return [{ postings, weight: Math.ceil(QUERY.together * weight) }]
    })
  }

  #matchedWords(position: number, words: readonly QueryWord[]): string[] {
    const has = (term: string) => {
      const postings = this.#postings(term)
      return postings !== null && impactOn(postings, position) > 0
    }
    return words.filter(({ terms }) => terms.some(has)).map(({ word }) => word)
  }

  #term(word: Uint8Array): number | null {
    const at = this.#from(word)
    return at < this.#sizes.terms && this.#compare(at, word) === 0 ? at : null
  }

  /** Returns the first term that does not sort before the text. */
  #from(text: Uint8Array): number {
    let [low, high] = [0, this.#sizes.terms]
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.#compare(middle, text) < 0) low = middle + 1
      else high = middle
    }
    return low
  }

  /** Returns the terms that begin with a mark. */
  #termsFrom(mark: string): string[] {
    const terms: string[] = []
    let at = this.#from(new TextEncoder().encode(mark))
    for (; at < this.#sizes.terms && this.#text(at).startsWith(mark); at += 1) terms.push(this.#text(at))
    return terms
  }

  #text(term: number): string {
    const { termStarts, termText } = this.#parts
    return new TextDecoder().decode(termText.subarray(termStarts[term], termStarts[term + 1]))
  }

  /** Returns the shortest word that a term stands for. */
  #form(term: number): string {
    const { formStarts, formText } = this.#parts
    const form = formText.subarray(formStarts[term], formStarts[term + 1])
    return form.length === 0 ? this.#text(term) : new TextDecoder().decode(form)
  }

  #compare(term: number, word: Uint8Array): number {
    const { termStarts, termText } = this.#parts
    const [start, end] = [termStarts[term] as number, termStarts[term + 1] as number]
    const shared = Math.min(end - start, word.length)
    for (let at = 0; at < shared; at += 1) {
      const difference = (termText[start + at] as number) - (word[at] as number)
      if (difference !== 0) return difference
    }
    return end - start - word.length
  }
}
