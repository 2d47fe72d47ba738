const SPACE = /[\t\n\f\r\x85\p{Z}]+/gu

/** Invisible characters, dropped so that they hide no word; marks that do so are dropped with the other marks. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\u115F\u1160\u2800\u3164\uFFA0]/gu

/**
 * Symbols part words before they are decomposed: the TM of a trade mark is no part of the name before it. Circled
 * letters are letters, and signs in full width are signs, since `capability_text` reads them so.
 */
const BETWEEN = /[^\p{L}\p{M}\p{N}Ⓐ-ⓩ+#＋＃]+/gu

/** Signs after a letter belong to it, as in c++; those after a number, as in 100+, do not. */
const WORD = /[\p{L}\p{N}]+(?:(?<=\p{L})[+#]+(?![\p{L}\p{N}+#]))?/gu

const PRINTABLE_ASCII = /^[ -~]*$/

const MAX_WORD = 40

/** Maximum number of words of a query. */
export const MAX_ASKED_WORDS = 32

/**
 * The words of a text for searching, each once, in their order: lower-case without marks, in one form of each letter
 * (NFKC), at most 40 characters long. `c++` and `c#` are words. Index and question are read by this same function.
 */
export const uniqueWords = (text: string): string[] => [...new Set(splitWords(text))]

/** The same, with repeated words. */
export function splitWords(text: string): string[] {
  const plain = PRINTABLE_ASCII.test(text) ? text.toLowerCase() : foldText(text)
  return Array.from(plain.matchAll(WORD), ([word]) => capWord(word))
}

/**
 * Normalizes a text in which words of `wordsOf` may be inside of longer words: printable ASCII keeps its separators.
 */
export const normalizeText = (text: string): string =>
  PRINTABLE_ASCII.test(text) ? text.toLowerCase() : uniqueWords(text).join(' ')

// A final sigma has another form than the letter; lower-casing chooses it by the letter's position.
const foldText = (text: string): string =>
  text
    .replace(SPACE, ' ')
    .replace(HIDDEN, '')
    .replace(BETWEEN, ' ')
    .normalize('NFKD')
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replaceAll('ς', 'σ')
    .normalize('NFKC')

const capWord = (word: string): string =>
  word.length <= MAX_WORD ? word : [...word].slice(0, MAX_WORD).join('')
