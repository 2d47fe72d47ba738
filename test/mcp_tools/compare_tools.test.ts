import { expect, test } from 'vitest'
import { canonicalHash } from '../../pipeline/tools/canonical.ts'
import { compareTools } from '../../pipeline/tools/compare_tools.ts'
import { readTools } from '../../pipeline/tools/read_tools.ts'

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
