import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FILTERS, type Filter } from '../../../core/interface/find/index_format.ts'
import { indexWords, parseQueryWords } from '../../../core/interface/find/terms.ts'
import { FindIndexBuilder, type IndexedAgent } from '../../../pipeline/artifacts/search/find_index_builder.ts'
import { toImpact, weightIn } from '../../../pipeline/artifacts/search/impact.ts'
import { FindIndex } from '../../../serving/handler/find/find_index.ts'
import { termWeight, unknownWeight } from '../../../serving/handler/find/weights.ts'

function built(agents: IndexedAgent[]): Uint8Array {
  const builder = new FindIndexBuilder()
  for (const agent of agents) builder.add(agent)
  return builder.finish()
}

const createAgent = (
  handle: string,
  description: string,
  more: Partial<IndexedAgent> = {},
): IndexedAgent => ({
  ...{ handle, texts: [{ field: 'description', text: description }] },
  ...{ phrases: [], filters: [], isRefused: false, copies: [], ...more },
})

/** The impact of each term on an agent, from its texts. */
function computeImpacts({ texts }: IndexedAgent): Map<string, number> {
  const [weights, tools] = [new Map<string, number>(), new Map<string, number>()]
  for (const { field, text } of texts) {
    const sums = field === 'tools' ? tools : weights
    const words = indexWords(text)
    for (const term of new Set(words.flatMap(({ terms }) => terms)))
      sums.set(term, (sums.get(term) ?? 0) + weightIn(field, words.length))
  }
  for (const [term, weight] of tools) weights.set(term, Math.max(weight, weights.get(term) ?? 0))
  return new Map([...weights].map(([term, weight]) => [term, toImpact(weight)]))
}

/** The terms that an agent has together in a phrase. */
const hasTogether = ({ phrases }: IndexedAgent, pair: string[]): boolean =>
  phrases.some((phrase) => {
    const terms = indexWords(phrase).flatMap(({ terms }) => (terms.length === 1 ? terms : []))
    return pair.every((term) => terms.includes(term))
  })

/** Relevance that the pairs of words of a question add for an agent. */
function addedByPairs(
  agents: IndexedAgent[],
  impacts: Map<string, number>[],
  q: string,
  agent: IndexedAgent,
) {
  const terms = [...new Set(parseQueryWords(q).flatMap(({ terms }) => (terms.length === 1 ? terms : [])))]
  const pairs = terms.flatMap((first, at) => terms.slice(at + 1).map((second) => [first, second]))
  const weigh = (term: string) => termWeight(impacts.filter((has) => has.has(term)).length, agents.length)
  return pairs.reduce(
    (sum, pair) =>
      hasTogether(agent, pair)
        ? sum + 255 * Math.ceil(pair.reduce((weights, term) => weights + weigh(term), 0) / 4)
        : sum,
    0,
  )
}

