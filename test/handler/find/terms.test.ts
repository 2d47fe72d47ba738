import { expect, test } from 'vitest'
import { indexWords, parseQueryWords } from '../../../core/interface/find/terms.ts'
import { createVocabulary } from '../../../core/interface/find/vocabulary.ts'
import { normalizeText } from '../../../core/interface/find/words.ts'
import { readVocabulary } from '../../../pipeline/artifacts/search/vocabulary.ts'

const vocabulary = createVocabulary(readVocabulary())

/** The words of a query with their terms, as one text. */
const formatTerms = (text: string): string[] =>
  parseQueryWords(text, vocabulary).map(({ word, terms }) => `${word}: ${terms.join(' ')}`)

test.each<[string, string[]]>([
  ['find me the agent', []],
  ['translating the invoices', ['translating: translat', 'invoices: invoic']],
  ['переводчика счетов', ['переводчика: перево', 'счетов: счетов']],
  ['c++ x2', ['c++: c++', 'x2: x2']],
  ['日', ['日: 日']],
  ['日本語', ['日本語: 日本 本語']],
  ['東京の天気', ['東京: 東京', '天気: 天気']],
  ['すすめ', ['すすめ: すすめ']],
  ['gpt翻訳', ['gpt: gpt', '翻訳: 翻訳']],
  ['エージェント翻訳', ['翻訳: 翻訳']],
  ['我想翻译发票', ['翻译发票: 翻译 译发 发票']],
  ['번역', ['번역: 번역']],
])('the query %j is searched for as %j', (text, words) => {
  expect(formatTerms(text)).toEqual(words)
})

test('the index has each character of a script without spaces too, and what is said twice once', () => {
  expect(indexWords('日本語', vocabulary)).toEqual([
    { word: '日本語', terms: ['日', '本', '語', '日本', '本語'] },
  ])
  expect(indexWords('日日日', vocabulary)).toEqual([{ word: '日日日', terms: ['日', '日日'] }])
  expect(indexWords('the weathered', vocabulary)).toEqual([{ word: 'weathered', terms: ['weather'] }])
})

test('a line keeps what is between the words of plain text, and of other text the words alone', () => {
  expect(normalizeText('Node.JS - Desk')).toBe('node.js - desk')
  expect(normalizeText('Node.JS Café')).toBe('node js cafe')
})
