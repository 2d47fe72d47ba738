import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FILTERS, type Filter } from '../../../core/interface/find/index_format.ts'
import { stemWord } from '../../../core/interface/find/stem.ts'
import { indexWords } from '../../../core/interface/find/terms.ts'
import { createVocabulary } from '../../../core/interface/find/vocabulary.ts'
import { MAX_WORTH, QUERY } from '../../../core/interface/find/weights.ts'
import { splitWords } from '../../../core/interface/find/words.ts'
import { FindIndexBuilder, type IndexedAgent } from '../../../pipeline/artifacts/search/find_index_builder.ts'
import { toImpact, weightIn } from '../../../pipeline/artifacts/search/impact.ts'
import { readSynonyms, readVocabulary } from '../../../pipeline/artifacts/search/vocabulary.ts'
import { FindIndex } from '../../../serving/handler/find/find_index.ts'
import type { ParsedQuery } from '../../../serving/handler/find/query.ts'
import { createAgent } from './agents.ts'

const vocabulary = createVocabulary(readVocabulary())
const synonyms = readSynonyms()

function built(agents: IndexedAgent[]): Uint8Array {
  const builder = new FindIndexBuilder()
  for (const agent of agents) builder.add(agent)
  return builder.finish()
}

const toTerms = (text: string): string[] => indexWords(text, vocabulary).flatMap(({ terms }) => terms)
const toSingles = (text: string): string[] =>
  indexWords(text, vocabulary).flatMap(({ terms }) => (terms.length === 1 ? terms : []))

/** The impact of each term on an agent, from its texts. */
function computeImpacts({ texts, brands }: IndexedAgent): Map<string, number> {
  const [weights, tools] = [new Map<string, number>(), new Map<string, number>()]
  for (const { field, text } of texts) {
    const sums = field === 'tools' ? tools : weights
    for (const term of new Set(toTerms(text)))
      sums.set(term, (sums.get(term) ?? 0) + weightIn(field, indexWords(text, vocabulary).length))
  }
  for (const [term, weight] of tools) weights.set(term, Math.max(weight, weights.get(term) ?? 0))
  const words = new Map([...weights].map(([term, weight]) => [term, toImpact(weight)]))
  const impacts = new Map(words)
  for (const { phrase, means } of synonyms)
    for (const [text, share] of [
      [phrase, 1],
      [means, QUERY.synonym],
    ] as const) {
      const having = toTerms(text).map((term) => words.get(term) ?? 0)
      if (having.length === 0 || having.includes(0)) continue
      const term = `=${splitWords(phrase).map(stemWord).join(' ')}`
      const mean = having.reduce((sum, impact) => sum + impact, 0) / having.length
      impacts.set(term, Math.max(impacts.get(term) ?? 0, 1, Math.round(share * mean)))
    }
  for (const { brand, factor } of brands)
    impacts.set(`@${splitWords(brand).join(' ')}`, Math.round(100 * factor))
  return impacts
}

/** True if an agent has two terms in one phrase, or beside each other in a sentence. */
const hasTogether = ({ phrases, sentences }: IndexedAgent, [first = '', second = '']: string[]): boolean =>
  phrases.some((phrase) => [first, second].every((term) => toSingles(phrase).includes(term))) ||
  sentences.some((sentence) => {
    const terms = splitWords(sentence).flatMap(toSingles)
    return terms.some(
      (term, at) =>
        (term === first && terms[at + 1] === second) || (term === second && terms[at + 1] === first),
    )
  })

