import { CATEGORIES } from '../../domain/category.ts'
import { PRIVATE_PATHS } from '../../release/paths.ts'

/** The first number of the file: `AFIX` as little-endian bytes. */
const MAGIC = 0x58494641

/** Changes whenever a file of before cannot be read any more. */
const VERSION = 3

/** Filters of find: one bitmap over all agents for each, in this order. */
export const FILTERS = [
  ...CATEGORIES.map((category) => `category/${category}` as const),
  'rail/x402',
  'rail/mcp',
  'rail/erc8004',
  'rail/a2a',
  'alive',
  'evidence_ranked',
] as const

export type Filter = (typeof FILTERS)[number]

/** Sizes of the sections of an index. */
export interface Sizes {
  /** Agents; the number of one is its place in the order of `find_order`. */
  documents: number
  /** Agents before the first registration that nobody saw work, … */
  proven: number
  /** … before the first with a grave flag, … */
  unflagged: number
  /** … and before the first one to refuse. Agents of a later group come after all of an earlier one. */
  accepted: number
  terms: number
  /** All posting lists together, in 32-bit numbers. */
  postings: number
  /** Pairs of an agent and one that it copies. */
  copies: number
  /** Text of all terms, of their shortest words, of all handles, and of the vocabulary, in bytes of UTF-8. */
  termBytes: number
  formBytes: number
  handleBytes: number
  vocabularyBytes: number
}

/**
 * The parts of an index in one buffer: little-endian, in the order given here, ready without parsing. A bitmap has
 * bit `n % 32` of its number `n / 32` for the agent n.
 */
export interface IndexSections {
  /** Magic, version and the sizes. */
  header: Uint32Array
  /** Offsets of the terms in `termText`, and the end of the last. Terms are sorted by their bytes. */
  termStarts: Uint32Array
  /** Number of agents of each term. */
  termDocuments: Uint32Array
  /**
   * Offsets of the agents of each term in `postings`: a sorted list of `agent * 256 + impact`, or a byte of impact for
   * every agent (0: it has not the term) where that is smaller.
   */
  termPostings: Uint32Array
  /** Offsets of the shortest word of each term in `formText`; empty where that is the term. */
  formStarts: Uint32Array
  handleStarts: Uint32Array
  /** One bitmap for each of `FILTERS`. */
  filters: Uint32Array
  /** Agent and the one that it copies, by agent. */
  copies: Uint32Array
  postings: Uint32Array
  termText: Uint8Array
  formText: Uint8Array
  handleText: Uint8Array
  /** JSON of a `VocabularyData`. */
  vocabulary: Uint8Array
  /** Worth of each agent in 255ths of the largest. */
  worth: Uint8Array
}

/** Its length: more than is used. */
const HEADER = 16

/** The most agents that an index can hold: their numbers share 32 bits with an impact of 8. */
export const MAX_DOCUMENTS = 2 ** 24

/** The largest impact of a term on an agent. */
export const MAX_IMPACT = 255

/** First character of the term of a known phrase or of a word with synonyms: its stems, or where there are none its words. */
export const PHRASE_MARK = '='

/** First character of the term of a brand: the agents that are its own, with the impact of the factor times 100. */
export const BRAND_MARK = '@'

/** Maximum number of words of a phrase or a brand. */
export const MAX_PHRASE_WORDS = 4

/** Number of 32-bit numbers in a bitmap over so many agents. */
export const bitmapSize = (documents: number): number => Math.ceil(documents / 32)

/** True if the agents of a term are stored as a byte for every agent, which is then smaller than their list. */
export const isDense = (count: number, documents: number): boolean => count > denseSize(documents)

/** Number of 32-bit numbers that a byte for every agent takes. */
export const denseSize = (documents: number): number => Math.ceil(documents / 4)

/** The sizes in a header, in their order. */
const SIZES = [
  'documents',
  'proven',
  'unflagged',
  'accepted',
  'terms',
  'postings',
  'copies',
  'termBytes',
  'formBytes',
  'handleBytes',
  'vocabularyBytes',
] as const satisfies (keyof Sizes)[]

/** The header of an index. */
export const encodeHeader = (sizes: Sizes): number[] => [MAGIC, VERSION, ...SIZES.map((name) => sizes[name])]

/** Reads the sizes from a header; throws for what is no index, or one of another version. */
export function decodeHeader(header: Uint32Array): Sizes {
  const [magic, version, ...numbers] = header
  if (header.length < HEADER || magic !== MAGIC)
    throw new Error(`${PRIVATE_PATHS.findIndex} is no index for find: publish its day again`)
  if (version !== VERSION)
    throw new Error(
      `${PRIVATE_PATHS.findIndex} has version ${version}, and this code reads version ${VERSION}: publish its day again with this code, or serve it with the code that wrote it`,
    )
  return Object.fromEntries(SIZES.map((name, at) => [name, numbers[at] ?? 0])) as unknown as Sizes
}

/** Size in bytes of an index of these sizes. */
export const indexBytes = (sizes: Sizes): number =>
  4 * lengths(sizes).reduce((sum, length) => sum + length, HEADER) +
  sizes.termBytes +
  sizes.formBytes +
  sizes.handleBytes +
  sizes.vocabularyBytes +
  sizes.documents

/** The parts of a buffer that holds an index of these sizes, as views of it. */
export function viewSections(buffer: ArrayBufferLike, byteOffset: number, sizes: Sizes): IndexSections {
  let at = byteOffset
  const numbers = (length: number): Uint32Array => {
    const view = new Uint32Array(buffer, at, length)
    at += 4 * length
    return view
  }
  const bytes = (length: number): Uint8Array => {
    const view = new Uint8Array(buffer, at, length)
    at += length
    return view
  }
  const header = numbers(HEADER)
  const [termStarts, termDocuments, termPostings, formStarts, handleStarts, filters, copies, postings] =
    lengths(sizes).map(numbers) as [
      Uint32Array,
      Uint32Array,
      Uint32Array,
      Uint32Array,
      Uint32Array,
      Uint32Array,
      Uint32Array,
      Uint32Array,
    ]
  return {
    header,
    termStarts,
    termDocuments,
    termPostings,
    formStarts,
    handleStarts,
    filters,
    copies,
    postings,
    termText: bytes(sizes.termBytes),
    formText: bytes(sizes.formBytes),
    handleText: bytes(sizes.handleBytes),
    vocabulary: bytes(sizes.vocabularyBytes),
    worth: bytes(sizes.documents),
  }
}

const lengths = ({ documents, terms, postings, copies }: Sizes): number[] => [
  terms + 1,
  terms,
  terms,
  terms + 1,
  documents + 1,
  FILTERS.length * bitmapSize(documents),
  2 * copies,
  postings,
]