/** The expected result of a search, by a scan of every agent. */
function expected(
  agents: IndexedAgent[],
  impacts: Map<string, number>[],
  q: string,
  filters: Filter[],
  limit: number,
) {
  const parts = new Map(parseQueryWords(q).flatMap(({ terms }) => terms.map((term) => [term, terms.length])))
  const counted = [...parts].map(([term, parts]) => ({
    ...{ term, parts, count: impacts.filter((has) => has.has(term)).length },
  }))
  const terms = counted.map(({ term, count, parts }) => ({
    ...{ term, isKnown: count > 0 },
    weight: Math.ceil(
      (parts > 1 ? 1 / 2 : 1) * (count > 0 ? termWeight(count, agents.length) : unknownWeight(agents.length)),
    ),
  }))
  const sum = (of: typeof terms, by = (_term: string) => 1) =>
    of.reduce((total, { term, weight }) => total + weight * by(term), 0)
  const rows = impacts.map((has, position) => ({
    position,
    isRefused:
      position >= agents.findIndex((agent) => agent.isRefused) && agents.some((agent) => agent.isRefused),
    coverage: sum(terms.filter(({ term }) => has.has(term))),
    relevance: Math.min(
      255 * sum(terms.filter(({ isKnown }) => isKnown)),
      sum(terms, (term) => has.get(term) ?? 0) +
        addedByPairs(agents, impacts, q, agents[position] as IndexedAgent),
    ),
  }))
  const passing = rows.filter(
    ({ position, coverage }) =>
      coverage > 0 && filters.every((filter) => agents[position]?.filters.includes(filter)),
  )
  const best = Math.max(0, ...passing.map(({ coverage }) => coverage))
  const least = Math.max(0.3 * sum(terms), best / 2)
  const fitting = passing.filter(({ coverage }) => coverage >= least)
  const own = rows.map(({ relevance }) => relevance)
  for (const row of rows)
    for (const copied of agents[row.position]?.copies ?? []) {
      const coverage = rows[copied]?.coverage ?? 0
      if (coverage > 0 && coverage >= least) row.relevance = Math.min(row.relevance, own[copied] as number)
    }
  const toStep = (relevance: number) =>
    Math.floor((10 * relevance) / (255 * sum(terms.filter(({ isKnown }) => isKnown))))
  const sorted = fitting.toSorted(
    (a, b) =>
      Number(a.isRefused) - Number(b.isRefused) ||
      toStep(b.relevance) - toStep(a.relevance) ||
      a.position - b.position,
  )
  return {
    matched: fitting.length === 0 ? null : best === sum(terms) ? 'all' : 'any',
    total: fitting.length,
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
  filters: fc.subarray([...FILTERS]),
  isRefused: fc.boolean(),
  copies: fc.array(fc.nat(199), { maxLength: 1 }),
})
// Refused agents come last, and copies after their originals, transitively.
const agents = fc.array(agent, { maxLength: 200, size: 'max' }).map((some) => {
  const sorted = some.toSorted((a, b) => Number(a.isRefused) - Number(b.isRefused))
  const copied: number[][] = []
  for (const [at, { copies }] of sorted.entries()) {
    const [original] = at % 7 === 3 ? copies.filter((other) => other < at) : []
    copied.push(original === undefined ? [] : [...(copied[original] ?? []), original].sort((a, b) => a - b))
  }
  return sorted.map((item, at) => ({ ...item, copies: copied[at] ?? [] }))
})
const question = fc.record({
  q: fc.array(fc.oneof(word, fc.constant('unknown')), { maxLength: 5 }).map((words) => words.join(' ')),
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
        const { first, ...found } = index.search(parseQueryWords(q), masks, limit)
        expect({ ...found, first: first.map(({ position }) => position) }, q).toEqual(
          expected(some, impacts, q, filters, limit),
        )
        seen[found.matched ?? 'none'] += 1
        for (const { position, words } of first) {
          expect(index.handle(position)).toBe(some[position]?.handle)
          const has = impacts[position] as Map<string, number>
          expect(words).toEqual(
            parseQueryWords(q)
              .filter(({ terms }) => terms.some((term) => has.has(term)))
              .map((word) => word.word),
          )
        }
      }
    }),
    { numRuns: 40 },
  )
  for (const count of Object.values(seen)) expect(count).toBeGreaterThan(50)
}, 60_000)

const found = (some: IndexedAgent[], q: string): string[] => {
  const index = new FindIndex(built(some))
  return index.search(parseQueryWords(q), [], 50).first.map(({ position }) => index.handle(position))
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
  expect(found(some, '请帮我找一个翻译发票的代理')).toEqual(['fanyi'])
  expect(found(some, '번역 에이전트를 찾아 주세요')).toEqual(['beonyeok'])
  expect(found(some, 'найди мне переводчика счета')).toEqual(['perevod'])
  expect(found(some, 'أريد ترجمة الفواتير')).toEqual(['tarjama'])
  expect(found(some, 'FACTURE ETRANGER')).toEqual(['traduit'])
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
    createAgent('refused', '', { ...named('weather'), isRefused: true }),
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
  expect(new FindIndex(moved.subarray(3)).search(parseQueryWords('thing7'), [], 1)).toEqual({
    matched: 'all',
    total: 2,
    first: [{ position: 7, words: ['thing7'] }],
  })
})

test('an index without agents or without words finds nothing', () => {
  const nothing = { matched: null, total: 0, first: [] }
  const empty = new FindIndex(built([]))
  expect(empty.search(parseQueryWords('weather'), [empty.filter('alive')], 3)).toEqual(nothing)
  const emptyIndex = new FindIndex(built([createAgent('a', '')]))
  expect(emptyIndex.search(parseQueryWords('weather'), [], 3)).toEqual(nothing)
  expect(emptyIndex.search([], [], 3)).toEqual(nothing)
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
  expect(() => new FindIndex(other)).toThrow(/version 1.*version 2.*publish its day again/)
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
    index.search(parseQueryWords(q), [], 3).first.map(({ position }) => index.handle(position))
  expect(find('create an issue')).toEqual(['together', 'apart', 'alike'])
  expect(find('issue')).toEqual(['apart', 'alike', 'together'])
  expect(index.wordsNear('issues')).not.toContain('&creat issu')
  expect(index.search(parseQueryWords('create issue'), [], 50).total).toBe(3)
})