/** The expected result of a search, by a scan of every agent. */
function expected(
  agents: IndexedAgent[],
  impacts: Map<string, number>[],
  query: ParsedQuery,
  filters: Filter[],
  limit: number,
) {
  const countAgents = (term: string): number => impacts.filter((has) => has.has(term)).length
  const weigh = (term: string, english = term, isUnread = false): number => {
    const having = Math.max(countAgents(term), countAgents(english)) || QUERY.unknown
    const rarity = Math.log(1 + (agents.length - having + 0.5) / (having + 0.5))
    const isCommon = isUnread || vocabulary.commonTerms.has(term)
    return Math.min(QUERY.max_word, rarity) * (isCommon ? QUERY.common : 1)
  }
  const terms = query.terms.map(({ term, isOther, isPart, words, english, isUnread }) => {
    const share = isPart ? QUERY.characters : 1
    const weight = Math.max(1, Math.ceil(1024 * weigh(term, english, isUnread) * words * share))
    return { term, isOther, weight }
  })
  const singles = [...new Set(query.singles)]
  const pairs = singles.flatMap((first, at) => singles.slice(at + 1).map((second) => [first, second]))
  const total = terms.reduce((sum, { weight, isOther }) => sum + (isOther ? 0 : weight), 0)
  const proven = agents.filter(({ group }) => group === 0).length
  const rows = agents.map((agent, position) => {
    const has = impacts[position] as Map<string, number>
    const together = pairs.filter((pair) => hasTogether(agent, pair))
    const inPairs = together.reduce((sum, pair) => {
      const weight = pair.reduce((sum, term) => sum + Math.max(1, Math.ceil(1024 * weigh(term))), 0)
      return sum + 255 * Math.ceil(QUERY.together * weight)
    }, 0)
    return {
      ...{ position, agent },
      coverage: terms.reduce((sum, { term, weight }) => sum + (has.has(term) ? weight : 0), 0),
      relevance: Math.min(
        255 * total,
        inPairs + terms.reduce((sum, { term, weight }) => sum + weight * (has.get(term) ?? 0), 0),
      ),
      factor: Math.max(100, ...query.brands.map((brand) => has.get(brand) ?? 0)),
    }
  })
  const passing = rows.filter(
    ({ agent, coverage }) => coverage > 0 && filters.every((filter) => agent.filters.includes(filter)),
  )
  const working = passing.filter(({ position }) => position < proven)
  const best = Math.max(0, ...(working.length > 0 ? working : passing).map(({ coverage }) => coverage))
  const isFitting = ({ position, coverage, factor }: (typeof rows)[number]) =>
    coverage > 0 &&
    coverage >= QUERY.share_of_best * Math.min(total, best) &&
    ((factor > 100 && coverage >= QUERY.min_share_brand * total) ||
      (position < proven ? coverage > QUERY.min_share * total : coverage >= QUERY.min_share_unproven * total))
  const own = rows.map(({ relevance }) => relevance)
  const worths = agents.map(({ worth }) => Math.round((255 * worth) / MAX_WORTH))
  for (const { agent, position } of rows)
    for (const copied of agent.copies)
      worths[position] = Math.min(worths[position] as number, worths[copied] as number)
  const fitting = passing.filter(isFitting)
  const scored = fitting.map((row) => {
    const originals = row.agent.copies.filter((copied) => isFitting(rows[copied] as (typeof rows)[number]))
    const relevance = Math.min(...[row.position, ...originals].map((position) => own[position] as number))
    return { ...row, score: relevance * (worths[row.position] as number) * row.factor }
  })
  const sorted = scored.toSorted(
    (a, b) => a.agent.group - b.agent.group || b.score - a.score || a.position - b.position,
  )
  return {
    matched: fitting.length === 0 ? null : fitting.some(({ coverage }) => coverage >= total) ? 'all' : 'any',
    total: fitting.length,
    isExact: true,
    first: sorted.slice(0, limit).map(({ position }) => position),
  }
}

// Few words, some of them in most agents: posting lists and bitmaps are searched, and both together.
const VOCABULARY = [
  'the',
  'weather',
  'forecasts',
  'c++',
  'café',
  '日本語',
  '日本',
  '𐐨',
  '',
  'Тест',
  ...Array.from({ length: 12 }, (_, n) => `rare${n}`),
]
const word = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('the', 'weather', 'forecast', 'mcp') },
  fc.constantFrom(...VOCABULARY),
)
const text = fc.array(word, { maxLength: 6 }).map((words) => words.join(' '))
const agent = fc.record({
  handle: fc.stringMatching(/^[a-zA-Z0-9_-]{1,64}$/),
  texts: fc.tuple(text, text, text, text).map(([name, class_, description, tools]) => [
    { field: 'tools', text: tools },
    { field: 'name', text: name },
    { field: 'class', text: class_ },
    { field: 'description', text: description },
  ]),
  phrases: fc.array(text, { maxLength: 2 }),
  sentences: fc.array(text, { maxLength: 1 }),
  brands: fc.array(
    fc.record({
      brand: fc.constantFrom('weather', 'café mcp', 'rare1'),
      factor: fc.constantFrom(1.25, 1.5, 2.5),
    }),
    { maxLength: 1 },
  ),
  filters: fc.subarray([...FILTERS]),
  group: fc.constantFrom(0, 0, 1, 2, 3) as fc.Arbitrary<IndexedAgent['group']>,
  worth: fc.double({ min: 0.2, max: MAX_WORTH, noNaN: true }),
  copies: fc.array(fc.nat(199), { maxLength: 1 }),
})
// Later groups come last, and copies after their originals, transitively.
const agents = fc.array(agent, { maxLength: 200, size: 'max' }).map((some) => {
  const sorted = some.toSorted((a, b) => a.group - b.group)
  const copied: number[][] = []
  for (const [at, { copies }] of sorted.entries()) {
    const [original] = at % 7 === 3 ? copies.filter((other) => other < at) : []
    copied.push(original === undefined ? [] : [...(copied[original] ?? []), original].sort((a, b) => a - b))
  }
  return sorted.map((item, at) => ({ ...item, copies: copied[at] ?? [] }))
})
const question = fc.record({
  q: fc
    .array(fc.oneof(word, fc.constantFrom('unknown', 'pronóstico', 'manage')), { maxLength: 5 })
    .map((words) => words.join(' ')),
  filters: fc.subarray([...FILTERS], { maxLength: 3 }),
  limit: fc.integer({ min: 1, max: 50 }),
})

