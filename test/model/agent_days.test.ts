import { expect, test } from 'vitest'
import { DAY, daysAgo, runCheck } from './given.ts'
import { buildFrom, type Given } from './sql_harness.ts'

const SNAPSHOT = {
  day: 'DATE',
  handle: 'VARCHAR',
  category: 'VARCHAR',
  rank: 'BIGINT',
  score: 'DECIMAL(6,2)',
  methodology_version: 'VARCHAR',
  is_alive: 'BOOLEAN',
  trust_score: 'BIGINT',
  visibility: 'DECIMAL(5,2)',
}

const today = {
  day: DAY,
  handle: 'a',
  category: 'service',
  rank: 1,
  score: 60,
  trust_score: 45,
  visibility: 12.5,
}
const AGENT = { handle: 'a', primary_category: 'service', rank: 1, score: 60 }

const world = (past: object[], snapshots: object[] = [today], agents: object[] = [AGENT]) =>
  ({
    run: { columns: { day: 'DATE' }, rows: [{ day: DAY }] },
    agents: {
      columns: { handle: 'VARCHAR', primary_category: 'VARCHAR', rank: 'BIGINT', score: 'DECIMAL(6,2)' },
      rows: agents,
    },
    trust: { columns: { handle: 'VARCHAR', score: 'BIGINT' }, rows: [{ handle: 'a', score: 45 }] },
    snapshots: { columns: SNAPSHOT, rows: snapshots },
    past_snapshots: { columns: SNAPSHOT, rows: past },
  }) satisfies Record<string, Given>

async function built(tables: Record<string, Given>) {
  const db = await buildFrom(tables, ['agent_days'])
  const rows = await db.rows<{ day: string; score: number; reputation: number | null }>(
    'select * from agent_days order by day',
  )
  const bad = await runCheck(db, 'agent_days_hold_today')
  db.close()
  return { rows, bad }
}

test('days are those of the present primary category, 97 with today, and figures not yet kept are null', async () => {
  const past = [
    { ...today, day: daysAgo(97), score: 1 },
    { ...today, day: daysAgo(96), score: 2, trust_score: null, visibility: null },
    { ...today, day: daysAgo(1), score: 3 },
    { ...today, day: daysAgo(1), category: 'developer', score: 4 },
    { ...today, day: daysAgo(1), handle: 'other', score: 5 },
  ]
  const { rows, bad } = await built(world(past))
  expect(rows.map(({ day, score, reputation }) => [day, score, reputation])).toEqual([
    [daysAgo(96), 2, null],
    [daysAgo(1), 3, 45],
    [DAY, 60, 45],
  ])
  expect(bad).toEqual([])
})

test.each([
  ['a day of today is missing', []],
  ['a day of today stands twice', [today, today]],
  ['its score is another', [{ ...today, score: 61 }]],
  ['its rank is another', [{ ...today, rank: null }]],
  ['its trust score is another', [{ ...today, trust_score: 44 }]],
  ['its trust score is missing', [{ ...today, trust_score: null }]],
  ['visibility is past its bounds', [{ ...today, visibility: 100.01 }]],
])('the check finds that %s', async (_, snapshots) => {
  expect((await built(world([], snapshots))).bad).toHaveLength(1)
})

test('an agent without a score today needs no day of today', async () => {
  const departed = { ...AGENT, rank: null, score: null }
  expect((await built(world([{ ...today, day: daysAgo(3) }], [], [departed]))).bad).toEqual([])
})

test('visibility counts what is observed, over all that attention could give; none observed is null', async () => {
  const db = await buildFrom(
    {
      sub_scores: {
        columns: {
          handle: 'VARCHAR',
          category: 'VARCHAR',
          key: 'VARCHAR',
          weight: 'INTEGER',
          scaled: 'DECIMAL(5,4)',
        },
        rows: [
          { handle: 'a', key: 'stars', weight: 20, scaled: 0.5 },
          { handle: 'a', key: 'forks', weight: 10, scaled: null },
          { handle: 'a', key: 'age', weight: 70, scaled: 1 },
          { handle: 'b', key: 'stars', weight: 20, scaled: null },
          { handle: 'b', key: 'age', weight: 70, scaled: 0.1 },
          { handle: 'c', key: 'stars', weight: 20, scaled: 0 },
          { handle: 'd', key: 'stars', weight: 17, scaled: 0.1176 },
        ].map((row) => ({ category: 'service', ...row })),
      },
      signal_definitions: {
        columns: { key: 'VARCHAR', is_attention: 'BOOLEAN' },
        rows: ['stars', 'forks', 'age'].map((key) => ({ key, is_attention: key !== 'age' })),
      },
    },
    ['int_agents__visibility'],
  )
  const rows = await db.rows('select handle, visibility from int_agents__visibility order by handle')
  db.close()
  expect(rows).toEqual([
    { handle: 'a', visibility: 33.33 },
    { handle: 'b', visibility: null },
    { handle: 'c', visibility: 0 },
    { handle: 'd', visibility: 11.76 },
  ])
})
