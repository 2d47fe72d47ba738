import { expect, test } from 'vitest'
import { DAY, daysAgo } from './given.ts'
import { rowsFrom, toGivenTables } from './given_tables.ts'

const STANDING = 'day:date handle category rank:bigint score:decimal(6,2) tier is_alive:boolean'

const COLUMNS = {
  run: 'day:date',
  snapshots: STANDING,
  previous_snapshots: STANDING,
  int_changes__moves: 'handle category kind reason',
  past_bindings: 'handle record_id is_anchor:boolean',
  int_records__handles: 'record_id handle bound_on:date',
  int_agents__profiles: 'handle departed_reason',
  agents: 'handle primary_category',
  int_agents__tool_changes:
    'handle url changed_on:date is_named_today:boolean changes_often:boolean silent_days:bigint',
  raw_tool_changes: 'url changed_on:date added:json removed:json changed:json',
}

type Rows = Partial<Record<keyof typeof COLUMNS, object[]>>

/** The kinds of change by agent, with the reason if there is one. */
async function readChanges(rows: Rows): Promise<Record<string, string>> {
  const found = await rowsFrom<{ handle: string; kinds: string }>(
    toGivenTables(COLUMNS, { run: [{ day: DAY }], ...rows }),
    ['changes'],
    `select handle, string_agg(kind || coalesce(': ' || reason, ''), ', ' order by kind) as kinds from changes group by handle`,
  )
  return Object.fromEntries(found.map(({ handle, kinds }) => [handle, kinds]))
}

type Standing = [rank: number | null, isAlive: boolean | null]

const standing = (handle: string, [rank, is_alive]: Standing) => ({
  ...{ handle, category: 'service', rank, is_alive },
  tier: rank === null ? 'indexed' : 'evidence_ranked',
})

/** Agents as of the day before and of today; null if absent. */
const AGENTS: Record<string, [before: Standing | null, today: Standing | null]> = {
  same: [
    [1, true],
    [1, true],
  ],
  moved: [
    [5, true],
    [3, true],
  ],
  measured: [
    [9, true],
    [2, true],
  ],
  jumped: [
    [90, true],
    [14, true],
  ],
  promoted: [
    [null, null],
    [2, null],
  ],
  demoted: [
    [4, null],
    [null, null],
  ],
  died: [
    [6, true],
    [6, false],
  ],
  rose: [
    [7, false],
    [7, true],
  ],
  forgotten: [
    [8, true],
    [8, null],
  ],
  added: [null, [9, true]],
  back: [null, [10, true]],
  withdrawn: [[11, true], null],
  merged: [[12, true], null],
  moved_on: [[13, true], null],
}

const MOVES = [
  { handle: 'moved', category: 'service', kind: 'mover', reason: 'moved most by Uses' },
  { handle: 'measured', category: 'service', kind: 'newly_measured', reason: 'now observed: Stars' },
]

const standingRows = (at: 0 | 1): object[] =>
  Object.entries(AGENTS).flatMap(([handle, both]) => {
    const item = both[at]
    return item ? [standing(handle, item)] : []
  })

test('each change since the day before has its kind, and a departure its reason', async () => {
  const anchor = (handle: string, is_anchor = true) => ({ handle, record_id: `record:${handle}`, is_anchor })
  const now = { withdrawn: 'withdrawn', merged: 'moved', moved_on: 'moved', back: 'back' }
  expect(
    await readChanges({
      previous_snapshots: standingRows(0),
      snapshots: standingRows(1),
      int_changes__moves: MOVES,
      past_bindings: [anchor('back'), anchor('withdrawn'), anchor('merged'), anchor('moved_on', false)],
      int_records__handles: Object.entries(now).map(([of, handle]) => ({
        record_id: `record:${of}`,
        handle,
      })),
      int_agents__profiles: [
        { handle: 'withdrawn', departed_reason: 'deleted by its publisher' },
        { handle: 'moved', departed_reason: 'not asked for' },
      ],
    }),
  ).toEqual({
    moved: 'mover: moved most by Uses',
    measured: 'newly_measured: now observed: Stars',
    promoted: 'promotion',
    demoted: 'demotion',
    died: 'death',
    rose: 'resurrection',
    added: 'new',
    back: 'return',
    withdrawn: 'departure: deleted by its publisher',
    merged: 'departure: merged into moved',
    moved_on: 'departure: no source lists it in this category any more',
  })
})