test('a search finds what looking at every agent finds, in the same order', () => {
  const seen = { all: 0, any: 0, none: 0 }
  fc.assert(
    fc.property(agents, fc.array(question, { minLength: 20, maxLength: 20 }), (some, questions) => {
      const index = new FindIndex(built(some))
      const impacts = some.map(computeImpacts)
      for (const { q, filters, limit } of questions) {
        const masks = filters.map((filter) => index.filter(filter))
        const query = index.parse(q)
        const { first, ...found } = index.search(query, masks, limit)
        expect({ ...found, first: first.map(({ position }) => position) }, q).toEqual(
          expected(some, impacts, query, filters, limit),
        )
        seen[found.matched ?? 'none'] += 1
        for (const { position, words } of first) {
          expect(index.handle(position)).toBe(some[position]?.handle)
          const has = impacts[position] as Map<string, number>
          expect(words).toEqual(
            query.words.filter(({ terms }) => terms.some((term) => has.has(term))).map((word) => word.word),
          )
        }
      }
    }),
    { numRuns: 40 },
  )
  for (const count of Object.values(seen)) expect(count).toBeGreaterThan(20)
}, 60_000)

const found = (some: IndexedAgent[], q: string): string[] => {
  const index = new FindIndex(built(some))
  return index.search(index.parse(q), [], 50).first.map(({ position }) => index.handle(position))
}

test('words in other forms and in languages without spaces find their agents', () => {
  const some = [
    createAgent('translator', 'Translates invoices from German'),
    createAgent('night', 'Guide to the sky at night, and at day'),
    createAgent('plants', 'Care of an orchid at home'),
    createAgent('tenki', '東京の天気予報をお知らせします'),
    createAgent('fanyi', '发票翻译服务，支持多种语言'),
    createAgent('beonyeok', '송장을 번역하는 서비스'),
    createAgent('perevod', 'Переводчик счетов и накладных'),
    createAgent('tarjama', 'ترجمة الفواتير التجارية'),
    createAgent('traduit', 'Traduction de factures à l’étranger'),
  ]
  expect(found(some, 'find me an agent that can translate an invoice at night')[0]).toBe('translator')
  expect(found(some, 'translate an invoice at night')).not.toContain('plants')
  expect(found(some, '明日の天気を教えて')).toEqual(['tenki'])
  expect(found(some, '请帮我找一个翻译发票的代理')).toContain('fanyi')
  expect(found(some, '번역 에이전트를 찾아 주세요')).toContain('beonyeok')
  expect(found(some, 'найди мне переводчика счета')).toContain('translator')
  expect(found(some, 'أريد ترجمة الفواتير')).toContain('tarjama')
  expect(found(some, 'FACTURE ETRANGER')[0]).toBe('traduit')
  expect(found(some, 'find the agent')).toEqual([])
})

test('saying a word again adds nothing, and a text of many words weighs each less', () => {
  const some = [
    createAgent('stuffed', 'weather '.repeat(50)),
    createAgent('plain', 'weather'),
    createAgent('endless', `${Array.from({ length: 300 }, (_, n) => `word${n}`).join(' ')} weather`),
    createAgent('other', 'tides'),
  ]
  expect(found(some, 'weather')).toEqual(['stuffed', 'plain', 'endless'])
  expect(found(some.toReversed(), 'weather')).toEqual(['plain', 'stuffed', 'endless'])
})

