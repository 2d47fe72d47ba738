import {
  BRAND_MARK,
  bitmapSize,
  denseSize,
  encodeHeader,
  FILTERS,
  type Filter,
  type IndexSections,
  indexBytes,
  isDense,
  MAX_DOCUMENTS,
  MAX_IMPACT,
  type Sizes,
  viewSections,
} from '../../../core/interface/find/index_format.ts'
import { neighbourTerms, pairTerms } from '../../../core/interface/find/pairs.ts'
import { indexWord, indexWords, parseQueryWord, type QueryWord } from '../../../core/interface/find/terms.ts'
import { createVocabulary, type Vocabulary } from '../../../core/interface/find/vocabulary.ts'
import { MAX_WORTH } from '../../../core/interface/find/weights.ts'
import { splitWords, uniqueWords } from '../../../core/interface/find/words.ts'
import { isToolField, toImpact, weightIn } from './impact.ts'
import { KnownPhrases } from './known_phrases.ts'
import { readSynonyms, readVocabulary } from './vocabulary.ts'

/** An agent to be indexed. */
export interface IndexedAgent {
  handle: string
  texts: { field: string; text: string }[]
  /** Short texts of which two words together say more than apart: names, also of tools. */
  phrases: string[]
  /** Longer texts, of which neighbouring words do. */
  sentences: string[]
  /** The brands that it is for, each with the factor for it where a query names that one. */
  brands: { brand: string; factor: number }[]
  filters: Filter[]
  /** 0: it works; 1: a registration that nobody saw work; 2: with a grave flag; 3: to refuse. */
  group: 0 | 1 | 2 | 3
  worth: number
  /** Index positions of the agents that it copies. */
  copies: number[]
}

const BLOCK_BITS = 18
const BLOCK = 2 ** BLOCK_BITS

/** Builds the index from agents ordered by position. It uses four bytes for each term of each agent. */
export class FindIndexBuilder {
  readonly #terms = new Map<string, number>()
  readonly #texts: string[] = []
  readonly #pieces = new Map<string, number[][]>()
  /** The shortest word of each term. */
  readonly #forms: string[] = []
  readonly #handles: string[] = []
  /** Number of terms per agent, and of agents per term. */
  readonly #agentTerms: number[] = []
  readonly #termAgents: number[] = []
  /** The terms of all agents with their impacts, one agent after the other. */
  readonly #postings = new GrowingNumbers()
  readonly #filtered: number[][] = FILTERS.map(() => [])
  readonly #copies: number[] = []
  readonly #worths: number[] = []
  /** Number of agents in each group. */
  readonly #groups = [0, 0, 0, 0]
  readonly #words = readVocabulary()
  readonly #vocabulary: Vocabulary = createVocabulary(this.#words)
  readonly #known = new KnownPhrases(readSynonyms(), this.#vocabulary)

  add(agent: IndexedAgent): void {
    const place = this.#handles.length
    if (place === MAX_DOCUMENTS) throw new Error(`an index for find holds up to ${MAX_DOCUMENTS} agents`)
    const impacts = this.#listImpacts(agent)
    for (const [term, impact] of impacts) {
      this.#termAgents[term] = (this.#termAgents[term] ?? 0) + 1
      this.#postings.push(term * 256 + impact)
    }
    for (const filter of agent.filters) this.#filtered[FILTERS.indexOf(filter)]?.push(place)
    for (const copied of agent.copies) this.#copies.push(place, copied)
    // Of a copy: at most the worth of what it copies.
    const worth = Math.round((MAX_IMPACT * Math.min(agent.worth, MAX_WORTH)) / MAX_WORTH)
    this.#worths.push(Math.min(worth, ...agent.copies.map((copied) => this.#worths[copied] ?? worth)))
    this.#groups[agent.group] = (this.#groups[agent.group] ?? 0) + 1
    this.#agentTerms.push(impacts.size)
    this.#handles.push(agent.handle)
  }

