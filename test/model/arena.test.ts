import { expect, test } from 'vitest'
import { DAY, daysAgo } from './given.ts'
import { rowsFrom, toGivenTables } from './given_tables.ts'
import { PROVENANCE, provenance } from './inputs_given.ts'

const ROW = `board model rank:bigint vendor license score:double score_lower:double score_upper:double votes:bigint board_updated_on observed_on:date ${PROVENANCE}`
const COLUMNS = {
  run: 'day:date',
  raw_arena: `${ROW} gone_since:date`,
  observed_arena: ROW,
}

/** A place on the text board, read so many days ago. */
const place = (model: string, rank: number | null, days: number) => ({
  ...{ board: 'text', model, rank, observed_on: daysAgo(days) },
  ...provenance(1),
})

/** The models that still count, by when each was last seen and the places to which the board was read on other days. */
async function counting(entries: [string, number | null, number][], reads: [number, number][]) {
  const last = entries.map(([model, rank, days]) => place(model, rank, days))
  const gone_since = (days: number) => (days > 0 ? daysAgo(days - 1) : null)
  const given = toGivenTables(COLUMNS, {
    run: [{ day: DAY }],
    raw_arena: last.map((row, n) => ({ ...row, gone_since: gone_since(entries[n]?.[2] ?? 0) })),
    observed_arena: [...last, ...reads.map(([days, depth]) => place('last', depth, days))],
  })
  const rows = await rowsFrom<{ model: string }>(
    given,
    ['stg_arena__entries'],
    'select model from stg_arena__entries where not is_gone order by model',
  )
  return rows.map(({ model }) => model)
}

test('an entry is gone when its board, read as far down, lacks it a week after it was last seen', async () => {
  const entries: [string, number, number][] = [
    ['seven days ago', 20, 7],
    ['six days ago', 20, 6],
    ['today', 21, 0],
  ]
  expect(await counting(entries, [[0, 20]])).toEqual(['six days ago', 'today'])
})

test('a board that is read less far down moves nothing, however often, for 30 days', async () => {
  const entries: [string, number | null, number][] = [
    ['held', 20, 29],
    ['no place', null, 29],
    ['too old', 20, 30],
    ['within', 19, 29],
  ]
  const reads = Array.from({ length: 29 }, (_, days): [number, number] => [days, 19])
  expect(await counting(entries, reads)).toEqual(['held', 'no place'])
})

test('a read of before the entry was last seen does not miss it', async () => {
  expect(await counting([['here', 5, 8]], [[9, 300]])).toEqual(['here'])
})

const BOUNDS = [
  { category: 'model_family', item: 'text', lower: 1000, upper: 1300 },
  { category: 'model_family', item: 'code', lower: 0, upper: 1000 },
  { category: 'developer', item: 'text', lower: 0, upper: 1 },
]

/**
 * The mean standing of an entry that was rated so high at least, so many days ago, in fifth place, on a board that was also
 * read on other days, down to some place.
 */
async function mean(
  board: string,
  lowers: Record<number, number | null>,
  otherReads: Record<number, number> = {},
): Promise<number | null> {
  const columns = { run: 'day:date', methodology_bounds: 'category item lower:double upper:double' }
  const rows = Object.entries(lowers).map(([days, score_lower]) => ({
    ...place('m', 5, Number(days)),
    ...{ board, score: 9_999, score_lower },
  }))
  const others = Object.entries(otherReads).map(([days, depth]) => ({
    ...place('last', depth, Number(days)),
    board,
  }))
  const newest = rows.toSorted((a, b) => (a.observed_on < b.observed_on ? 1 : -1)).slice(0, 1)
  const given = toGivenTables(
    { ...columns, raw_arena: ROW, observed_arena: ROW },
    {
      run: [{ day: DAY }],
      methodology_bounds: BOUNDS,
      raw_arena: newest,
      observed_arena: [...rows, ...others],
    },
  )
  const model = 'int_arena__standings'
  const [row] = await rowsFrom<{ mean_standing: number }>(given, [model], `from ${model} where model = 'm'`)
  return row?.mean_standing ?? null
}

const MEANS: [
  says: string,
  board: string,
  lowers: Record<number, number | null>,
  expected: number | null,
  otherReads?: Record<number, number>,
][] = [
  ['lies between the bounds of its board, by the lower end of the interval', 'text', { 0: 1100 }, 33.33],
  ['of its own board', 'code', { 0: 1100 }, 100],
  ['is clipped at the top', 'text', { 0: 1400 }, 100],
  ['and at the bottom', 'text', { 0: 900 }, 0],
  ['is the mean of seven days, each at its newest rating by then', 'text', { 6: 1000, 2: 1150 }, 21.43],
  ['what was said before the seven days holds until the next', 'text', { 20: 1000, 5: 1300 }, 85.71],
  ['and no longer', 'text', { 20: 1000, 6: 1300 }, 100],
  ['a half is rounded up', 'text', { 1: 1100, 0: 1100.03 }, 33.34],
  ['a day without a lower end is left out', 'text', { 1: null, 0: 1150 }, 50],
  ['without any there is no standing', 'text', { 0: null }, null],
  ['nor on a board without bounds', 'chess', { 0: 1150 }, null],
  ['of a new model rises for a week', 'text', { 1: 1300, 0: 1300 }, 28.57, { 9: 5, 4: 5 }],
  ['of one that the board lacks falls for a week', 'text', { 9: 1300 }, 57.14, { 2: 5 }],
  ['a board that was not read as far down moves nothing', 'text', { 9: 1300, 0: 1300 }, 100, { 2: 4 }],
  ['nor before it was first seen', 'text', { 0: 1300 }, 100, { 2: 4 }],
]

test.each(MEANS)('a standing %s', async (_, board, lowers, expected, otherReads) => {
  expect(await mean(board, lowers, otherReads)).toBe(expected)
})

const STANDING = {
  int_model_family__models: 'source model family',
  int_arena__standings: 'board model mean_standing:double',
  stg_arena__entries: `board model score_lower:double votes:bigint is_gone:boolean ${PROVENANCE}`,
}

test('the standings of a family are put in order, and what is gone or no longer has a lower end has none', async () => {
  const entries: [board: string, model: string, mean: number, lower: number | null, isGone?: true][] = [
    ['text', 'm1', 33.33, 1100],
    ['text', 'm2', 100, 1400],
    ['text', 'm3', 0, 900],
    ['text', 'unknown', 50, null],
    ['text', 'gone', 66.67, 1200, true],
    ['code', 'm4', 50, 500],
  ]
  const given = toGivenTables(STANDING, {
    int_model_family__models: entries.map(([, model]) => ({ source: 'arena', model, family: 'f' })),
    int_arena__standings: entries.map(([board, model, mean_standing]) => ({
      ...{ board, model, mean_standing },
    })),
    stg_arena__entries: entries.map(([board, model, , score_lower, is_gone = false]) => ({
      ...{ board, model, score_lower, votes: 1, is_gone },
      ...provenance(1),
    })),
  })
  const rows = await rowsFrom(
    given,
    ['int_model_family__standings'],
    'select model, standing, nth, nth_of_board from int_model_family__standings order by nth',
  )
  expect(rows).toEqual([
    { model: 'm2', standing: 100, nth: 1, nth_of_board: 1 },
    { model: 'm4', standing: 50, nth: 2, nth_of_board: 1 },
    { model: 'm1', standing: 33.33, nth: 3, nth_of_board: 2 },
    { model: 'm3', standing: 0, nth: 4, nth_of_board: 3 },
    { model: 'unknown', standing: null, nth: 5, nth_of_board: 4 },
  ])
})
