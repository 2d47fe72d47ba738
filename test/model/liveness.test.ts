import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { NUMBERS } from '../../core/domain/numbers.ts'
import { SIGNALS } from '../../core/domain/signals.ts'
import { SQL_FOLDER } from '../../pipeline/model/build.ts'
import { DAY, daysAgo, runCheck } from './given.ts'
import {
  type GivenAddress,
  type GivenLives,
  type GivenReading,
  type GivenSign,
  givenLives,
} from './life_given.ts'
import { buildFrom } from './sql_harness.ts'

type Sign = [key: GivenSign['key'], at: string, readDaysAgo?: number]

interface Agent extends Pick<GivenLives, 'awaited'> {
  departedOn?: string | null
  category?: string
  sources?: GivenReading[]
  addresses?: Omit<GivenAddress, 'handle'>[]
}

type Case = [name: string, signs: Sign[], agent: Agent, expected: object]

/** Judges the agents of all cases at once, since building the models takes longest; returns what differs. */
async function findDifferences(cases: Case[], sources: GivenReading[] = []): Promise<string[]> {
  const handles = cases.map((_, index) => `agent-${index}`)
  const world = givenLives({
    day: DAY,
    agents: cases.map(([, , { departedOn, category }], index) => ({
      handle: handles[index] as string,
      ...(departedOn !== undefined && { departedOn }),
      ...(category !== undefined && { category }),
    })),
    signs: cases.flatMap(([, signs], index) =>
      signs.map(([key, at, readDaysAgo]) => ({
        ...{ handle: handles[index] as string, key, at, readDaysAgo: readDaysAgo ?? 0 },
      })),
    ),
    addresses: cases.flatMap(([, , { addresses = [] }], index) =>
      addresses.map((address) => ({ handle: handles[index] as string, ...address })),
    ),
    awaited: cases.flatMap(([, , { awaited = [] }], index) =>
      awaited.map((sign) => ({ ...sign, handle: handles[index] as string })),
    ),
    sources,
  })
  const db = await buildFrom(world, ['liveness'])
  await db.run('create table agents as select handle, departed_on from int_agents__profiles')
  const bad = await runCheck(db, 'liveness_covers_agents')
  const rows = await db.rows<Record<string, unknown>>('select * from liveness')
  db.close()
  expect(bad).toEqual([])
  return cases.flatMap(([name, , , expected], index) => {
    const row = rows.find(({ handle }) => handle === handles[index])
    const wrong = Object.entries(expected).filter(([key, value]) => row?.[key] !== value)
    return wrong.map(([key, value]) => `${name}: ${key} is ${row?.[key]}, not ${value}`)
  })
}

const lastSecond = (count: number): string => `${daysAgo(count)} 23:59:59`
const midnight = (count: number): string => `${daysAgo(count)} 00:00:00`

test('a server without an address lives by what it does, and by payments', async () => {
  const cases: [string, Sign[], object][] = [
    [
      'a push at the first moment of the day 29 days ago',
      [['pushed_at', midnight(29)]],
      { liveness: 'alive', sign: 'pushed_at', is_maintained: true, days_since_active: 29, holds_days: 1 },
    ],
    [
      'a push at the last moment of the day 30 days ago',
      [['pushed_at', lastSecond(30)]],
      { liveness: 'not_alive', is_maintained: false, days_since_active: 30 },
    ],
    ['a payment 6 days ago', [['paid_at', midnight(6)]], { liveness: 'alive', sign: 'paid_at' }],
    ['a payment 7 days ago', [['paid_at', lastSecond(7)]], { liveness: 'not_alive', days_since_active: 7 }],
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
      'a listing alone',
      [['listed_at', midnight(1)]],
      { liveness: 'unknown', activity: null, last_activity_at: null, days_since_active: null },
    ],
    ['nothing at all', [], { liveness: 'unknown', sign: null, is_maintained: null, is_unread: false }],
  ]
  const judged = cases.map(
    ([name, signs, expected]): Case => [name, signs, {}, { kind: 'unaddressed', ...expected }],
  )
  expect(await findDifferences(judged)).toEqual([])
})