  /** Returns the bytes of the file. */
  finish(): Uint8Array {
    // Bytes as characters: the engine's order of strings is then the order of bytes.
    const terms = [...this.#terms]
      .map(([term, id]) => ({ key: latin1(term), form: this.#shortForm(term, id), id }))
      .sort((a, b) => (a.key < b.key ? -1 : 1))
    const vocabulary = new TextEncoder().encode(JSON.stringify(this.#words))
    const sizes = this.#sizes(
      sumNumbers(terms.map(({ key }) => key.length)),
      sumNumbers(terms.map(({ form }) => form.length)),
      vocabulary.length,
    )
    const bytes = new Uint8Array(indexBytes(sizes))
    const parts = viewSections(bytes.buffer, 0, sizes)
    parts.header.set(encodeHeader(sizes))
    writeTexts(
      terms.map(({ key }) => key),
      parts.termStarts,
      parts.termText,
    )
    writeTexts(
      terms.map(({ form }) => form),
      parts.formStarts,
      parts.formText,
    )
    writeTexts(this.#handles, parts.handleStarts, parts.handleText)
    parts.copies.set(this.#copies)
    parts.worth.set(this.#worths)
    parts.vocabulary.set(vocabulary)
    this.#writeFilters(parts)
    this.#writePostings(
      terms.map(({ id }) => id),
      parts,
    )
    return bytes
  }

  /** Returns the impact of each term on an agent: words, phrases, pairs of words and brands. */
  #listImpacts({ texts, phrases, sentences, brands }: IndexedAgent): Map<number, number> {
    const impacts = this.#sumWeights(texts)
    for (const [term, weight] of impacts) impacts.set(term, toImpact(weight))
    for (const [phrase, impact] of this.#known.find(impacts, this.#terms, this.#texts))
      impacts.set(this.#term(phrase, phrase), impact)
    for (const pair of this.#listPairs(phrases, sentences)) impacts.set(pair, MAX_IMPACT)
    for (const { brand, factor } of brands) {
      const term = BRAND_MARK + splitWords(brand).join(' ')
      impacts.set(this.#term(term, term), Math.min(MAX_IMPACT, Math.round(100 * factor)))
    }
    return impacts
  }

  // Without lists between, as it runs over all words of all agents.
  #sumWeights(texts: IndexedAgent['texts']): Map<number, number> {
    const [own, tools] = [new Map<number, number>(), new Map<number, number>()]
    for (const { field, text } of texts) {
      const weights = isToolField(field) ? tools : own
      const terms = new Set<number>()
      let count = 0
      for (const word of uniqueWords(text))
        for (const piece of this.#cutPieces(word)) {
          count += 1
          for (const term of piece) terms.add(term)
        }
      const weight = weightIn(field, count)
      for (const term of terms) weights.set(term, (weights.get(term) ?? 0) + weight)
    }
    // Tools repeat what the record says: a word in both is no more relevant than in the weightier.
    for (const [term, weight] of tools) own.set(term, Math.max(weight, own.get(term) ?? 0))
    return own
  }

  /** Returns the terms of pairs of words that are together; parts of words are not paired. */
  #listPairs(phrases: readonly string[], sentences: readonly string[]): Set<number> {
    const wholeWords = (words: QueryWord[]) => words.flatMap(({ terms }) => (terms.length === 1 ? terms : []))
    const pairs = phrases.flatMap((phrase) =>
      pairTerms(wholeWords(indexWords(phrase, this.#vocabulary))).map(({ pair }) => pair),
    )
    const neighbours = sentences.flatMap((sentence) =>
      neighbourTerms(
        wholeWords(splitWords(sentence).flatMap((word) => parseQueryWord(word, this.#vocabulary))),
      ),
    )
    return new Set([...pairs, ...neighbours].map((pair) => this.#term(pair, pair)))
  }

  /** Returns the terms of each piece of a word; cached, since most words are in many texts. */
  #cutPieces(word: string): number[][] {
    const known = this.#pieces.get(word)
    if (known !== undefined) return known
    const pieces = indexWord(word, this.#vocabulary).map(({ word, terms }) =>
      terms.map((term) => this.#term(term, word)),
    )
    this.#pieces.set(word, pieces)
    return pieces
  }

  #term(term: string, word: string): number {
    const known = this.#terms.get(term)
    const id = known ?? this.#terms.size
    if (known === undefined) {
      this.#terms.set(term, id)
      this.#texts.push(term)
    }
    if (id === MAX_DOCUMENTS) throw new Error(`an index for find holds up to ${MAX_DOCUMENTS} terms`)
    const form = this.#forms[id]
    if (form === undefined || word.length < form.length || (word.length === form.length && word < form))
      this.#forms[id] = word
    return id
  }

  #shortForm(term: string, id: number): string {
    const form = this.#forms[id] ?? term
    return form === term ? '' : latin1(form)
  }

  #room(count: number): number {
    const documents = this.#handles.length
    return isDense(count, documents) ? denseSize(documents) : count
  }

  #sizes(termBytes: number, formBytes: number, vocabularyBytes: number): Sizes {
    const [proven = 0, unproven = 0, flagged = 0] = this.#groups
    return {
      documents: this.#handles.length,
      proven,
      unflagged: proven + unproven,
      accepted: proven + unproven + flagged,
      terms: this.#terms.size,
      postings: sumNumbers(this.#termAgents.map((count) => this.#room(count))),
      copies: this.#copies.length / 2,
      termBytes,
      formBytes,
      vocabularyBytes,
      handleBytes: sumNumbers(this.#handles.map((handle) => handle.length)),
    }
  }

  #writeFilters({ filters }: IndexSections): void {
    const size = bitmapSize(this.#handles.length)
    for (const [nth, positions] of this.#filtered.entries())
      for (const position of positions) setBit(filters, nth * size, position)
  }

  #writePostings(order: number[], { termDocuments, termPostings, postings }: IndexSections): void {
    const next = new Uint32Array(order.length)
    let start = 0
    for (const [nth, id] of order.entries()) {
      const count = this.#termAgents[id] ?? 0
      termDocuments[nth] = count
      termPostings[nth] = start
      next[id] = start
      start += this.#room(count)
    }
    const isBytes = this.#termAgents.map((count) => isDense(count, this.#handles.length))
    const impacts = new Uint8Array(postings.buffer, postings.byteOffset, postings.byteLength)
    let at = 0
    for (const [position, count] of this.#agentTerms.entries())
      for (const end = at + count; at < end; at += 1) {
        const [id, impact] = [Math.floor(this.#postings.at(at) / 256), this.#postings.at(at) % 256]
        const to = next[id] as number
        if (isBytes[id]) impacts[4 * to + position] = impact
        else {
          postings[to] = position * 256 + impact
          next[id] = to + 1
        }
      }
  }
}

const latin1 = (text: string): string => Buffer.from(text).toString('latin1')

const sumNumbers = (numbers: number[]): number => numbers.reduce((sum, number) => sum + number, 0)

function setBit(bitmaps: Uint32Array, start: number, position: number): void {
  const at = start + (position >>> 5)
  bitmaps[at] = (bitmaps[at] as number) | (1 << (position & 31))
}

/** Writes texts of one byte per character, concatenated, and the start of each. */
function writeTexts(texts: string[], starts: Uint32Array, into: Uint8Array): void {
  let at = 0
  for (const [nth, text] of texts.entries()) {
    starts[nth] = at
    for (let i = 0; i < text.length; i += 1) into[at + i] = text.charCodeAt(i)
    at += text.length
  }
  starts[texts.length] = at
}

/** A growing array of 32-bit numbers, four bytes each. */
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
