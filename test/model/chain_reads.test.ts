import { expect, test } from 'vitest'
import { DAY, daysAgo } from './given.ts'
import { rowsFrom, toGivenTables } from './given_tables.ts'

const COLUMNS = {
  run: 'day:date archived_at',
  ingest_blocks: `date:date source chain from_block:bigint to_block:bigint from_time to_time final_block:bigint`,
  raw_chains: 'chain block_seconds:double',
}

/** Blocks of a chain that were read so many days ago, and the last final one among them. */
const read = (chain: string, ago: number, from: number, to: number, final = to) => ({
  ...{ date: daysAgo(ago), source: 'payments', chain, from_block: from, to_block: to, final_block: final },
  to_time: `${daysAgo(ago)}T05:00:00Z`,
})

const reads = (rows: object[], archived_at: string | null = `${DAY}T05:01:00.500Z`) =>
  rowsFrom(
    toGivenTables(COLUMNS, {
      run: [{ day: DAY, archived_at }],
      ingest_blocks: rows,
      raw_chains: [{ chain: 'a', block_seconds: 12 }],
    }),
    ['chain_reads'],
    'select chain, first_block, newest_block, missing_blocks, lag_seconds, lag_blocks from chain_reads order by chain',
  )

test('what is missing of a chain are the blocks between those that were read while they were final', async () => {
  const rows = await reads([
    read('a', 3, 100, 200, 190),
    read('a', 1, 301, 400, 390),
    read('a', 0, 391, 500, 480),
    read('a', 0, 191, 210),
  ])
  expect(rows).toEqual([
    { chain: 'a', first_block: 100, newest_block: 500, missing_blocks: 90, lag_seconds: 60, lag_blocks: 5 },
  ])
})

test('the lag of a chain that was not read today is counted from its last block; unknown stays unknown', async () => {
  const day = 86_400
  const rows = [read('a', 1, 100, 200), read('b', 0, 7, 7, 6)]
  expect(await reads(rows)).toEqual([
    {
      ...{ chain: 'a', first_block: 100, newest_block: 200, missing_blocks: 0 },
      ...{ lag_seconds: day + 60, lag_blocks: (day + 60) / 12 },
    },
    { chain: 'b', first_block: 7, newest_block: 7, missing_blocks: 0, lag_seconds: 60, lag_blocks: null },
  ])
  expect(await reads(rows.slice(1), null)).toMatchObject([{ lag_seconds: null, lag_blocks: null }])
  expect(await reads(rows.slice(1), `${DAY}T04:59:58Z`)).toMatchObject([{ lag_seconds: 0 }])
})
