import { stemWord } from './stem.ts'
import type { Vocabulary } from './vocabulary.ts'
import { uniqueWords } from './words.ts'

/** A word that says something, and the terms under which the index has it. */
export interface QueryWord {
  word: string
  terms: string[]
}

/** Scripts that write words without spaces between them, and Hangul, which puts particles behind them. */
const UNSPACED =
  /\p{Script=Hiragana}+|[\p{Script=Katakana}ー]+|[\p{Script=Han}々]+|\p{Script=Hangul}+|\p{Script=Thai}+|\p{Script=Lao}+|\p{Script=Khmer}+|\p{Script=Myanmar}+/gu
const IS_UNSPACED = new RegExp(UNSPACED.source, 'u')
const HIRAGANA = /^\p{Script=Hiragana}/u
/** Particles and endings of Japanese, next to another script. */
const ENDING = /^\p{Script=Hiragana}{1,2}$/u

/** The words of a query that say something, each with its terms, in their order. */
export const parseQueryWords = (text: string, vocabulary: Vocabulary): QueryWord[] =>
  uniqueWords(text).flatMap((word) => parseQueryWord(word, vocabulary))

/** The same for one word from `splitWords`. */
export const parseQueryWord = (word: string, vocabulary: Vocabulary): QueryWord[] =>
  splitScripts(word, vocabulary).map((piece) => ({ word: piece, terms: toTerms(piece, false) }))

/** The words of an agent's text that say something, each with its terms. */
export const indexWords = (text: string, vocabulary: Vocabulary): QueryWord[] =>
  uniqueWords(text).flatMap((word) => indexWord(word, vocabulary))

/** Returns the index terms of one word from `wordsOf` of an agent's text. */
export const indexWord = (word: string, vocabulary: Vocabulary): QueryWord[] =>
  splitScripts(word, vocabulary).map((piece) => ({ word: piece, terms: toTerms(piece, true) }))

/** Returns the word itself, or the runs of one script in it. */
function splitScripts(word: string, { stopWords, particles }: Vocabulary): string[] {
  if (stopWords.has(word)) return []
  if (!IS_UNSPACED.test(word)) return [word]
  return word
    .replace(particles, ' ')
    .split(' ')
    .flatMap((part) => [part.replace(UNSPACED, ' ').split(' '), part.match(UNSPACED) ?? []].flat())
    .filter((piece) => piece !== '' && !stopWords.has(piece) && (piece === word || !ENDING.test(piece)))
}

function toTerms(piece: string, isIndexed: boolean): string[] {
  if (IS_UNSPACED.test(piece)) return HIRAGANA.test(piece) ? [piece] : toBigrams([...piece], isIndexed)
  return [stemWord(piece)]
}

/** Returns all bigrams; a single character if there is no other, and all of them in the index. */
function toBigrams(characters: string[], isIndexed: boolean): string[] {
  const pairs = characters.slice(1).map((character, at) => `${characters[at]}${character}`)
  return [...new Set(isIndexed || pairs.length === 0 ? [...characters, ...pairs] : pairs)]
}
