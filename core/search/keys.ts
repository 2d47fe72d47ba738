import { splitWords } from '../interface/find/words.ts'

/** Maximum length of a key; longer ones are cut. */
const KEY_LENGTH = 32

/** Maximum number of keys of one text: a hostile name must not fill the index. */
const MAX_KEYS = 32

/** Common prefixes of addresses and names, which carry no information. */
const BOILERPLATE = /^\s*(?:https?:\/\/)?(?:www\.)?(?:github\.com\/|io\.github\.(?=[^.\s]))?/i

/** Word boundaries in a joined name: `weatherBot`, `OpenAIAgent`. */
const CASE_PARTS = /(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu

/** Hashes and wallet addresses: their letter case separates no words, and their beginning distinguishes them. */
const HASH = /^(?:0x[\da-f]{13,}|[a-z\d]{32,})$/i
const HASH_LENGTH = 14

/** Scripts that put no space between words: each of their characters may begin one. */
const UNSPACED =
  /[\p{Script=Han}々\p{Script=Hiragana}\p{Script=Katakana}ー\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

const PLAIN = /^[\p{ASCII}]*$/u

/** A parsed search query. */
export interface SearchQuery {
  /** All of its words, joined: an agent has it where a key of it begins so. */
  phrase: string
  /** Each word once. */
  words: string[]
}

/** Parses a search text. */
export function parseQuery(text: string): SearchQuery {
  const words = splitName(text)
  return { phrase: words.join(''), words: [...new Set(words)] }
}

/**
 * Returns the search keys of a text: from the beginning of each of its words on, all that follows, without separators,
 * so that `weather bot`, `WeatherBot` and `weather-bot` are one. The first is the whole text.
 */
export function searchKeys(text: string): string[] {
  const words = splitName(text)
  const joined = words.join('')
  let at = 0
  const starts = words.flatMap((word) => {
    const begins = wordStarts(word).map((nth) => at + nth)
    at += word.length
    return begins
  })
  return starts.slice(0, MAX_KEYS).map((start) => joined.slice(start))
}

/** Cuts a key or phrase to the length that distinguishes files of the index; never inside a character. */
export function cutKey(key: string): string {
  const cut = key.slice(0, KEY_LENGTH)
  return cut.isWellFormed() ? cut : cut.slice(0, -1)
}

/** Cuts a hash to its searchable length; returns any other text unchanged. */
export const shortHash = (text: string): string =>
  HASH.test(text) ? text.slice(0, HASH_LENGTH).toLowerCase() : text

const splitName = (text: string): string[] =>
  splitWords(
    text
      .replace(BOILERPLATE, '')
      .split(' ')
      .map((word) => (HASH.test(word) ? shortHash(word) : word.replace(CASE_PARTS, ' ')))
      .join(' '),
  )

/** Returns the positions in a word at which another may begin. */
function wordStarts(word: string): number[] {
  if (PLAIN.test(word)) return [0]
  const begins: number[] = []
  let at = 0
  let isBoundary = true
  for (const character of word) {
    const isUnspaced = UNSPACED.test(character)
    if (isBoundary || isUnspaced) begins.push(at)
    isBoundary = isUnspaced
    at += character.length
  }
  return begins
}
