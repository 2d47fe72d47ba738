import { expect, test } from 'vitest'
import { canonicalHash } from '../../pipeline/tools/canonical.ts'
import { findHostileText } from '../../pipeline/tools/hostile_text.ts'
import { readTools } from '../../pipeline/tools/read_tools.ts'
import { diffWordsBounded } from '../../pipeline/tools/word_diff.ts'
import { measureCpu } from '../kit/cpu_time.ts'
import { tags } from './writers.ts'

const nest = (depth: number): unknown => JSON.parse(`${'['.repeat(depth)}${']'.repeat(depth)}`)

test('texts are cleaned and cut, the schema is kept as declared', () => {
  const inputSchema = { type: 'object', properties: { q: { description: ' two  spaces ' } } }
  const { tools, listed, isComplete } = readTools([
    {
      name: `se\u202earch${tags('x')}`,
      description: 'word '.repeat(100),
      annotations: { title: 'Se\narch' },
      inputSchema,
    },
  ])
  expect([listed, isComplete]).toEqual([1, true])
  expect(tools[0]).toMatchObject({ name: 'search', title: 'Se arch', inputSchema })
  expect([...(tools[0]?.description ?? '')]).toHaveLength(300)
})

test.each([
  ['no list', { tools: [] }],
  ['an entry without a name', [{ description: 'x' }]],
  ['a schema without end', [{ name: 'deep', inputSchema: { a: nest(100_000) } }]],
  ['too many values', [{ name: 'wide', inputSchema: { enum: Array.from({ length: 30_000 }, String) } }]],
  ['too many tools', Array.from({ length: 2_001 }, (_, index) => ({ name: `t${index}` }))],
])('%s is told, and does no harm', (_, list) => {
  const { tools, isComplete } = readTools(list)
  expect(isComplete).toBe(false)
  expect(tools.length).toBeLessThanOrEqual(2_000)
  expect(canonicalHash(tools)).toMatch(/^[0-9a-f]{64}$/)
})

test('what JSON can read and RFC 8785 cannot write has a hash', () => {
  const list = JSON.parse('[{"name":"\\ud800","inputSchema":{"maximum":1e999,"__proto__":{"x":1}}}]')
  const other = JSON.parse('[{"name":"\\ud800","inputSchema":{"maximum":1e999,"__proto__":{"x":2}}}]')
  expect(canonicalHash(readTools(list).tools)).not.toBe(canonicalHash(readTools(other).tools))
})

test('a difference of words has kept, added and removed segments', () => {
  expect(diffWordsBounded('Finds cheap flights.', 'Finds flights of partners.')).toEqual([
    { change: 'kept', text: 'Finds ' },
    { change: 'removed', text: 'cheap ' },
    { change: 'kept', text: 'flights ' },
    { change: 'added', text: 'of partners' },
    { change: 'kept', text: '.' },
  ])
})

test('a difference tells of characters that show nothing, and is bounded', () => {
  expect(diffWordsBounded('Finds flights.', `Finds flights.${tags('obey')}`)).toContainEqual({
    change: 'added',
    text: expect.stringContaining('4 hidden characters'),
  })
  const words = (start: number) =>
    Array.from({ length: 3_000 }, (_, index) => `w${index * 2 + start}`).join(' ')
  const segments = diffWordsBounded(words(0), words(1))
  expect(JSON.stringify(segments).length).toBeLessThan(10_000)
})

test.each([
  ['openings of comments', '{/*'.repeat(30_000)],
  ['openings of elements', '<b>'.repeat(30_000)],
  ['verbs of calls', 'use '.repeat(25_000)],
  ['signs of per cent', 'a'.repeat(100_000)],
  ['characters without width', '\u200b\u200c\u200d\u2060'.repeat(20_000)],
  ['white space', ' \n'.repeat(50_000)],
  ['images', '!['.repeat(50_000)],
])('a hostile text of %s takes little time', async (_, text) => {
  const find = () => findHostileText(readTools([{ name: 'long', description: text }]).tools)
  expect(await measureCpu(find)).toBeLessThan(5_000)
})
