import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cutKey, parseQuery, searchKeys, shortHash } from '../../core/search/keys.ts'

test.each([
  ['Weather Bot', ['weatherbot', 'bot']],
  ['weatherBot', ['weatherbot', 'bot']],
  ['OpenAIAgent', ['openaiagent', 'aiagent', 'agent']],
  ['weather_bot-2', ['weatherbot2', 'bot2', '2']],
  ['Café Ｂｏｔ', ['cafebot', 'bot']],
  ['Bot Bot', ['botbot', 'bot']],
  ['C++ tutor', ['c++tutor', 'tutor']],
  ['de\u200bsk', ['desk']],
  ['عميل الطقس', ['عميلالطقس', 'الطقس']],
  ['io.github.owner/tool', ['ownertool', 'tool']],
  ['https://github.com/Owner/tool', ['ownertool', 'tool']],
  ['github tools', ['githubtools', 'tools']],
  ['!!!', []],
])('%s is found by %j', (text, keys) => {
  expect(searchKeys(text)).toEqual(keys)
})

test('where no spaces part words, each character may begin one', () => {
  expect(searchKeys('天気予報bot')).toEqual(['天気予報bot', '気予報bot', '予報bot', '報bot', 'bot'])
  expect(searchKeys('날씨 봇')).toEqual(['날씨봇', '씨봇', '봇'])
})

test('a name of any length gives few keys', () => {
  expect(searchKeys('天'.repeat(40))).toHaveLength(32)
  expect(searchKeys('a b '.repeat(500))).toHaveLength(32)
})

test('a wallet is found by its beginning, in whatever case and length it is written', () => {
  const wallet = '0x252a4b73B2140133dc425A99332f4daba5ac15ad'
  expect(searchKeys(wallet)).toEqual(['0x252a4b73b214'])
  for (const typed of [wallet, wallet.toUpperCase().replace('X', 'x'), wallet.slice(0, 20)])
    expect(parseQuery(typed).phrase).toBe('0x252a4b73b214')
  expect(searchKeys(wallet)[0]?.startsWith(parseQuery('0x252A').phrase)).toBe(true)
  expect(shortHash('weather-tools')).toBe('weather-tools')
})

test('a query is its words as one phrase, and each word once', () => {
  expect(parseQuery(' Tools, the tools ')).toEqual({ phrase: 'toolsthetools', words: ['tools', 'the'] })
  expect(parseQuery(' … ')).toEqual({ phrase: '', words: [] })
})

test('a key is cut before half of a character', () => {
  const cut = cutKey(`${'a'.repeat(31)}𠮷b`)
  expect(cut).toBe('a'.repeat(31))
  expect(cutKey(`${'a'.repeat(30)}𠮷b`)).toBe(`${'a'.repeat(30)}𠮷`)
})

test('whatever a text is, it is found by how it begins', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), fc.nat(20), (text, length) => {
      const [whole = ''] = searchKeys(text)
      expect(parseQuery(text).phrase).toBe(whole)
      expect(whole.startsWith([...whole].slice(0, length).join(''))).toBe(true)
    }),
  )
})
