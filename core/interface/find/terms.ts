import { stemmer } from 'stemmer'
import { AGENT_WORDS, isStopWord } from './stop_words.ts'
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
/** Chinese characters that are function words by themselves. */
const PARTICLES = new RegExp(
  `[的了吗呢我你您他她请請帮幫找个個是和与與把给給能会會要想]|${AGENT_WORDS.join('|')}`,
  'gu',
)

const ASCII = /^[a-z]+$/
const LETTERS = /^\p{L}+$/u
/** Maximum letters of a term in other alphabets: endings come after. */
const STEM_LETTERS = 6

/** The words of a query that say something, each with its terms, in their order. */
export const parseQueryWords = (text: string): QueryWord[] =>
  uniqueWords(text).flatMap((word) =>
    splitScripts(word).map((piece) => ({ word: piece, terms: toTerms(piece, false) })),
  )

/** The words of an agent's text that say something, each with its terms. */
export const indexWords = (text: string): QueryWord[] => uniqueWords(text).flatMap(indexWord)

/** Returns the index terms of one word from `wordsOf` of an agent's text. */
export const indexWord = (word: string): QueryWord[] =>
  splitScripts(word).map((piece) => ({ word: piece, terms: toTerms(piece, true) }))

/** Returns the word itself, or the runs of one script in it. */
function splitScripts(word: string): string[] {
  if (isStopWord(word)) return []
  if (!IS_UNSPACED.test(word)) return [word]
  return word
    .replace(PARTICLES, ' ')
    .split(' ')
    .flatMap((part) => [part.replace(UNSPACED, ' ').split(' '), part.match(UNSPACED) ?? []].flat())
    .filter((piece) => piece !== '' && !isStopWord(piece) && (piece === word || !ENDING.test(piece)))
}

function toTerms(piece: string, isIndexed: boolean): string[] {
  if (IS_UNSPACED.test(piece)) return HIRAGANA.test(piece) ? [piece] : toBigrams([...piece], isIndexed)
  if (ASCII.test(piece)) return [stemmer(piece)]
  return [LETTERS.test(piece) ? [...piece].slice(0, STEM_LETTERS).join('') : piece]
}

/** Returns all bigrams; a single character if there is no other, and all of them in the index. */
function toBigrams(characters: string[], isIndexed: boolean): string[] {
  const pairs = characters.slice(1).map((character, at) => `${characters[at]}${character}`)
  return [...new Set(isIndexed || pairs.length === 0 ? [...characters, ...pairs] : pairs)]
}
