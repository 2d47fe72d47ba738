import { expect, test } from 'vitest'
import { stemWord } from '../../../core/interface/find/stem.ts'
import { splitWords } from '../../../core/interface/find/words.ts'
import { FindIndexBuilder, type IndexedAgent } from '../../../pipeline/artifacts/search/find_index_builder.ts'
import { readSynonyms } from '../../../pipeline/artifacts/search/vocabulary.ts'
import { FindIndex } from '../../../serving/handler/find/find_index.ts'
import { createAgent } from './agents.ts'

function createIndex(...agents: IndexedAgent[]): FindIndex {
  const builder = new FindIndexBuilder()
  for (const agent of agents) builder.add(agent)
  return new FindIndex(builder.finish())
}

const SOME = [
  createAgent('voice', 'Text to speech in many voices'),
  createAgent('mail', 'Reads and sends mail'),
  createAgent('prose', 'Writes a text about speech'),
  createAgent('alder', 'Payments by Alder Pay', { brands: [{ brand: 'Alder Pay', factor: 1.5 }] }),
  createAgent('birch', 'Payments'),
  ...Array.from({ length: 20 }, (_, at) => createAgent(`other-${at}`, `thing ${at}`)),
]
const index = createIndex(...SOME.toReversed())
const found = (q: string): string[] =>
  index.search(index.parse(q), [], 3).first.map(({ position }) => index.handle(position))
const words = (q: string): string[] => index.parse(q).words.map(({ word }) => word)

test('a phrase counts as one, and its words apart are not it', () => {
  expect(words('text to speech for a text')).toEqual(['text to speech', 'text'])
  expect(found('tts')).toContain('voice')
  expect(found('tts')).not.toContain('mail')
  expect(found('send an email')[0]).toBe('mail')
})

test('words of other languages are read as English ones, in their forms, and a run by the words in it', () => {
  expect(words('enviar un correo')).toEqual(['send', 'mail'])
  expect(words('отправку сообщений')).toEqual(['send', 'message'])
  expect(words('tin nhắn')).toEqual(['message'])
  expect(words('メールを送る')).toEqual(['mail', 'send'])
  expect(words('dịch văn bản')).toEqual(['translate'])
  expect(words('письму')).toEqual(['mail'])
  expect(found('correo')).toEqual(['mail'])
  expect(words('data center')).toEqual(['data', 'center'])
})

test('a brand in another script is read by its name, in a form of it and within a run', () => {
  expect(words('네이버 검색')).toEqual(['naver', 'search'])
  expect(words('谷歌地图')).toEqual(['google', 'map'])
  expect(words('отправить сообщение в телеграме')).toEqual(['send', 'message', 'telegram'])
  expect(words('Amazon')).toEqual(['amazon'])
})

test('a brand that a query names comes first, and alone changes nothing', () => {
  expect(found('payments')).toEqual(['birch', 'alder'])
  expect(found('payments with alder pay')[0]).toBe('alder')
  expect(index.parse('alder').brands).toEqual([])
})

const large = createIndex(
  createAgent('mail', 'Reads and sends mail'),
  createAgent('unicorns', 'Counts unicorns'),
  createAgent('flights', 'Finds flights'),
  createAgent('deals', 'For cheaper deals'),
  createAgent('alder', 'Payments by Alder', { brands: [{ brand: 'Alder', factor: 1.5 }] }),
  createAgent('fern', 'Payments by Fern'),
  createAgent('imagen', 'Imagen makes an image'),
  ...Array.from({ length: 9 }, (_, at) => createAgent(`pictures-${at}`, 'Makes an image')),
  ...Array.from({ length: 50_000 }, (_, at) => createAgent(`other-${at}`, 'thing')),
)
const total = (q: string): number => large.search(large.parse(q), [], 3).total
const foundAmongMany = (q: string): string[] =>
  large.search(large.parse(q), [], 3).first.map(({ position }) => large.handle(position))

test('in a query of another language, a word that neither the table nor an agent has says little', () => {
  expect(foundAmongMany('enviar correo pronto')).toEqual(['mail'])
  // Where as many words are unknown as known, what is asked for is unknown.
  expect(foundAmongMany('correo pronto')).toEqual([])
  expect(foundAmongMany('mail pronto')).toEqual([])
})

test('a word as it was written weighs no more than its translation', () => {
  expect(total('imágenes')).toBe(10)
})

test('an agent for a brand that the query names is found with another rare word, and no other', () => {
  expect(foundAmongMany('alder unicorns')).toEqual(['alder'])
  expect(foundAmongMany('fern unicorns')).toEqual([])
})

test('a common word is not read as a form of it that some agent has', () => {
  expect(foundAmongMany('cheap flights')).toEqual(['flights'])
})

test('an unknown word tells the more the more agents there are, and common words decide nothing', () => {
  expect(['mail', 'mail for centaurs', 'mail for centaurs and griffins'].map(total)).toEqual([1, 0, 0])
  expect(total('mail for unicorns')).toBe(0)
  expect(total('send mail for unicorns')).toBe(1)
  expect(found('mail for unicorns and centaurs')).toEqual(['mail'])
  expect(found('manage my daily mail')).toEqual(['mail'])
})

test('a word that no agent has is read as a form of it that some have', () => {
  const some = createIndex(
    ...['Word counter', 'Garden planner', 'Letter writer'].map((name) => createAgent(name, name)),
    ...SOME,
  )
  const read = (q: string) => some.parse(q).terms.map(({ term }) => term)
  expect(read('count letters, plan, read buses, thinger')).toEqual([
    ...['counter', 'letter', 'planner', 'read', 'buse', 'thing'],
  ])
  expect(read('wordy')).toEqual(['wordi'])
})

test('of two that say the same the one of more worth leads, and a registration is behind what works', () => {
  const some = createIndex(
    createAgent('works', 'Weather and tides and moons and many other words of a long description', {
      worth: 0.5,
    }),
    createAgent('better', 'Weather', { group: 1, worth: 1.2 }),
    createAgent('good', 'Weather', { group: 1, worth: 1 }),
    createAgent('flagged', 'Weather', { group: 2, worth: 1.3 }),
  )
  const { first } = some.search(some.parse('weather'), [], 4)
  expect(first.map(({ position }) => some.handle(position))).toEqual(['works', 'better', 'good', 'flagged'])
})

test('there are at most 150 synonyms, and each query has the phrase that it is for', () => {
  const synonyms = readSynonyms()
  expect(synonyms.length).toBeLessThanOrEqual(150)
  const stems = (text: string) => ` ${splitWords(text).map(stemWord).join(' ')} `
  for (const { phrase, query } of synonyms) expect(stems(query), phrase).toContain(stems(phrase))
})
