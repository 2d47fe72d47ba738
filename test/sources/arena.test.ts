import { describe, expect, it } from 'vitest'
import arena from '../../pipeline/sources/arena.ts'
import { fetchAll, rowsOf } from './context.ts'
import { fakeHttp } from './recorded_http.ts'

const entry = (model: string, rank: unknown, score = 1000) => ({
  model,
  rank,
  score,
  vendor: null,
  license: null,
})
const serve = (names: unknown[], models: unknown[], meta: object = {}) =>
  fakeHttp((url) =>
    url.endsWith('/leaderboards')
      ? { body: { leaderboards: names.map((name) => ({ name })) } }
      : { body: { meta, models } },
  )

describe('a model that is listed twice on a board', () => {
  it.each([
    [[3, 2], 2],
    [[2, 3], 2],
    [[null, 2], 2],
    [[2, 'first'], 2],
  ])('with ranks %j counts once, with rank %s', async (ranks, best) => {
    const models = ranks.map((rank) => entry('sample-model', rank, Number(rank)))
    const rows = rowsOf(await fetchAll(arena, serve(['text'], [...models, entry('other', 9)])))
    expect(rows.map((row) => [row.model, row.rank])).toEqual([
      ['sample-model', best],
      ['other', 9],
    ])
  })
})

it('asks for each board once, its name escaped', async () => {
  const http = serve(['text', 'text', 'text-to-video'], [entry('sample-model', 1)])
  const rows = rowsOf(await fetchAll(arena, http))
  expect(rows.map((row) => row.board)).toEqual(['text', 'text-to-video'])
  expect(http.asked).toHaveLength(3)
})

it('asks for no board whose name is none, and leaves it to quarantine', async () => {
  const hostile = ['../../secret', 'a&date=2020-01-01', '', null, 7, { name: 1 }, 'x'.repeat(101), 'a\u202eb']
  const http = serve(['text', ...hostile], [entry('sample-model', 1)])
  const rows = rowsOf(await fetchAll(arena, http))
  expect(http.asked).toHaveLength(2)
  expect(rows).toHaveLength(1 + hostile.length)
  expect(rows.filter((row) => arena.row.safeParse(row).success)).toHaveLength(1)
})

it.each([
  ['no boards', serve([], [])],
  ['a board without models', serve(['text'], [])],
])('takes %s for a failure, and not for a departure', async (_, http) => {
  await expect(fetchAll(arena, http)).rejects.toThrow('https://api.wulong.dev/')
})

it.each([
  ['Mar 20, 2026', '2026-03-20'],
  ['Feb 5, 2026', '2026-02-05'],
  ['Dec 31, 2025', '2025-12-31'],
  ['Feb 30, 2026', null],
  ['Mär 20, 2026', null],
  ['13 days ago', null],
  ['2026-03-20', null],
  [20_260_320, null],
  [null, null],
])('reads %j as the date %s', async (last_updated, expected) => {
  const [row] = rowsOf(await fetchAll(arena, serve(['text'], [entry('sample-model', 1)], { last_updated })))
  expect(row?.board_updated_on).toBe(expected)
  expect(arena.row.safeParse(row).success).toBe(true)
})

it.each([
  ['a model with a character that turns text round', entry('a\u202eb', 1)],
  ['a rank of zero', entry('sample-model', 0)],
  ['a score that is text', { ...entry('sample-model', 1), score: '1500' }],
  ['votes below zero', { ...entry('sample-model', 1), votes: -1 }],
])('leaves %s to quarantine', async (_, item) => {
  const [row] = rowsOf(await fetchAll(arena, serve(['text'], [item])))
  expect(arena.row.safeParse(row).success).toBe(false)
})
