import { expect, test } from 'vitest'
import { DAY, daysAgo } from './given.ts'
import { rowsFrom, tablesOf } from './given_tables.ts'
import { PROVENANCE, seen } from './inputs_given.ts'

const ROW = `board model rank:bigint vendor license score:double score_lower:double score_upper:double votes:bigint board_updated_on observed_on:date ${PROVENANCE}`
const COLUMNS = {
  run: 'day:date',
  backfilled_days: 'day:date',
  raw_arena: `${ROW} gone_since:date`,
  observed_arena: ROW,
}

/** A place on the text board, as it was read so many days ago. */
const place = (model: string, rank: number | null, days: number) => ({
  ...{ board: 'text', model, rank, observed_on: daysAgo(days) },
  ...seen(1),
})

/** The models that still count, when each was last seen some days ago and the board read down to a place on others. */
async function counting(entries: [string, number | null, number][], reads: [number, number][]) {
  const last = entries.map(([model, rank, days]) => place(model, rank, days))
  const gone_since = (days: number) => (days > 0 ? daysAgo(days - 1) : null)
  const given = tablesOf(COLUMNS, {
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

const STANDING = {
  int_family_models__matched: 'source model family',
  methodology_bounds: 'category item lower:double upper:double',
  stg_arena__entries: `board model score:double score_lower:double votes:bigint is_gone:boolean ${PROVENANCE}`,
}

test('a standing lies between the bounds of its board, by the lower end of the interval, and is clipped', async () => {
  const entry = (board: string, model: string, score_lower: number | null, is_gone = false) => ({
    ...{ board, model, score: 9_999, score_lower, votes: 1, is_gone },
    ...seen(1),
  })
  const models = ['m1', 'm2', 'm3', 'm4', 'gone', 'unknown']
  const given = tablesOf(STANDING, {
    int_family_models__matched: models.map((model) => ({ source: 'arena', model, family: 'f' })),
    methodology_bounds: [
      { category: 'model_family', item: 'text', lower: 1000, upper: 1300 },
      { category: 'model_family', item: 'code', lower: 0, upper: 1000 },
      { category: 'developer', item: 'text', lower: 0, upper: 1 },
    ],
    stg_arena__entries: [
      entry('text', 'm1', 1100),
      entry('text', 'm2', 1400),
      entry('text', 'm3', 900),
      entry('text', 'unknown', null),
      entry('text', 'gone', 1200, true),
      entry('code', 'm4', 500),
    ],
  })
  const rows = await rowsFrom(
    given,
    ['int_family_standings__measured'],
    'select model, standing, nth, nth_of_board from int_family_standings__measured order by nth',
  )
  expect(rows).toEqual([
    { model: 'm2', standing: 100, nth: 1, nth_of_board: 1 },
    { model: 'm4', standing: 50, nth: 2, nth_of_board: 1 },
    { model: 'm1', standing: 33.33, nth: 3, nth_of_board: 2 },
    { model: 'm3', standing: 0, nth: 4, nth_of_board: 3 },
    { model: 'unknown', standing: null, nth: 5, nth_of_board: 4 },
  ])
})
