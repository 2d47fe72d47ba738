import fc from 'fast-check'
import { expect, test } from 'vitest'
import { editDistance } from '../../core/search/edit_distance.ts'
import { FuzzyNameIndex } from '../../core/search/name_index.ts'

/** Returns the names near to another, the nearest first. */
function near(asked: string, names: (string | string[])[], most = 9): string[] {
  const index = new FuzzyNameIndex(names.map((some) => [some].flat()))
  return index.nearest(asked, most).map((at) => [names[at] ?? ''].flat()[0] as string)
}

test('sorts by edit distance, then prefixes, then substrings, up to the requested number', () => {
  const names = ['my-desk-lamp', 'desk-lamps-two', 'dask-lamp', 'dask-lump', 'desk-lamp', 'desk', 'other']
  const found = ['desk-lamp', 'dask-lamp', 'dask-lump', 'desk-lamps-two', 'my-desk-lamp']
  expect(near('desk-lamp', names)).toEqual(found)
  expect(near('desk-lamp', names, 2)).toEqual(found.slice(0, 2))
  expect(near('desk-lamp', names.toReversed(), 2)).toEqual(found.slice(0, 2))
})

test.each([
  ['oak', 'oax', []],
  ['alde', 'aldr', ['aldr']],
  ['alder', 'aldxx', []],
  ['alderman', 'oldermon', ['oldermon']],
  ['alderman', 'oldermoo', []],
  ['aldermanship', 'oldermonshop', ['oldermonshop']],
  ['aldermanshipping', 'oldermonshopping', ['oldermonshopping']],
  ['aldermanshipping', 'oldermonshoppong', []],
])('%s is near to %s up to one edit for each four letters, and three at most: %j', (asked, name, found) => {
  expect(near(asked, [name])).toEqual(found)
})

test('three letters are enough for a part of a name, two are not', () => {
  expect(near('wea', ['weather', 'my-weather'])).toEqual(['weather', 'my-weather'])
  expect(near('we', ['weather', 'my-weather'])).toEqual([])
  expect(near('we', ['we'])).toEqual(['we'])
})

test('of names as near the shorter one comes first, then the first of the alphabet', () => {
  expect(near('desk', ['desk-b', 'desk-aa', 'desk-a'])).toEqual(['desk-a', 'desk-b', 'desk-aa'])
})

test('of the names of one thing the nearest counts', () => {
  const names = [
    ['x-desk-lamp-shop', 'desk-lamp'],
    ['desk-lamp-a'],
    ['b-x', 'desk-lamp-b-two', 'desk-lamp-b'],
  ]
  expect(near('desk-lamp', names)).toEqual(['x-desk-lamp-shop', 'b-x', 'desk-lamp-a'])
})

test('ignores case, separators and invisible characters', () => {
  expect(near(' Desk_Lamp!', ['desk lamp'])).toEqual(['desk lamp'])
  expect(near('desk-lamp', ['de\u200bsk lamp', '--desk--lamp--'])).toHaveLength(2)
  expect(near('xyz', ['de\u200bsk'])).toEqual([])
})

/** The same by the book: restricted edits with swaps of neighbours, and no shortcut. */
function edits(text: string, other: string): number {
  const table = Array.from({ length: text.length + 1 }, (_, i) =>
    Array.from({ length: other.length + 1 }, (_, j) => (i === 0 ? j : j === 0 ? i : 0)),
  )
  const at = (i: number, j: number) => table[i]?.[j] ?? Number.POSITIVE_INFINITY
  for (let i = 1; i <= text.length; i += 1)
    for (let j = 1; j <= other.length; j += 1) {
      const isSwap = text[i - 1] === other[j - 2] && text[i - 2] === other[j - 1]
      const replaced = at(i - 1, j - 1) + (text[i - 1] === other[j - 1] ? 0 : 1)
      const swapped = i > 1 && j > 1 && isSwap ? at(i - 2, j - 2) + 1 : replaced
      ;(table[i] as number[])[j] = Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, replaced, swapped)
    }
  return at(text.length, other.length)
}

test('edits are counted as by the book, up to the most that counts', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 8 })
  fc.assert(
    fc.property(word, word, fc.integer({ min: 0, max: 4 }), (text, other, most) => {
      expect(editDistance(text, other, most)).toBe(Math.min(edits(text, other), most + 1))
    }),
    { numRuns: 2_000 },
  )
})
