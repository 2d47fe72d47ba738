import {
  bitmapSize,
  bytesOf,
  FILTERS,
  type Filter,
  isBitmap,
  type Parts,
  partsOf,
  type Sizes,
  sizesOf,
} from './index_format.ts'
import { type Matches, matchAll, matchAny, type Postings } from './matching.ts'

/** What a search found. */
export interface Found extends Matches {
  /** Whether the agents have all words that were asked for, or any; null where there are none. */
  matched: 'all' | 'any' | null
}

const NOTHING: Found = { matched: null, total: 0, first: [] }

/** The index of one release over the bytes of its file: nothing is parsed, so it is ready at once. */
export class FindIndex {
  readonly #sizes: Sizes
  readonly #parts: Parts
  /** For one search at a time: searching awaits nothing. */
  readonly #scratch: Uint32Array

  /** Throws for bytes that are no index, are cut short, or are one of another version. */
  constructor(given: Uint8Array) {
    const bytes = given.byteOffset % 4 === 0 ? given : given.slice()
    const header = new Uint32Array(bytes.buffer, bytes.byteOffset, Math.min(8, bytes.length >> 2))
    this.#sizes = sizesOf(header)
    if (bytesOf(this.#sizes) !== bytes.length)
      throw new Error(
        `the index for find has ${bytes.length} bytes instead of ${bytesOf(this.#sizes)}: publish its day again`,
      )
    this.#parts = partsOf(bytes.buffer, bytes.byteOffset, this.#sizes)
    this.#scratch = new Uint32Array(bitmapSize(this.#sizes.documents))
  }

  get documents(): number {
    return this.#sizes.documents
  }

  /**
   * The agents that pass every filter and have all of the words, or, where there is none, any of them; the places of
   * the first `limit` and the number of all.
   */
  search(words: readonly string[], filters: readonly Filter[], limit: number): Found {
    const known = words.map((word) => this.postings(word)).filter((postings) => postings !== null)
    const masks = filters.map((filter) => this.filter(filter))
    if (known.length === 0) return NOTHING
    if (known.length === words.length) {
      const all = matchAll(known, masks, limit, this.#scratch)
      if (all.total > 0) return { matched: 'all', ...all }
      if (known.length === 1) return NOTHING
    }
    const any = matchAny(known, masks, limit, this.#scratch)
    return any.total > 0 ? { matched: 'any', ...any } : NOTHING
  }

  /** The handle of the agent at a place. */
  handle(position: number): string {
    const { handleStarts, handleText } = this.#parts
    return new TextDecoder().decode(handleText.subarray(handleStarts[position], handleStarts[position + 1]))
  }

  /** How many agents have a word. */
  count(word: string): number {
    const term = this.#term(new TextEncoder().encode(word))
    return term === null ? 0 : (this.#parts.termDocuments[term] as number)
  }

  /** The agents that pass a filter, as a bitmap. */
  filter(filter: Filter): Uint32Array {
    const size = bitmapSize(this.#sizes.documents)
    const nth = FILTERS.indexOf(filter)
    return this.#parts.filters.subarray(nth * size, (nth + 1) * size)
  }

  /** The agents that have a word; null where none has. */
  postings(word: string): Postings | null {
    const term = this.#term(new TextEncoder().encode(word))
    if (term === null) return null
    const { documents } = this.#sizes
    const { termDocuments, termPostings, postings } = this.#parts
    const [count, start] = [termDocuments[term] as number, termPostings[term] as number]
    return isBitmap(count, documents)
      ? { bitmap: postings.subarray(start, start + bitmapSize(documents)) }
      : { list: postings.subarray(start, start + count) }
  }

  #term(word: Uint8Array): number | null {
    let [low, high] = [0, this.#sizes.terms - 1]
    while (low <= high) {
      const middle = (low + high) >>> 1
      const order = this.#compare(middle, word)
      if (order === 0) return middle
      if (order < 0) low = middle + 1
      else high = middle - 1
    }
    return null
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
