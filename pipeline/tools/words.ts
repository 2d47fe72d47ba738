/** True if a folded text has one of the words. */
export type Words = (text: string) => boolean

/**
 * Folds a text for a search of words: compatibility forms (letters of mathematics, full width) become plain, letters small
 * and without accents, white space single.
 */
export const foldWords = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .replace(/[\u2018\u2019\u02bc]/g, "'")
    .replace(/\s+/g, ' ')

const escapeWord = (word: string): string =>
  word
    .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    .replaceAll('-', '[-]')
    .replaceAll('_', '[\\s_-]')

const isStem = (word: string): boolean => word.endsWith('-')

const split = (list: string): string[] =>
  foldWords(list)
    .split(' ')
    .filter((word) => word !== '')

/**
 * Compiles a list of words: those of scripts that put spaces between words are matched whole, or by their start where
 * they end in `-`; those of the others (`unspaced`) anywhere. `_` stands for white space.
 */
export function compileWords(spaced: string, unspaced: string): Words {
  const words = split(spaced)
  const stems = words.filter(isStem).map((stem) => escapeWord(stem.slice(0, -1)))
  const whole = words.filter((word) => !isStem(word)).map(escapeWord)
  // One look ahead for all: a class of all letters in each word would take a third of a second of every start.
  const ends = whole.length === 0 ? [] : [`(?:${whole.join('|')})(?![\\p{L}\\p{N}])`]
  const starts = `(?<![\\p{L}\\p{N}])(?:${[...stems, ...ends].join('|')})`
  const parts = split(unspaced).map(escapeWord).join('|')
  const pattern = new RegExp(`${starts}|${parts}`, 'u')
  return (text) => pattern.test(text)
}
