import { stemWord } from './stem.ts'
import { splitWords } from './words.ts'

/** The words of a vocabulary as an index stores them. */
export interface VocabularyData {
  /** Words that say nothing of what an agent does, separated by spaces. */
  stopWords: string
  /** The word agent in scripts that do not part words. */
  agentWords: string
  /** Words that say little of it: they weigh less. */
  commonWords: string
  /** English words, each with the words of other languages for it, which are separated by semicolons. */
  translations: [english: string, words: string][]
}

/** Words in which people ask for agents; the same for the texts of agents and for queries. */
export interface Vocabulary {
  stopWords: ReadonlySet<string>
  /** Chinese characters that are function words by themselves, and the word agent. */
  particles: RegExp
  commonTerms: ReadonlySet<string>
  /** English words by a word of another language, or several with spaces between them. */
  translations: ReadonlyMap<string, string>
  /** Their words by the first letters of each, in the order of the table: forms of a word share them. */
  translationsByStart: ReadonlyMap<string, readonly string[]>
}

/** Number of letters that two forms of one word share at least. */
const START_LETTERS = 4

/** Returns the letters that forms of a word begin with. */
export const getStart = (word: string): string => word.slice(0, START_LETTERS)

const PARTICLES = '[的了吗呢我你您他她请請帮幫找个個是和与與把给給能会會要想]'

/** Returns the vocabulary of its data. Where two words are written alike, the first counts. */
export function createVocabulary(data: VocabularyData): Vocabulary {
  const translations = new Map<string, string>()
  for (const [english, words] of data.translations)
    for (const word of words.split(';')) {
      const key = splitWords(word).join(' ')
      if (key !== '' && !translations.has(key)) translations.set(key, english)
    }
  return {
    stopWords: new Set(splitWords(data.stopWords)),
    particles: new RegExp([PARTICLES, ...splitWords(data.agentWords)].join('|'), 'gu'),
    commonTerms: new Set(splitWords(data.commonWords).map(stemWord)),
    translations,
    translationsByStart: Map.groupBy(translations.keys(), getStart),
  }
}
