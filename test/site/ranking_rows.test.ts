import { expect, test } from 'vitest'
import { type Row, type SortOrder, selectRows } from '../../site/parts/ranking_rows.ts'

const row = (place: number, text: string, liveness: string, change: number): Row => ({
  ...{ place, text, liveness, score: 90 - place, change },
})
const ROWS = [
  row(0, 'slate harbor slate-harbor', 'alive', -0.5),
  row(1, 'quartz mill quartz-mill', 'not alive', 2),
  row(2, 'slate mill slate-mill', 'unknown', 0),
  row(3, 'bare', 'alive', 2),
]
const places = (text: string, liveness: string, order: SortOrder): number[] =>
  selectRows(ROWS, { text, liveness, order }).map(({ place }) => place)

test.each<[string, string, SortOrder, number[]]>([
  ['', '', 'rank', [0, 1, 2, 3]],
  ['SLATE', '', 'rank', [0, 2]],
  ['mill slate', '', 'rank', [2]],
  ['', 'alive', 'rank', [0, 3]],
  ['', '', 'rose', [1, 3, 2, 0]],
  ['', '', 'fell', [0, 2, 1, 3]],
  ['', '', 'name', [3, 1, 0, 2]],
  ['nothing', '', 'score', []],
])('words %j, liveness %j and order %s give the rows %j', (text, liveness, order, expected) => {
  expect(places(text, liveness, order)).toEqual(expected)
})
