import { expect, test } from 'vitest'
import { rowsFrom, toGivenTables } from './given_tables.ts'

const SNAPSHOT = `handle category rank:bigint rank_low:bigint rank_high:bigint score_low:decimal(6,2) score_high:decimal(6,2)`
const COLUMNS = {
  snapshots: SNAPSHOT,
  previous_snapshots: SNAPSHOT,
  signal_definitions: 'key name',
}
type Interval = [rank: number, rankLow: number, rankHigh: number, low: number | null, high: number | null]
type Cause = [key: string, delta: number, cause: 'first' | 'lost' | 'value']

const WORDS = {
  first: 'observed for the first time',
  lost: 'no longer observed',
  value: 'its value changed',
}

/** Agents on two days, and the causes of the change of their score, the largest first. */
const AGENTS: Record<string, [before: Interval, today: Interval, causes: Cause[]]> = {
  // 40 points up, and no interval of the one day meets one of the other.
  rose: [[90, 80, 99, 10, 20], [14, 10, 20, 50, 60], [['uses', 40, 'value']]],
  fell: [[14, 10, 20, 50, 60], [90, 80, 99, 10, 20], [['uses', -40, 'value']]],
  // The scores lie apart, and the ranks do not, or the other way round.
  'same ranks': [[90, 10, 99, 10, 20], [14, 10, 20, 50, 60], [['uses', 40, 'value']]],
  'same scores': [[90, 80, 99, 10, 55], [14, 10, 20, 50, 60], [['uses', 40, 'value']]],
  // Riza's: 125 places up for want of a signal, though the intervals lie apart.
  riza: [[152, 150, 155, 30, 31], [27, 1, 120, 32, 70], [['uses', 25, 'lost']]],
  measured: [
    [50, 1, 99, 10, 80],
    [20, 15, 25, 50, 55],
    [
      ['stars', 12, 'first'],
      ['forks', 2, 'first'],
      ['uses', 1, 'value'],
    ],
  ],
  'measured a little': [
    [50, 1, 99, 10, 80],
    [20, 15, 25, 50, 55],
    [
      ['uses', 12, 'value'],
      ['forks', 2, 'first'],
    ],
  ],
  'apart, and measured a little': [
    [90, 80, 99, 10, 20],
    [14, 10, 20, 50, 60],
    [
      ['uses', 38, 'value'],
      ['forks', 2, 'first'],
    ],
  ],
  'same rank': [[9, 1, 99, 10, 80], [9, 5, 25, 50, 55], [['stars', 12, 'first']]],
  'no intervals before': [[90, 80, 99, null, null], [14, 10, 20, 50, 60], [['uses', 40, 'value']]],
}

const day = (at: 0 | 1): object[] =>
  Object.entries(AGENTS).map(([handle, both]) => {
    const [rank, rank_low, rank_high, score_low, score_high] = both[at]
    return { handle, category: 'mcp_server', rank, rank_low, rank_high, score_low, score_high }
  })

test('a mover lies apart from where it was; what is observed now is newly measured; what is lost moves nobody', async () => {
  const given = {
    score_changes: {
      columns: {
        handle: 'VARCHAR',
        category: 'VARCHAR',
        causes: 'STRUCT(key VARCHAR, delta DOUBLE, cause VARCHAR)[]',
      },
      rows: Object.entries(AGENTS).map(([handle, [, , causes]]) => ({
        handle,
        category: 'mcp_server',
        causes: causes.map(([key, delta, cause]) => ({ key, delta, cause: WORDS[cause] })),
      })),
    },
    ...toGivenTables(COLUMNS, {
      snapshots: day(1),
      previous_snapshots: day(0),
      signal_definitions: ['stars', 'forks', 'uses'].map((key) => ({ key, name: key.toUpperCase() })),
    }),
  }
  expect(
    await rowsFrom(
      given,
      ['int_changes__moves'],
      'select handle, kind, reason from int_changes__moves order by all',
    ),
  ).toEqual([
    { handle: 'apart, and measured a little', kind: 'mover', reason: 'moved most by USES, FORKS' },
    { handle: 'fell', kind: 'mover', reason: 'moved most by USES' },
    { handle: 'measured', kind: 'newly_measured', reason: 'now observed: STARS, FORKS' },
    { handle: 'rose', kind: 'mover', reason: 'moved most by USES' },
  ])
})
