import { expect, test } from 'vitest'
import { DAY, daysAgo, runCheck } from './given.ts'
import { type GivenReading, type GivenSign, givenLives } from './life_given.ts'
import { buildFrom } from './sql_harness.ts'

type Sign = [key: GivenSign['key'], at: string, readDaysAgo?: number]

interface Agent {
  departedOn?: string | null
  category?: string
  firstSeenOn?: string
  sources?: GivenReading[]
}

/** The liveness of one agent that has these signs. */
async function readLiveness(
  signs: Sign[],
  { sources = [], ...agent }: Agent = {},
): Promise<Record<string, unknown>[]> {
  const world = givenLives({
    day: DAY,
    agents: [{ handle: 'a', ...agent }],
    signs: signs.map(([key, at, readDaysAgo]) => ({ handle: 'a', key, at, readDaysAgo: readDaysAgo ?? 0 })),
    sources,
  })
  const db = await buildFrom(world, ['liveness'])
  await db.run("create table agents as select 'a' as handle, null::date as departed_on")
  const bad = agent.departedOn ? [] : await runCheck(db, 'liveness_covers_agents')
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
    'an answer at the first moment of the day 6 days ago, and no act',
    [['probed_at', midnight(6)]],
    { liveness: 'alive', is_activity_alive: null, is_probe_alive: true, days_since_active: null },
  ],
  [
    'an answer at the last moment of the day 7 days ago, and no act',
    [['probed_at', lastSecond(7)]],
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
  expect(await readLiveness(signs)).toEqual([expect.objectContaining(expected)])
})

test('an answer is no activity', async () => {
  const [row] = await readLiveness([['probed_at', midnight(2)]])
  expect(row).toMatchObject({ activity: null, last_activity_at: null, days_since_active: null })
  expect(row?.last_probe_ok_at).not.toBeNull()
})

test('an agent that has departed has no liveness', async () => {
  expect(await readLiveness([['pushed_at', midnight(1)]], { departedOn: daysAgo(1) })).toEqual([])
})

const OUT = (source: string, readDaysAgo: number): Agent => ({ sources: [{ source, readDaysAgo }] })

test.each<[string, Sign[], Agent, object]>([
  [
    'it was alive when it was last read, and its window has passed since',
    [['released_at', midnight(33), 5]],
    OUT('releases', 5),
    { liveness: 'unknown', is_unread: true, is_out: true, days_since_active: 33 },
  ],
  [
    'its window had passed at the last reading already',
    [['released_at', midnight(35), 5]],
    OUT('releases', 5),
    { liveness: 'not_alive', is_unread: false, is_out: false, holds_days: 25 },
  ],
  [
    'the source was not read for 29 days: nobody can have come back and gone again unseen',
    [['released_at', midnight(90), 29]],
    OUT('releases', 29),
    { liveness: 'not_alive', holds_days: 1 },
  ],
  [
    'the source was not read for 30 days',
    [['released_at', midnight(90), 30]],
    OUT('releases', 30),
    { liveness: 'unknown', is_unread: true, is_out: true },
  ],
  [
    'the source was not read for 35 days, and the act is recent all the same',
    [['paid_at', midnight(29)]],
    OUT('x402_payments', 35),
    { liveness: 'alive', is_unread: false },
  ],
  [
    'who was paid, on a chain that was not read for 35 days',
    [['paid_at', midnight(40)]],
    OUT('x402_payments', 35),
    { liveness: 'unknown', is_unread: true, is_out: true },
  ],
  [
    'a source that is read in turn, and not this agent since',
    [['pushed_at', midnight(33), 5]],
    {},
    { liveness: 'unknown', is_unread: true, is_out: false },
  ],
  [
    'the same agent, read today',
    [['pushed_at', midnight(33), 0]],
    {},
    { liveness: 'not_alive', is_unread: false },
  ],
  [
    'one of its two repositories was not read since',
    [
      ['pushed_at', midnight(70), 40],
      ['pushed_at', midnight(60), 0],
    ],
    {},
    { liveness: 'unknown', is_unread: true },
  ],
  [
    'an answer, and no probe since',
    [['probed_at', midnight(9), 3]],
    {},
    { liveness: 'unknown', is_unread: true },
  ],
  [
    'an answer, a probe without one at the end of its window, and none today',
    [['probed_at', midnight(9), 2]],
    {},
    { liveness: 'not_alive', holds_days: 5 },
  ],
  [
    'an act that is read as past, and an answer that may have been renewed',
    [
      ['released_at', midnight(60)],
      ['probed_at', midnight(20), 8],
    ],
    {},
    { liveness: 'unknown', is_unread: true },
  ],
])('%s', async (_, signs, agent, expected) => {
  expect(await readLiveness(signs, agent)).toEqual([expect.objectContaining(expected)])
})

test.each<[string, Agent, object]>([
  [
    'for 30 days',
    { firstSeenOn: daysAgo(30) },
    { liveness: 'not_alive', activity: null, days_since_active: null },
  ],
  ['for 29 days', { firstSeenOn: daysAgo(29) }, { liveness: 'unknown', is_unread: false }],
  [
    'for long, where payments are read for 10 days',
    { sources: [{ source: 'x402_payments', readDaysAgo: 0, firstReadDaysAgo: 10 }] },
    { liveness: 'unknown', is_unread: false },
  ],
  [
    'for long, where payments were not read for 30 days',
    OUT('x402_payments', 30),
    { liveness: 'unknown', is_unread: true, is_out: true },
  ],
])('a service that is listed %s and never showed a sign', async (_, agent, expected) => {
  expect(await readLiveness([], { category: 'service', ...agent })).toEqual([
    expect.objectContaining(expected),
  ])
})

test('to be listed does not make a service alive', async () => {
  const agent = { category: 'service', firstSeenOn: daysAgo(3) }
  expect(await readLiveness([['listed_at', midnight(0)]], agent)).toMatchObject([{ liveness: 'unknown' }])
})