test('a server with an address that was asked is judged by the askings, and by payments', async () => {
  const cases: [string, Omit<GivenAddress, 'handle'>[], Sign[], object][] = [
    [
      'that answered 6 days ago and not since',
      [{ answeredDaysAgo: 6, judgedDaysAgo: 1 }],
      [],
      { liveness: 'alive', holds_days: 1 },
    ],
    [
      'that answered 7 days ago and not since',
      [{ answeredDaysAgo: 7, judgedDaysAgo: 1 }],
      [],
      { liveness: 'not_alive', holds_days: 7 },
    ],
    [
      'that answered 8 days ago and not since, where nothing was asked on the last two',
      [{ answeredDaysAgo: 8, judgedDaysAgo: 2, turnDaysAgo: 2 }],
      [],
      { liveness: 'alive', holds_days: 1 },
    ],
    [
      'that answered 8 days ago and not since, where nothing was asked on the last one',
      [{ answeredDaysAgo: 8, judgedDaysAgo: 1, turnDaysAgo: 1 }],
      [],
      { liveness: 'not_alive', holds_days: 6 },
    ],
    [
      'whose page answered with an address that can be used',
      ['web', 'x402', 'web'].map((kind) => ({ answeredDaysAgo: 1, kind })),
      [],
      { liveness: 'alive', answered_kind: 'x402' },
    ],
    ['that never answered', [{ judgedDaysAgo: 3 }], [], { liveness: 'not_alive', sign: null }],
    [
      'whose answer of 29 days ago is the last outcome that counts, where none was due since',
      [{ answeredDaysAgo: 29 }],
      [],
      { liveness: 'alive', holds_days: 1 },
    ],
    [
      'whose last outcome that counts is 30 days old',
      [{ answeredDaysAgo: 30 }],
      [],
      { liveness: 'unknown', is_unread: false },
    ],
    [
      'whose last outcome, silence, is 30 days old',
      [{ answeredDaysAgo: 60, judgedDaysAgo: 30 }],
      [],
      { liveness: 'unknown' },
    ],
    [
      'that was due and not asked for 7 days',
      [{ answeredDaysAgo: 7, turnDaysAgo: 7 }],
      [],
      { liveness: 'unknown', is_unread: true },
    ],
    ['that was asked and never told anything', [{}], [], { liveness: 'unknown', is_unread: false }],
    [
      'that is silent while another answers',
      [{ judgedDaysAgo: 0 }, { answeredDaysAgo: 0 }],
      [],
      { liveness: 'alive', addresses: 2, asked_addresses: 2 },
    ],
    [
      'that is silent while another was never asked',
      [{ judgedDaysAgo: 0 }, { isAsked: false }],
      [],
      { liveness: 'not_alive', addresses: 2, asked_addresses: 1 },
    ],
    [
      'that is silent, though it was pushed to today',
      [{ judgedDaysAgo: 0 }],
      [['pushed_at', midnight(0)]],
      { liveness: 'not_alive', is_maintained: true, days_since_active: 0 },
    ],
    [
      'that is silent, though it was paid',
      [{ judgedDaysAgo: 0 }],
      [['paid_at', midnight(6)]],
      { liveness: 'alive', sign: 'paid_at' },
    ],
  ]
  const judged = cases.map(
    ([name, addresses, signs, expected]): Case => [
      name,
      signs,
      { addresses },
      { kind: 'asked', ...expected },
    ],
  )
  expect(await findDifferences(judged)).toEqual([])
})

test('a server whose address was never asked lives by payments alone', async () => {
  const cases: [string, Sign[], object][] = [
    [
      'is unknown, whatever it pushed',
      [['pushed_at', midnight(0)]],
      { liveness: 'unknown', is_maintained: true },
    ],
    ['is alive while it was paid of late', [['paid_at', midnight(6)]], { liveness: 'alive' }],
    ['is unknown when that is past', [['paid_at', midnight(9)]], { liveness: 'unknown' }],
    ['answered us', [['probed_at', midnight(2)]], { kind: 'asked', activity: null, days_since_active: null }],
  ]
  const judged = cases.map(
    ([name, signs, expected]): Case => [
      name,
      signs,
      name === 'answered us' ? {} : { addresses: [{ isAsked: false }] },
      { kind: 'unasked', ...expected },
    ],
  )
  expect(await findDifferences(judged)).toEqual([])
})

test('an agent that has departed has no liveness', async () => {
  const departed: Case = [
    'departed',
    [['pushed_at', midnight(1)]],
    { departedOn: daysAgo(1) },
    { handle: undefined },
  ]
  expect(await findDifferences([departed])).toEqual([])
})

