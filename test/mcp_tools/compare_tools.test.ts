import { expect, test } from 'vitest'
import { canonicalHash } from '../../pipeline/tools/canonical.ts'
import { changesOften, compareTools, isSilentChange } from '../../pipeline/tools/compare_tools.ts'
import { readTools } from '../../pipeline/tools/read_tools.ts'
import { sameToolsAs } from '../../pipeline/tools/same_tools.ts'

const SEARCH = {
  name: 'search',
  title: 'Search',
  description: 'Searches films. Updated on 3 March 2026.',
  inputSchema: {
    type: 'object',
    properties: { year: { type: 'integer', default: 1999 }, kind: { enum: ['film', 'series'] } },
    required: ['year', 'kind'],
  },
}
const RATE = { name: 'rate', description: 'Rates a film.', inputSchema: { type: 'object' } }

const read = (...tools: unknown[]) => readTools(tools).tools
const compare = (before: unknown[], after: unknown[]) => compareTools(read(...before), read(...after))
const NOTHING = { added: [], removed: [], changed: [] }

test.each([
  ['order of tools', [RATE, SEARCH]],
  ['white space', [{ ...SEARCH, description: ' Searches  films.\nUpdated on 3 March 2026. ' }, RATE]],
  ['a date', [{ ...SEARCH, description: 'Searches films. Updated on 2026-11-26T04:00:00Z.' }, RATE]],
  [
    'order of keys and of sets in a schema',
    [
      {
        ...SEARCH,
        inputSchema: {
          required: ['kind', 'year'],
          properties: { kind: { enum: ['series', 'film'] }, year: { default: 1999, type: 'integer' } },
          type: 'object',
        },
      },
      RATE,
    ],
  ],
])('a change of %s is none', (_, after) => {
  expect(compare([SEARCH, RATE], after)).toEqual(NOTHING)
  expect(canonicalHash(read(...after))).toBe(canonicalHash(read(SEARCH, RATE)))
})

test.each([
  ['a word', { ...SEARCH, description: 'Searches movies. Updated on 3 March 2026.' }, 'description'],
  [
    'characters without width',
    { ...SEARCH, description: `${SEARCH.description}\u200b\u200c\u200b` },
    'description',
  ],
  [
    'a default',
    { ...SEARCH, inputSchema: { type: 'object', properties: { year: { default: 2000 } } } },
    'inputSchema',
  ],
  ['the order of a default', { ...SEARCH, annotations: { readOnlyHint: true } }, 'annotations'],
])('a change of %s is one', (_, after, field) => {
  expect(compare([SEARCH], [after]).changed).toEqual([
    expect.objectContaining({ name: 'search', fields: [field] }),
  ])
  expect(canonicalHash(read(after))).not.toBe(canonicalHash(read(SEARCH)))
})

test('tools that came and went are named', () => {
  expect(compare([SEARCH], [RATE])).toEqual({ added: ['rate'], removed: ['search'], changed: [] })
})

test('a list with the same name twice is compared as a set', () => {
  const other = { ...RATE, description: 'Rates a book.' }
  expect(compare([RATE, other], [other, RATE])).toEqual(NOTHING)
  expect(compare([RATE, other], [RATE]).changed).toHaveLength(1)
})

test('a change is silent only while the version stays', () => {
  const lists = { before: read(SEARCH), after: read(SEARCH, RATE) }
  expect(isSilentChange({ ...lists, versionBefore: '1.0', versionAfter: '1.0' })).toBe(true)
  expect(isSilentChange({ ...lists, versionBefore: '1.0', versionAfter: '1.1' })).toBe(false)
  expect(isSilentChange({ ...lists, after: lists.before, versionBefore: '1.0', versionAfter: '1.0' })).toBe(
    false,
  )
})

test('three of seven days are often', () => {
  const days = ['2026-11-20', '2026-11-22', '2026-11-26']
  expect(changesOften(days, '2026-11-26')).toBe(true)
  expect(changesOften(days, '2026-11-27')).toBe(false)
  expect(changesOften(['2026-11-26', '2026-11-26', '2026-11-25'], '2026-11-26')).toBe(false)
})

test('servers with the same tools are counted, without the server itself and without empty lists', () => {
  const [films, other, none] = [read(SEARCH), read(RATE), []].map(canonicalHash)
  const hashes = { a: films, b: films, c: other, d: none, e: none, f: films }
  expect(Object.fromEntries(sameToolsAs(new Map(Object.entries(hashes) as [string, string][])))).toEqual({
    ...{ a: 2, b: 2, f: 2 },
    ...{ c: 0, d: 0, e: 0 },
  })
})
