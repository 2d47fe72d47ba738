import {
  bitmapSize,
  bytesOf,
  FILTERS,
  type Filter,
  headerOf,
  isBitmap,
  type Parts,
  partsOf,
  type Sizes,
} from '../../handler/find/index_format.ts'
import { wordsOf } from '../../handler/find/words.ts'

/** An agent as the index knows it. */
export interface Indexed {
  handle: string
  text: string
  filters: Filter[]
}

const BLOCK_BITS = 18
const BLOCK = 2 ** BLOCK_BITS

/** Makes the index from agents in the order of their places. It holds four bytes for each word of each agent. */
export class FindIndexBuilder {
  readonly #terms = new Map<string, number>()
  readonly #handles: string[] = []
  /** How many words each agent has, and how many agents each term. */
  readonly #wordCounts: number[] = []
  readonly #termCounts: number[] = []
  /** The terms of all agents, one agent after the other. */
  readonly #words = new GrowingNumbers()
  readonly #filtered: number[][] = FILTERS.map(() => [])

  add({ handle, text, filters }: Indexed): void {
    const words = wordsOf(text)
    for (const word of words) this.#words.push(this.#term(word))
    for (const filter of filters) this.#filtered[FILTERS.indexOf(filter)]?.push(this.#handles.length)
    this.#wordCounts.push(words.length)
    this.#handles.push(handle)
  }

  /** The bytes of the file. */
  finish(): Uint8Array {
    // Bytes as characters: the engine's own order of strings is then the order of bytes.
    const terms = [...this.#terms]
      .map(([term, id]) => ({ key: Buffer.from(term).toString('latin1'), id }))
      .sort((a, b) => (a.key < b.key ? -1 : 1))
    const sizes = this.#sizes(terms.reduce((sum, { key }) => sum + key.length, 0))
    const bytes = new Uint8Array(bytesOf(sizes))
    const parts = partsOf(bytes.buffer, 0, sizes)
    parts.header.set(headerOf(sizes))
    writeTexts(
      terms.map(({ key }) => key),
      parts.termStarts,
      parts.termText,
    )
    writeTexts(this.#handles, parts.handleStarts, parts.handleText)
    this.#writeFilters(parts)
    this.#writePostings(
      terms.map(({ id }) => id),
      parts,
    )
    return bytes
  }

  #term(word: string): number {
    const known = this.#terms.get(word)
    const id = known ?? this.#terms.size
    if (known === undefined) this.#terms.set(word, id)
    this.#termCounts[id] = (this.#termCounts[id] ?? 0) + 1
    return id
  }

  #room(count: number): number {
    const documents = this.#handles.length
    return isBitmap(count, documents) ? bitmapSize(documents) : count
  }

  #sizes(termBytes: number): Sizes {
    return {
      documents: this.#handles.length,
      terms: this.#terms.size,
      postings: this.#termCounts.reduce((sum, count) => sum + this.#room(count), 0),
      termBytes,
      handleBytes: this.#handles.reduce((sum, handle) => sum + handle.length, 0),
    }
  }

  #writeFilters({ filters }: Parts): void {
    const size = bitmapSize(this.#handles.length)
    for (const [nth, positions] of this.#filtered.entries())
      for (const position of positions) setBit(filters, nth * size, position)
  }

  #writePostings(order: number[], { termDocuments, termPostings, postings }: Parts): void {
    const next = new Uint32Array(order.length)
    let start = 0
    for (const [nth, id] of order.entries()) {
      const count = this.#termCounts[id] ?? 0
      termDocuments[nth] = count
      termPostings[nth] = start
      next[id] = start
      start += this.#room(count)
    }
    const isBits = this.#termCounts.map((count) => isBitmap(count, this.#handles.length))
    let word = 0
    for (const [position, count] of this.#wordCounts.entries()) {
      for (const end = word + count; word < end; word += 1) {
        const id = this.#words.at(word)
        const at = next[id] as number
        if (isBits[id]) setBit(postings, at, position)
        else {
          postings[at] = position
          next[id] = at + 1
        }
      }
    }
  }
}

function setBit(bitmaps: Uint32Array, start: number, position: number): void {
  const at = start + (position >>> 5)
  bitmaps[at] = (bitmaps[at] as number) | (1 << (position & 31))
}

/** Texts of one byte a character, one after the other, and where each begins. */
function writeTexts(texts: string[], starts: Uint32Array, into: Uint8Array): void {
  let at = 0
  for (const [nth, text] of texts.entries()) {
    starts[nth] = at
    for (let i = 0; i < text.length; i += 1) into[at + i] = text.charCodeAt(i)
    at += text.length
  }
  starts[texts.length] = at
}

/** Numbers of 32 bits, four bytes each however many there are. */
class GrowingNumbers {
  readonly #blocks: Uint32Array[] = []
  #length = 0

  push(value: number): void {
    const at = this.#length % BLOCK
    if (at === 0) this.#blocks.push(new Uint32Array(BLOCK))
    const block = this.#blocks.at(-1) as Uint32Array
    block[at] = value
    this.#length += 1
  }

  at(index: number): number {
    return this.#blocks[index >>> BLOCK_BITS]?.[index & (BLOCK - 1)] as number
  }
}
