import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  causesOfJumps,
  loadDays,
  observedWeight,
  tauByDay,
  varianceShares,
} from '../../lab/e2e/steadiness/measures.ts'
import { type Database, literal, openDatabase } from '../../pipeline/model/database.ts'
import { temporaryOutput } from '../release/temporary_output.ts'

let db: Database
let history: string

beforeEach(async () => {
  db = await openDatabase(':memory:')
  history = join(temporaryOutput(), 'history')
  // The first two of three agents swap places on the second day, because `a` is seen to have more stars.
  await day('2026-01-01', [
    ['a', 10, 5],
    ['b', 20, 9],
    ['c', 30, 7],
  ])
  await day('2026-01-02', [
    ['a', 25, 5],
    ['b', 20, 9],
    ['c', 30, 7],
  ])
  await loadDays(db, history)
})

afterEach(() => db.close())

/** Writes a day of agents with a score, which is that of one signal, and an observed weight. */
async function day(date: string, agents: [handle: string, score: number, weight: number][]): Promise<void> {
  const rows = agents.map(([handle, score, weight]) => `('${handle}', ${score}, ${weight})`).join()
  const write = async (table: string, columns: string) => {
    mkdirSync(join(history, table), { recursive: true })
    await db.run(`copy (
      select ${columns} from (values ${rows}) as agents(handle, score, weight)
    ) to ${literal(join(history, table, `${date}.parquet`))}`)
  }
  await write(
    'snapshots',
    `date '${date}' as day, handle, 'developer' as category, score as exact_score, 'evidence_ranked' as tier`,
  )
  await write(
    'sub_scores',
    `handle, 'developer' as category, 'stars' as key, score as points, false as is_assumed`,
  )
  await write('data/scores', `handle, 'developer' as category, weight as observed_weight`)
  await write(
    'data/signals',
    `handle, 'stars' as key, score as value, false as is_withheld, timestamp '${date}' as observed_at`,
  )
}

test('tau counts the pairs that changed places', async () => {
  expect(await tauByDay(db)).toEqual([{ category: 'developer', day: '2026-01-02', tau: 1 / 3, agents: 3 }])
})

test('a jump is put down to the signal that moved, and to what its source said', async () => {
  expect(await causesOfJumps(db)).toEqual([
    {
      category: 'developer',
      key: 'stars',
      cause: 'its source gave another value',
      jumps: 1,
      largest: 15,
      first: '2026-01-02',
      last: '2026-01-02',
    },
  ])
})

test('score and observed weight are compared by rank, and the one signal carries the whole variance', async () => {
  // By score b, a, c; by weight a, c, b.
  expect(await observedWeight(db)).toEqual([{ category: 'developer', correlation: -0.5 }])
  const [only] = await varianceShares(db)
  expect(only?.share).toBeCloseTo(1, 9)
})