test('an agent to be refused comes after all that match, and a copy after what it copies', () => {
  const named = (name: string) => ({ texts: [{ field: 'name', text: name }] })
  const some = [
    createAgent('original', 'Weather for sailors'),
    createAgent(
      'weak',
      'Tides, moon and weather for all who go to sea with their boats, and many things beside',
    ),
    createAgent('copy', '', { ...named('weather'), copies: [0] }),
    createAgent('refused', '', { ...named('weather'), group: 3 }),
  ]
  expect(found(some, 'weather')).toEqual(['original', 'weak', 'copy', 'refused'])
})

const SOME = Array.from({ length: 100 }, (_, n) =>
  createAgent(`agent-${n}`, `thing${n % 50} number ${n}`, { filters: n % 2 === 0 ? ['alive'] : [] }),
)

test('bytes that begin at any address are read', () => {
  const bytes = built(SOME)
  const moved = new Uint8Array(bytes.length + 3)
  moved.set(bytes, 3)
  const index = new FindIndex(moved.subarray(3))
  expect(index.search(index.parse('thing7'), [], 1)).toMatchObject({
    matched: 'all',
    total: 2,
    first: [{ position: 7, words: ['thing7'], worth: expect.closeTo(1, 2) }],
  })
})

test('an index without agents or without words finds nothing', () => {
  const nothing = { matched: null, total: 0, isExact: true, first: [] }
  const empty = new FindIndex(built([]))
  expect(empty.search(empty.parse('weather'), [empty.filter('alive')], 3)).toEqual(nothing)
  const emptyIndex = new FindIndex(built([createAgent('a', '')]))
  expect(emptyIndex.search(emptyIndex.parse('weather'), [], 3)).toEqual(nothing)
  expect(emptyIndex.search(emptyIndex.parse(''), [], 3)).toEqual(nothing)
  expect(emptyIndex.wordsNear('weather')).toEqual([])
})

test('words similar to one are returned as their authors write them, the nearest first', () => {
  const index = new FindIndex(
    built([createAgent('a', 'weather puzzles winter'), createAgent('b', 'weathered puzzle')]),
  )
  expect(index.wordsNear('wether')).toEqual(['weather'])
  expect(index.wordsNear('puzle')).toEqual(['puzzle'])
  expect(index.wordsNear('zebra')).toEqual([])
})

test('the same agents give the same bytes', () => {
  expect(built(SOME)).toEqual(built(structuredClone(SOME)))
})

test('what is no index, of another version or cut short is refused, and the error says what to do', () => {
  const bytes = built(SOME)
  const other = bytes.slice()
  other[4] = 1
  expect(() => new FindIndex(other)).toThrow(/version 1.*version 3.*publish its day again/)
  for (const length of [0, 3, 40, bytes.length - 1])
    expect(() => new FindIndex(bytes.slice(0, length))).toThrow(/publish its day again/)
  expect(() => new FindIndex(new Uint8Array([...bytes, 0]))).toThrow(/instead of/)
  expect(() => new FindIndex(new TextEncoder().encode('{"a":1}'.repeat(9)))).toThrow(/no index/)
})

test('an agent that has two words in one phrase is more relevant than one that has them apart', () => {
  const agents = [
    createAgent('apart', 'create issue invoice list', { phrases: ['list issue', 'create_invoice'] }),
    createAgent('alike', 'create issue invoice list', { phrases: ['create list', 'issue invoice'] }),
    createAgent('together', 'create issue invoice list', { phrases: ['Issue: create', 'list_invoice'] }),
    ...Array.from({ length: 40 }, (_, at) => createAgent(`other${at}`, `other words ${at}`)),
  ]
  const index = new FindIndex(built(agents))
  const find = (q: string) =>
    index.search(index.parse(q), [], 3).first.map(({ position }) => index.handle(position))
  expect(find('create an issue')).toEqual(['together', 'apart', 'alike'])
  expect(find('issue')).toEqual(['apart', 'alike', 'together'])
  expect(index.wordsNear('issues')).not.toContain('&creat issu')
  expect(index.search(index.parse('create issue'), [], 50).total).toBe(3)
})