test('tools that changed without a new version are named, with what the change was', async () => {
  const tools = (handle: string, changes_often: boolean, is_named_today = true) => ({
    ...{ handle, url: `https://${handle}.example/`, changed_on: DAY },
    ...{ is_named_today, changes_often, silent_days: changes_often ? 3 : 1 },
  })
  const servers = [tools('same', false), tools('moved', true), tools('died', false, false)]
  const { same, moved, died } = await readChanges({
    previous_snapshots: standingRows(0),
    snapshots: standingRows(1),
    int_changes__moves: MOVES,
    agents: servers.map(({ handle }) => ({ handle, primary_category: 'service' })),
    int_agents__tool_changes: servers,
    raw_tool_changes: servers.map(({ url, changed_on }) => ({
      ...{ url, changed_on, added: ['a', 'b'], removed: ['c'], changed: [] },
    })),
  })
  expect([same, moved, died]).toEqual([
    'tools_changed: the tools changed without a new version: 2 added, 1 removed, 0 changed',
    'mover: moved most by Uses, tools_changed: the tools change often without a new version: on 3 of the last 7 days',
    'death',
  ])
})

test('without a day before there are no changes', async () => {
  expect(await readChanges({ snapshots: standingRows(1) })).toEqual({})
})

test('changes of the last 90 days with today are recent', async () => {
  const CHANGE = { run: 'day:date', changes: 'day:date handle', past_changes: 'day:date handle' }
  const given = toGivenTables(CHANGE, {
    run: [{ day: DAY }],
    changes: [{ day: DAY, handle: 'today' }],
    past_changes: [
      { day: daysAgo(89), handle: 'first' },
      { day: daysAgo(90), handle: 'before' },
    ],
  })
  expect(await rowsFrom(given, ['recent_changes'], 'select handle from recent_changes order by all')).toEqual(
    [{ handle: 'first' }, { handle: 'today' }],
  )
})

const SCORE = {
  sub_scores: 'handle category key points:decimal(9,4) is_assumed:boolean',
  previous_sub_scores: 'handle category key points:decimal(9,4) is_assumed:boolean',
  snapshots: `${STANDING} exact_score:decimal(9,4) methodology_version`,
  previous_snapshots: `${STANDING} exact_score:decimal(9,4) methodology_version`,
}

test('a score that moved says by how much, and which signals moved it, the largest first', async () => {
  const signals: [key: string, before: number, today: number, was: boolean, is: boolean][] = [
    ['fell', 10, 2.5, false, false],
    ['rose', 5, 8, false, false],
    ['same', 4, 4, false, false],
    ['first', 1, 2, true, false],
    ['lost', 3, 2.5, false, true],
    ['prior', 1, 1.25, true, true],
  ]
  const points = (at: 1 | 2) =>
    signals.map((signal) => ({
      ...{
        handle: 'a',
        category: 'service',
        key: signal[0],
        points: signal[at],
        is_assumed: signal[at === 1 ? 3 : 4],
      },
    }))
  const on = (handle: string, day: string, exact_score: number, methodology_version: string) => ({
    ...{ handle, category: 'service', day, exact_score, methodology_version, rank: 1 },
  })
  const given = toGivenTables(SCORE, {
    sub_scores: points(2),
    previous_sub_scores: points(1),
    snapshots: [on('a', DAY, 20.25, 'v1'), on('b', DAY, 30, 'v1'), on('c', DAY, 41, 'v2')],
    previous_snapshots: [
      on('a', daysAgo(1), 24, 'v1'),
      on('b', daysAgo(1), 30, 'v1'),
      on('c', daysAgo(1), 40, 'v1'),
    ],
  })
  const rows = await rowsFrom<{ causes: { key: string; cause: string; delta: number }[] }>(
    given,
    ['score_changes'],
    'select handle, since, score_delta, is_methodology_changed, causes from score_changes order by handle',
  )
  expect(rows).toMatchObject([
    { handle: 'a', since: daysAgo(1), score_delta: -3.75, is_methodology_changed: false },
    { handle: 'c', since: daysAgo(1), score_delta: 1, is_methodology_changed: true, causes: [] },
  ])
  expect(rows[0]?.causes.map(({ key, delta, cause }) => [key, delta, cause])).toEqual([
    ['fell', -7.5, 'its value changed'],
    ['rose', 3, 'its value changed'],
    ['first', 1, 'observed for the first time'],
    ['lost', -0.5, 'no longer observed'],
    ['prior', 0.25, 'its value changed'],
  ])
})
