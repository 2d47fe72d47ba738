import { expect, test } from 'vitest'
import {
  formatListState,
  type ListState,
  parseListState,
  type Row,
  selectRows,
} from '../../site/parts/ranking_rows.ts'

const row = (place: number, text: string, change: number, given: Partial<Row> = {}): Row => ({
  ...{ place, text, change, isRanked: true, isAlive: true, isOk: false, isFlagged: false, ...given },
})
const ROWS = [
  row(0, 'slate harbor slate-harbor', -0.5, { isOk: true }),
  row(1, 'quartz mill quartz-mill', 2, { isAlive: false }),
  row(2, 'slate mill slate-mill', 0, { isFlagged: true }),
  row(3, 'bare', 2, { isRanked: false }),
]
const PLAIN: ListState = parseListState('', false)
const places = (given: Partial<ListState>): number[] =>
  selectRows(ROWS, { ...PLAIN, ...given }).map(({ place }) => place)

test.each<[string, number[]]>([
  ['', [0, 1, 2]],
  ['?all', [0, 1, 2, 3]],
  ['?q=SLATE', [0, 2]],
  ['?q=mill%20slate', [2]],
  ['?alive', [0, 2]],
  ['?alive&all', [0, 2, 3]],
  ['?ok', [0]],
  ['?unflagged', [0, 1]],
  ['?all&order=rose', [1, 3, 2, 0]],
  ['?order=fell', [0, 2, 1]],
  ['?order=name', [1, 0, 2]],
  ['?q=nothing', []],
])('the address %j lists the rows %j, and is written again as it is', (query, expected) => {
  const state = parseListState(query, false)
  expect(places(state)).toEqual(expected)
  expect(parseListState(formatListState(state), false)).toEqual(state)
})

test('the list as it is has no query, an unknown order is none, and a page of the others lists all', () => {
  expect(formatListState(PLAIN)).toBe('')
  expect(parseListState('?order=constructor', false)).toEqual(PLAIN)
  expect(parseListState('', true)).toEqual({ ...PLAIN, all: true })
})
