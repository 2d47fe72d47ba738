import { MAX_PHRASE_WORDS } from '../../../core/interface/find/index_format.ts'
import { stemWord } from '../../../core/interface/find/stem.ts'
import { getStart, type Vocabulary } from '../../../core/interface/find/vocabulary.ts'

/** Words of another language, and the English ones for them. */
export interface Translated {
  from: string[]
  english: string[]
}

const UNSPACED = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}\p{Script=Hangul}]/u
const LATIN = /^[a-z]+$/
const CYRILLIC = /^\p{Script=Cyrillic}+$/u
/** Minimum letters that two forms of one word begin with; what is asked has more. Russian words are shorter without ending. */
const minShared = (word: string): number => (CYRILLIC.test(word) ? 4 : 5)
const MAX_ENDING = 4

/** Returns the English words for the first of some words, or for several that are one in the vocabulary; null without. */
export function translateAt(
  words: string[],
  { translations, translationsByStart, stopWords }: Vocabulary,
  count: (term: string) => number,
): Translated | null {
  const [first = ''] = words
  // Before function words: without its marks, the Vietnamese word for a text begins as "van" does.
  for (let length = Math.min(MAX_PHRASE_WORDS, words.length); length > 0; length -= 1) {
    const from = words.slice(0, length)
    const english = translations.get(from.join(' '))
    if (english !== undefined && (length > 1 || !stopWords.has(first))) return { from, english: [english] }
  }
  if (stopWords.has(first)) return null
  if (UNSPACED.test(first)) return translateRun(first, translations)
  if (first.length <= minShared(first) || (LATIN.test(first) && count(stemWord(first)) > 0)) return null
  const form = translationsByStart.get(getStart(first))?.find((word) => areForms(word, first))
  return form === undefined ? null : { from: [first], english: [translations.get(form) as string] }
}

/** Translates the words in a run of characters without spaces, the longest first. */
function translateRun(run: string, translations: Vocabulary['translations']): Translated | null {
  const english: string[] = []
  for (let at = 0; at < run.length; ) {
    let length = run.length - at
    while (length > 0 && !translations.has(run.slice(at, at + length))) length -= 1
    if (length > 0) english.push(translations.get(run.slice(at, at + length)) as string)
    at += Math.max(1, length)
  }
  return english.length === 0 ? null : { from: [run], english }
}

/** True if two words begin alike and differ by their endings. */
function areForms(word: string, other: string): boolean {
  const least = minShared(word)
  if (word.length < least || Math.abs(word.length - other.length) > MAX_ENDING) return false
  const shared = Math.max(least, Math.min(word.length, other.length) - 2)
  return word.slice(0, shared) === other.slice(0, shared)
}
