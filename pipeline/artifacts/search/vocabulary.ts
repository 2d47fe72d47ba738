import { readFileSync } from 'node:fs'
import { z } from 'zod'
import type { VocabularyData } from '../../../core/interface/find/vocabulary.ts'
import { splitWords } from '../../../core/interface/find/words.ts'
import { readAbilities } from '../../catalog/abilities.ts'
import { parseRows, plainText } from '../../catalog/csv_rows.ts'

const FOLDER = 'sql/seeds/find'
const ROOT = new URL('../../../', import.meta.url)

/** Every phrase and what else it is called; `query` needs it. */
export interface Synonym {
  phrase: string
  means: string
  query: string
}

/** The languages that `translations.csv` has beside English. */
const LANGUAGES = 'es pt fr de it pl ru tr vi id zh ja ko hi ar'.split(' ')

const text = plainText(1_000)

const readRows = <Shape extends Record<string, z.ZodType>>(name: string, shape: Shape) => {
  const row = z.object(shape)
  const file = `${FOLDER}/${name}`
  return parseRows(readFileSync(new URL(file, ROOT), 'utf8'), file, Object.keys(shape), row)
}

/** Reads the synonyms of find. Throws OperationalError for a wrong row. */
export const readSynonyms = (): Synonym[] =>
  readRows('synonyms.csv', { phrase: text, means: text, query: text })

let vocabulary: VocabularyData | null = null

/** Reads the words of find's queries, once per process. Throws OperationalError for a wrong row. */
export function readVocabulary(): VocabularyData {
  vocabulary ??= buildVocabulary()
  return vocabulary
}

function buildVocabulary(): VocabularyData {
  const stopWords = readRows('stop_words.csv', { languages: text, words: text })
  const agentWords = stopWords.pop()
  const commonWords = readRows('common_words.csv', { word: text })
    .map(({ word }) => word)
    .join(' ')
  const translations = readRows('translations.csv', {
    english: text,
    ...Object.fromEntries(LANGUAGES.map((language) => [language, text])),
  })
  const brands = readRows('brand_spellings.csv', { brand: text, spellings: text })
  const english = new Set(
    splitWords(
      [
        commonWords,
        ...translations.map(({ english }) => english),
        ...readSynonyms().flatMap(({ phrase, means }) => [phrase, means]),
        ...readAbilities().flatMap(({ subject, does }) => [subject, does]),
      ].join(' '),
    ),
  )
  return {
    stopWords: stopWords.map(({ words }) => words).join(' '),
    agentWords: agentWords?.words ?? '',
    commonWords,
    translations: [
      ...translations.map(({ english: word, ...words }): [string, string] => [
        word,
        // A word that is English too is read as English.
        Object.values(words as Record<string, string>)
          .flatMap((cell) => cell.split(';'))
          .filter((other) => !english.has(splitWords(other).join(' ')))
          .join(';'),
      ]),
      ...brands.map(({ brand, spellings }): [string, string] => [brand, spellings]),
    ],
  }
}
