import { expect, test } from 'vitest'
import { NUMBERS } from '../../core/domain/numbers.ts'
import { DAY, daysAgo } from './given.ts'
import { rowsFrom, toGivenTables } from './given_tables.ts'

const COLUMNS = { int_x402_days__coverage: 'chain day:date is_complete:boolean' }
const WEEK = NUMBERS.rereading_days

/** The days ago of one chain, without some, that were observed in full. */
const observed = (chain: string, from: number, to: number, without: number[] = []) =>
  Array.from({ length: from - to + 1 }, (_, i) => from - i)
    .filter((ago) => !without.includes(ago))
    .map((ago) => ({ chain, day: daysAgo(ago), is_complete: true }))

const daysOfAll = async (...rows: object[]) =>
  (
    (await rowsFrom(
      toGivenTables(COLUMNS, { int_x402_days__coverage: rows }),
      ['int_x402_days__completeness'],
      `select date_diff('day', day, '${DAY}'::date) as ago from int_x402_days__completeness where chain = 'all' order by ago`,
    )) as { ago: number }[]
  ).map(({ ago }) => ago)

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i)

test('a chain that is added takes back no day that was observed before it', async () => {
  expect(await daysOfAll(...observed('base', 20, 0), ...observed('world', 1, 0))).toEqual(range(0, 20))
})

test('a day on which one of the chains failed is not observed across chains, until it is read afterwards', async () => {
  const base = observed('base', 20, 0)
  expect(await daysOfAll(...base, ...observed('world', 20, 0, [3]))).toEqual([0, 1, 2, ...range(4, 20)])
  expect(await daysOfAll(...base, ...observed('world', 20, 1))).toEqual(range(1, 20))
})

test('a chain that is lost for good leaves the total after as long as missed days are read afterwards', async () => {
  const days = await daysOfAll(...observed('base', 20, 0), ...observed('world', 20, 15))
  expect(days).toEqual([...range(0, 15 - WEEK - 1), ...range(15, 20)])
})