test.each<[string, number, [Sign, object][]]>([
  [
    'releases',
    5,
    [
      [['released_at', midnight(33), 5], { liveness: 'unknown', is_unread: true, is_out: true }],
      [['released_at', midnight(35), 5], { liveness: 'not_alive', is_unread: false, holds_days: 25 }],
    ],
  ],
  ['releases', 29, [[['released_at', midnight(90), 29], { liveness: 'not_alive', holds_days: 1 }]]],
  ['releases', 30, [[['released_at', midnight(90), 30], { liveness: 'unknown', is_out: true }]]],
  [
    'x402_payments',
    35,
    [[['paid_at', midnight(40)], { liveness: 'unknown', is_unread: true, is_out: true }]],
  ],
])('while %s are not read for %i days nobody dies', async (source, readDaysAgo, cases) => {
  const judged = cases.map(([sign, expected]): Case => [sign.join(' '), [sign], {}, expected])
  expect(await findDifferences(judged, [{ source, readDaysAgo }])).toEqual([])
})

test('who is read in turn, or of whom something was never read, is unknown until then', async () => {
  const awaited = [{ handle: '', kind: 'unaddressed', sign: 'released_at', is_out: false }]
  const unread = { liveness: 'unknown', is_unread: true, is_out: false }
  const cases: Case[] = [
    ['not read since', [['pushed_at', midnight(33), 5]], {}, unread],
    ['read today', [['pushed_at', midnight(33), 0]], {}, { liveness: 'not_alive', is_unread: false }],
    [
      'one of two repositories not read since',
      [
        ['pushed_at', midnight(70), 40],
        ['pushed_at', midnight(60), 0],
      ],
      {},
      unread,
    ],
    ['a package was never read', [['pushed_at', midnight(60)]], { awaited }, unread],
  ]
  expect(await findDifferences(cases)).toEqual([])
})

/** The states of a developer and of its agent, by the ages of their pushes in days (null: none seen). */
async function readDeveloper(own: number | null, agents: number | null): Promise<unknown> {
  const push = (handle: string, age: number | null): GivenSign[] =>
    age === null ? [] : [{ handle, key: 'pushed_at', at: midnight(age) }]
  const db = await buildFrom(
    givenLives({
      day: DAY,
      agents: [{ handle: 'lab', category: 'developer' }, { handle: 'server' }],
      signs: [...push('lab', own), ...push('server', agents)],
      owned: [{ handle: 'lab', agent: 'server' }],
    }),
    ['liveness'],
  )
  const [row] = await db.rows<{ liveness: string; sign: string }>(
    "select * from liveness where handle = 'lab'",
  )
  db.close()
  return [row?.liveness, row?.sign]
}

test('a developer lives by its own acts or by a live agent, and is not dead while its agent is unknown', async () => {
  expect(await readDeveloper(40, 3)).toEqual(['alive', 'agent_alive'])
  expect(await readDeveloper(null, 3)).toEqual(['alive', 'agent_alive'])
  expect(await readDeveloper(40, 40)).toEqual(['not_alive', 'pushed_at'])
  expect(await readDeveloper(40, null)).toEqual(['unknown', 'pushed_at'])
  expect(await readDeveloper(null, 40)).toEqual(['unknown', null])
})

test('the table of signs names signals, within the days of the interface', async () => {
  const db = await buildFrom({}, ['seed_liveness__signs'])
  const signs = await db.rows<{ sign: string; days: number; is_life: boolean; is_upkeep: boolean }>(
    'select * from seed_liveness__signs',
  )
  db.close()
  const unknown = signs.filter(
    ({ sign }) => SIGNALS[sign] === undefined && !['address_answered', 'agent_alive'].includes(sign),
  )
  expect(unknown).toEqual([])
  expect(
    signs.every(({ days, is_life, is_upkeep }) => days <= NUMBERS.alive_days && (is_life || is_upkeep)),
  ).toBe(true)
  expect(signs.find(({ sign }) => sign === 'address_answered')?.days).toBe(NUMBERS.answer_days)
})

test('docs/scores/liveness.md prints the table', async () => {
  const db = await buildFrom({}, ['seed_liveness__signs'])
  const signs = await db.rows<Record<'kind' | 'says' | 'days' | 'is_life' | 'is_upkeep', string | boolean>>(
    'select * from seed_liveness__signs order by position',
  )
  db.close()
  const page = readFileSync(join(SQL_FOLDER, '../docs/scores/liveness.md'), 'utf8')
  const rows = signs.map(({ kind, says, days, is_life, is_upkeep }) => {
    const shows = [is_life ? 'alive' : [], is_upkeep ? 'maintained' : []].flat().join(', ')
    return `| ${kind} | ${says} | ${days} | ${shows} |`
  })
  expect(page).toContain(rows.join('\n'))
})
