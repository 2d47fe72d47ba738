import { BRAND_MARK, MAX_PHRASE_WORDS, PHRASE_MARK } from '../../../core/interface/find/index_format.ts'
import { stemWord } from '../../../core/interface/find/stem.ts'
import { parseQueryWord, type QueryWord } from '../../../core/interface/find/terms.ts'
import type { Vocabulary } from '../../../core/interface/find/vocabulary.ts'
import { MAX_ASKED_WORDS, splitWords } from '../../../core/interface/find/words.ts'
import { type Translated, translateAt } from './translate.ts'

/** A term that is searched for. */
interface AskedTerm {
  term: string
  /** It stands beside another that means the same: an agent with either has the word. */
  isOther: boolean
  /** The English term beside which it stands, where agents have that: it weighs no more. */
  english?: string
  /** Part of a word in a script that does not part words. */
  isPart: boolean
  /** Number of words that it stands for. */
  words: number
  /** No agent has it, and most words of the query are of another language: it is of that language too, and says little. */
  isUnread?: boolean
}

/** A query in the terms of an index. */
export interface ParsedQuery {
  words: QueryWord[]
  terms: AskedTerm[]
  /** Terms of whole words, in their order. */
  singles: string[]
  brands: string[]
}

/** Only in words of so many letters is an ending one. */
const LATIN = /^[a-z]{4,}$/

/** Parses a query: known phrases first, the longest, then words of other languages, then words. */
export function parseFindQuery(
  text: string,
  vocabulary: Vocabulary,
  count: (term: string) => number,
): ParsedQuery {
  const query: ParsedQuery = { words: [], terms: [], singles: [], brands: [] }
  let asked = splitWords(text).slice(0, MAX_ASKED_WORDS)
  const unread: AskedTerm[] = []
  let read = 0
  addBrands(query, asked, count)
  while (asked.length > 0) {
    const phrase = findPhrase(asked, count)
    const translated = phrase === null ? translateAt(asked, vocabulary, count) : null
    if (phrase !== null) addPhrase(query, phrase, vocabulary)
    else if (translated !== null) addTranslated(query, translated, vocabulary, count)
    else {
      const added = addWords(query, readWord(asked[0] as string, vocabulary, count))
      unread.push(...added.filter(({ term }) => count(term) === 0))
    }
    read += translated?.english.length ?? 0
    asked = asked.slice(phrase?.length ?? translated?.from.length ?? 1)
  }
  if (read > unread.length) for (const term of unread) term.isUnread = true
  return query
}

/** Reads a word; where no agent has it, as a form of it that some agents have: to count is what a counter does. */
const readWord = (word: string, vocabulary: Vocabulary, count: (term: string) => number): QueryWord[] =>
  parseQueryWord(word, vocabulary).map(({ word, terms }) => ({
    word,
    terms: terms.map((term) =>
      vocabulary.commonTerms.has(term)
        ? term
        : ([term, ...listForms(term)].find((form) => count(form) > 0) ?? term),
    ),
  }))

const listForms = (term: string): string[] =>
  LATIN.test(term)
    ? ['r', 'er', `${term.at(-1)}er`].map((ending) => term + ending).concat(term.replace(/er?$/, ''))
    : []

const listStarts = (words: string[]): string[][] =>
  Array.from({ length: Math.min(MAX_PHRASE_WORDS, words.length) }, (_, at) => words.slice(0, at + 1))

const toPhraseTerm = (words: string[]): string => PHRASE_MARK + words.map(stemWord).join(' ')

const findPhrase = (words: string[], count: (term: string) => number): string[] | null =>
  listStarts(words).findLast((start) => count(toPhraseTerm(start)) > 0) ?? null

function addBrands({ brands }: ParsedQuery, words: string[], count: (term: string) => number): void {
  for (let at = 0; at < words.length; at += 1)
    for (const start of listStarts(words.slice(at))) {
      const term = BRAND_MARK + start.join(' ')
      if (count(term) > 0) brands.push(term)
    }
}

function addPhrase({ words, terms, singles }: ParsedQuery, phrase: string[], vocabulary: Vocabulary): void {
  const term = toPhraseTerm(phrase)
  if (terms.some((asked) => asked.term === term)) return
  const parts = phrase.flatMap((word) => parseQueryWord(word, vocabulary).flatMap(({ terms }) => terms))
  const telling = parts.filter((part) => !vocabulary.commonTerms.has(part))
  words.push({ word: phrase.join(' '), terms: [term] })
  terms.push({ term, isOther: false, isPart: false, words: Math.max(1, telling.length) })
  singles.push(...parts)
}

/** Adds the English words for a word, and the word itself, as agents may say it so. */
function addTranslated(
  query: ParsedQuery,
  { from, english }: Translated,
  vocabulary: Vocabulary,
  count: (term: string) => number,
): void {
  const own = from.length === 1 ? parseQueryWord(from[0] as string, vocabulary) : []
  for (const word of english.flatMap(splitWords)) {
    const phrase = findPhrase([word], count)
    if (phrase !== null) addPhrase(query, phrase, vocabulary)
    else addWords(query, readWord(word, vocabulary, count))
  }
  const read = query.words.at(-1)?.terms[0]
  const known = read !== undefined && count(read) > 0 ? { english: read } : {}
  for (const { terms } of own) {
    query.words.at(-1)?.terms.push(...terms)
    for (const term of terms) query.terms.push({ term, isOther: true, isPart: false, words: 1, ...known })
  }
}

/** Adds words, and returns the terms that are new by them. */
function addWords({ words, terms, singles }: ParsedQuery, added: QueryWord[]): AskedTerm[] {
  const known = terms.length
  for (const word of added) {
    if (words.some((known) => known.word === word.word)) continue
    words.push(word)
    for (const term of word.terms)
      if (!terms.some((asked) => asked.term === term))
        terms.push({ term, isOther: false, isPart: word.terms.length > 1, words: 1 })
    if (word.terms.length === 1) singles.push(...word.terms)
  }
  return terms.slice(known)
}
