import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FindIndex } from '../../../handler/find/find_index.ts'
import { FILTERS, type Filter } from '../../../handler/find/index_format.ts'
import { wordsOf } from '../../../handler/find/words.ts'
import { FindIndexBuilder, type Indexed } from '../../../pipeline/artifacts/find_index_builder.ts'

function built(agents: Indexed[]): Uint8Array {
  const builder = new FindIndexBuilder()
  for (const agent of agents) builder.add(agent)
  return builder.finish()
}

/** What a search must give, by looking at every agent. */
function expected(agents: Indexed[], words: string[], filters: Filter[], limit: number) {
  const passing = agents.flatMap((agent, position) =>
    filters.every((filter) => agent.filters.includes(filter))
      ? [{ position, has: new Set(wordsOf(agent.text)) }]
      : [],
  )
  const all = passing.filter(({ has }) => words.length > 0 && words.every((word) => has.has(word)))
  const any = passing.filter(({ has }) => words.some((word) => has.has(word)))
  const matched = all.length > 0 ? 'all' : any.length > 0 ? 'any' : null
  const found = matched === 'all' ? all : any
  return { matched, total: found.length, first: found.slice(0, limit).map(({ position }) => position) }
}

// Few words, some of them in most agents: lists, bitmaps and both together are searched.
const VOCABULARY = [
  'the',
  'agent',
  'weather',
  'c++',
  'café',
  '日本',
  '𐐨',
  '',
  ...Array.from({ length: 12 }, (_, n) => `rare${n}`),
]
const word = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('the', 'agent', 'weather') },
  fc.constantFrom(...VOCABULARY),
)
const agent = fc.record({
  handle: fc.stringMatching(/^[a-zA-Z0-9_-]{1,64}$/),
  text: fc.array(word, { maxLength: 6 }).map((words) => words.join(' ')),
  filters: fc.subarray([...FILTERS]),
})
const question = fc.record({
  words: fc
    .uniqueArray(fc.oneof(word, fc.constant('unknown')), { maxLength: 4 })
    .map((words) => wordsOf(words.join(' '))),
  filters: fc.subarray([...FILTERS], { maxLength: 3 }),
  limit: fc.integer({ min: 1, max: 50 }),
})

test('a search finds what looking at every agent finds, in the same order', () => {
  fc.assert(
    fc.property(
      fc.array(agent, { maxLength: 200, size: 'max' }),
      fc.array(question, { minLength: 20, maxLength: 20 }),
      (agents, questions) => {
        const index = new FindIndex(built(agents))
        for (const { words, filters, limit } of questions) {
          const found = index.search(words, filters, limit)
          expect(found).toEqual(expected(agents, words, filters, limit))
          expect(found.first.map((position) => index.handle(position))).toEqual(
            found.first.map((position) => agents[position]?.handle),
          )
        }
      },
    ),
    { numRuns: 150 },
  )
})

const SOME = Array.from({ length: 100 }, (_, n) => ({
  handle: `agent-${n}`,
  text: `the agent${n % 50} number ${n}`,
  filters: n % 2 === 0 ? (['alive'] as Filter[]) : [],
}))

test('bytes that begin at any address are read', () => {
  const bytes = built(SOME)
  const moved = new Uint8Array(bytes.length + 3)
  moved.set(bytes, 3)
  expect(new FindIndex(moved.subarray(3)).search(['agent7'], [], 1)).toEqual({
    matched: 'all',
    total: 2,
    first: [7],
  })
})

test('an index without agents or without words finds nothing', () => {
  expect(new FindIndex(built([])).search(['a'], ['alive'], 3)).toEqual({ matched: null, total: 0, first: [] })
  const mute = new FindIndex(built([{ handle: 'a', text: '', filters: [] }]))
  expect(mute.search(['a'], [], 3).total).toBe(0)
})

test('the same agents give the same bytes', () => {
  expect(built(SOME)).toEqual(built(structuredClone(SOME)))
})

test('what is no index, of another version or cut short is refused, and the error says what to do', () => {
  const bytes = built(SOME)
  const other = bytes.slice()
  other[4] = 2
  expect(() => new FindIndex(other)).toThrow(/version 2.*version 1.*publish its day again/)
  for (const length of [0, 3, 40, bytes.length - 1])
    expect(() => new FindIndex(bytes.slice(0, length))).toThrow(/publish its day again/)
  expect(() => new FindIndex(new Uint8Array([...bytes, 0]))).toThrow(/instead of/)
  expect(() => new FindIndex(new TextEncoder().encode('{"a":1}'.repeat(9)))).toThrow(/no index/)
})
