import { stemmer } from 'stemmer'

const ASCII = /^[a-z]+$/
const LETTERS = /^\p{L}+$/u
/** Maximum letters of a term in other alphabets: endings come after. */
const STEM_LETTERS = 6
/** Words whose stem is another word: news is not new, and accounting not about accounts. */
const UNSTEMMED = /^(?:news|accounting|marketing)$/

/** Returns the term of a word from `splitWords` in a script that parts words. */
export function stemWord(word: string): string {
  if (ASCII.test(word)) return UNSTEMMED.test(word) ? word : stemmer(word)
  return LETTERS.test(word) ? [...word].slice(0, STEM_LETTERS).join('') : word
}
