import { expect, test } from 'vitest'
import { DAY, daysAgo, runCheck } from './given.ts'
import { buildFrom } from './sql_harness.ts'

type Sign = [key: string, valueAt: string]

const KEYS = [
  { key: 'pushed_at', is_activity: true, is_probe: false },
  { key: 'released_at', is_activity: true, is_probe: false },
  { key: 'probed_at', is_activity: false, is_probe: true },
  { key: 'listed_at', is_activity: false, is_probe: false },
]

/** The liveness of one agent that has these signals. */
async function livenessOf(
  signs: Sign[],
  departedOn: string | null = null,
): Promise<Record<string, unknown>[]> {
  const db = await buildFrom(
    {
      run: { columns: { day: 'DATE' }, rows: [{ day: DAY }] },
      signals: {
        columns: { handle: 'VARCHAR', key: 'VARCHAR', value_at: 'TIMESTAMP' },
        rows: signs.map(([key, value_at]) => ({ handle: 'a', key, value_at })),
      },
      signal_definitions: {
        columns: { key: 'VARCHAR', is_activity: 'BOOLEAN', is_probe: 'BOOLEAN' },
        rows: KEYS,
      },
      int_agents__identified: {
        columns: { handle: 'VARCHAR', departed_on: 'DATE' },
        rows: [{ handle: 'a', departed_on: departedOn }],
      },
    },
    ['liveness'],
  )
  await db.run("create table agents as select 'a' as handle, null::date as departed_on")
  const bad = departedOn === null ? await runCheck(db, 'liveness_covers_agents') : []
  const rows = await db.rows<Record<string, unknown>>('select * from liveness')
  db.close()
  expect(bad).toEqual([])
  return rows
}

const lastSecond = (count: number): string => `${daysAgo(count)} 23:59:59`
const midnight = (count: number): string => `${daysAgo(count)} 00:00:00`

test.each<[string, Sign[], object]>([
  [
    'an act at the first moment of the day 29 days ago',
    [['pushed_at', midnight(29)]],
    { liveness: 'alive', is_activity_alive: true, is_probe_alive: null, days_since_active: 29 },
  ],
  [
    'an act at the last moment of the day 30 days ago',
    [['pushed_at', lastSecond(30)]],
    { liveness: 'not_alive', is_activity_alive: false, is_probe_alive: null, days_since_active: 30 },
  ],
  [
    'an answer 29 days ago, and no act',
    [['probed_at', midnight(29)]],
    { liveness: 'alive', is_activity_alive: null, is_probe_alive: true, days_since_active: null },
  ],
  [
    'an answer 30 days ago, and no act',
    [['probed_at', lastSecond(30)]],
    { liveness: 'not_alive', is_activity_alive: null, is_probe_alive: false, days_since_active: null },
  ],
  [
    'an old act and a fresh answer',
    [
      ['pushed_at', midnight(100)],
      ['probed_at', midnight(0)],
    ],
    { liveness: 'alive', is_activity_alive: false, is_probe_alive: true, days_since_active: 100 },
  ],
  [
    'a fresh act and an old answer',
    [
      ['pushed_at', midnight(1)],
      ['probed_at', midnight(40)],
    ],
    { liveness: 'alive', is_activity_alive: true, is_probe_alive: false, days_since_active: 1 },
  ],
  [
    'both old',
    [
      ['pushed_at', midnight(31)],
      ['probed_at', midnight(40)],
    ],
    { liveness: 'not_alive', is_activity_alive: false, is_probe_alive: false, days_since_active: 31 },
  ],
  [
    'two acts: the later one counts',
    [
      ['pushed_at', midnight(50)],
      ['released_at', midnight(5)],
    ],
    { liveness: 'alive', activity: 'released_at', days_since_active: 5 },
  ],
  [
    'two acts at one moment: the first by name is shown',
    [
      ['released_at', midnight(5)],
      ['pushed_at', midnight(5)],
    ],
    { liveness: 'alive', activity: 'pushed_at', days_since_active: 5 },
  ],
  [
    'an act that is dated after the day counts as of the day',
    [['pushed_at', midnight(-3)]],
    { liveness: 'alive', days_since_active: 0 },
  ],
  [
    'a signal that is neither act nor answer',
    [['listed_at', midnight(1)]],
    { liveness: 'unknown', activity: null, last_activity_at: null, days_since_active: null },
  ],
  ['nothing at all', [], { liveness: 'unknown', is_activity_alive: null, is_probe_alive: null }],
])('%s', async (_, signs, expected) => {
  expect(await livenessOf(signs)).toEqual([expect.objectContaining(expected)])
})

test('an answer is no activity', async () => {
  const [row] = await livenessOf([['probed_at', midnight(2)]])
  expect(row).toMatchObject({ activity: null, last_activity_at: null, days_since_active: null })
  expect(row?.last_probe_ok_at).not.toBeNull()
})

test('an agent that has departed has no liveness', async () => {
  expect(await livenessOf([['pushed_at', midnight(1)]], daysAgo(1))).toEqual([])
})
