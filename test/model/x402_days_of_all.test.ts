import { expect, test } from 'vitest'
import { NUMBERS } from '../../core/domain/numbers.ts'
import { DAY, daysAgo } from './given.ts'
import { rowsFrom, toGivenTables } from './given_tables.ts'

const COLUMNS = {
  int_x402_days__coverage: 'chain day:date is_complete:boolean',
  ingest_blocks: 'source chain date:date',
  ingest_gaps: 'source chain date:date',
  run: 'day:date',
}
const WEEK = NUMBERS.rereading_days

/** The days ago of one chain, without some, that were observed in full. */
const observed = (chain: string, from: number, to: number, without: number[] = []) =>
  Array.from({ length: from - to + 1 }, (_, i) => from - i)
    .filter((ago) => !without.includes(ago))
    .map((ago) => ({ chain, day: daysAgo(ago), is_complete: true }))

const daysOfAll = (...rows: object[]) => daysWhile({}, ...rows)

/** The same while chains have gaps, each since it was first read so many days ago. */
const daysWhile = async (begun: Record<string, number>, ...rows: object[]) =>
  (
    (await rowsFrom(
      toGivenTables(COLUMNS, {
        int_x402_days__coverage: rows,
        ...{ ingest_blocks: ofChains(begun), ingest_gaps: ofChains(begun, 0), run: [{ day: DAY }] },
      }),
      ['int_x402_days__completeness'],
      `select date_diff('day', day, '${DAY}'::date) as ago from int_x402_days__completeness where chain = 'all' order by ago`,
    )) as { ago: number }[]
  ).map(({ ago }) => ago)

const ofChains = (begun: Record<string, number>, ago?: number) =>
  Object.entries(begun).map(([chain, since]) => ({
    ...{ source: 'x402_payments', chain, date: daysAgo(ago ?? since) },
  }))

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

test('days before the first run count across chains once every chain of that run has them', async () => {
  const read = [...observed('base', 20, 0), ...observed('solana', 3, 0)]
  expect(await daysWhile({ base: 0, solana: 0 }, ...read)).toEqual(range(0, 3))
  // What could not be read back in a week is not waited for, and a chain that is added later takes back nothing.
  expect(await daysWhile({ base: WEEK, solana: WEEK }, ...read)).toEqual(range(0, 20))
  expect(await daysWhile({ base: 5, solana: 0 }, ...read)).toEqual(range(0, 20))
})
