import { expect, test } from 'vitest'
import type { z } from 'zod'
import type { changes as schema } from '../../core/resources/changes.schema.ts'
import { changesArtifacts } from '../../pipeline/artifacts/answers/changes.ts'
import {
  bodies,
  broken,
  type ChangeWorld,
  change,
  changeMarts,
  createChangeSite,
  daysAgo,
  HOSTILE,
  INFO,
} from './change_world.ts'

type Changes = z.infer<typeof schema>

const CHECKS = ['change_windows_reconcile', 'listed_changes_within_windows', 'feed_changes_newest_first']

async function published(world: ChangeWorld): Promise<(days: number) => Changes> {
  const db = await changeMarts(world)
  for (const check of CHECKS) expect(await broken(db, check), check).toEqual([])
  const all = await bodies(changesArtifacts(createChangeSite(db)))
  expect(all.size).toBe(7)
  return (days) =>
    JSON.parse(all.get(days === 1 ? 'public/api/changes/v1' : `private/changes/${days}.json`) as string)
}

test('a change is listed under its group with what was before and after', async () => {
  const of = await published({
    changes: [change('amber'), change('birch', { kind: 'death' })],
    flagged: ['birch'],
  })
  expect(of(1).groups.deaths.map((row) => row.risk_flags)).toEqual([[HOSTILE]])
  expect(of(1).groups.rank_movers).toEqual([
    {
      handle: 'amber',
      name: 'Name of amber',
      url: 'https://assay.example/agents/amber',
      risk_flags: [],
      day: INFO.day,
      category: 'service',
      rank_before: 9,
      rank_after: 4,
      rank_delta: 5,
      score_before: 50.5,
      score_after: 61.25,
      tier_before: 'evidence_ranked',
      tier_after: 'evidence_ranked',
      reason: null,
    },
  ])
  expect(of(1).groups.deaths.map((row) => row.handle)).toEqual(['birch'])
  expect(of(1)).toMatchObject({
    counts: { rank_movers: 1, deaths: 1, new_agents: 0 },
    window: { days: 1, observed_days: 1, compared_with: daysAgo(1) },
    limitations: INFO.limitations,
    last_updated: INFO.last_updated,
  })
})

test('every kind has a group of its own', async () => {
  const kinds = [
    'mover',
    'newly_measured',
    'new',
    'promotion',
    'demotion',
    'death',
    'resurrection',
    'return',
    'departure',
    'tools_changed',
  ] as const
  const of = await published({ changes: kinds.map((kind) => change(`agent-${kind}`, { kind })) })
  expect(Object.values(of(1).counts)).toEqual(Array(10).fill(1))
  expect(Object.values(of(1).groups).map(([row]) => row?.handle)).toEqual(
    kinds.map((kind) => `agent-${kind}`),
  )
  expect(of(1).untrusted_fields).toEqual(Object.keys(of(1).groups).map((name) => `groups.${name}.name`))
})

test('a window holds the days it says, and none before', async () => {
  const days = [0, 1, 3, 6, 7, 8]
  const of = await published({ changes: days.map((ago) => change(`agent-${ago}`, { day: daysAgo(ago) })) })
  expect([1, 2, 3, 4, 5, 6, 7].map((length) => of(length).counts.rank_movers)).toEqual([1, 2, 2, 3, 3, 3, 4])
  expect(of(4).groups.rank_movers.map((row) => row.handle)).toEqual(['agent-0', 'agent-1', 'agent-3'])
  expect(of(7).window).toEqual({
    days: 7,
    from: daysAgo(6),
    to: INFO.day,
    observed_days: 7,
    compared_with: daysAgo(7),
  })
})

test('the largest moves come first, down as up; ties go to the better rank, then to the handle', async () => {
  const of = await published({
    changes: [
      change('small', { rank_before: 2, rank_after: 1 }),
      change('tie-b', { rank_before: 30, rank_after: 20 }),
      change('tie-a', { rank_before: 30, rank_after: 20 }),
      change('tie-high', { rank_before: 3, rank_after: 13 }),
      change('fall', { rank_before: 10, rank_after: 90 }),
    ],
  })
  const rows = of(1).groups.rank_movers
  expect(rows.map((row) => row.handle)).toEqual(['fall', 'tie-high', 'tie-a', 'tie-b', 'small'])
  expect(rows.map((row) => row.rank_delta)).toEqual([-80, -10, 10, 10, 1])
})

test('other kinds begin with the best rank; agents that never had one follow by score', async () => {
  const unranked = { kind: 'departure', rank_before: null, rank_after: null, score_after: null } as const
  const of = await published({
    changes: [
      change('amber-low', { ...unranked, score_before: 10 }),
      change('birch-high', { ...unranked, score_before: 20 }),
      change('ranked', { ...unranked, rank_before: 99, score_before: 5, reason: 'merged into other' }),
    ],
  })
  expect(of(1).groups.departures.map((row) => row.handle)).toEqual(['ranked', 'birch-high', 'amber-low'])
  expect(of(1).groups.departures[0]).toMatchObject({ rank_delta: null, reason: 'merged into other' })
})

test('a kind that does not move goes by the better rank of the two days, then by the better score', async () => {
  const death = (handle: string, ranks: [number, number] | null, scores: [number, number]) =>
    change(handle, {
      ...{ kind: 'death', rank_before: ranks?.[0] ?? null, rank_after: ranks?.[1] ?? null },
      ...{ score_before: scores[0], score_after: scores[1] },
    })
  const of = await published({
    changes: [
      death('steady', [6, 7], [50, 50]),
      death('once-better', [5, 9], [50, 50]),
      death('narrow', null, [20, 25]),
      death('wide', null, [10, 30]),
    ],
  })
  expect(of(1).groups.deaths.map((row) => row.handle)).toEqual(['once-better', 'steady', 'wide', 'narrow'])
})

test('a group lists 100, its count is of all, and a limitation says so', async () => {
  const changes = Array.from({ length: 130 }, (_, at) => change(`agent-${at}`, { rank_before: 5 + at }))
  const of = await published({ changes })
  expect(of(1).counts.rank_movers).toBe(130)
  expect(of(1).groups.rank_movers).toHaveLength(100)
  expect(of(1).groups.rank_movers[0]?.handle).toBe('agent-129')
  expect(of(1).limitations.at(-1)).toContain('100 most telling')
})

test('without a day before it a day has no changes, and says why', async () => {
  const of = await published({ observed: [] })
  expect(of(1).groups).toEqual(of(7).groups)
  expect(Object.values(of(1).groups).flat()).toEqual([])
  expect(of(1).window).toMatchObject({ observed_days: 0, compared_with: null })
  expect(of(1).limitations.at(-1)).toContain('not the same as no change')
})

test('days that were not observed are counted and reported', async () => {
  const of = await published({
    changes: [change('amber', { day: daysAgo(4) })],
    observed: [daysAgo(9), daysAgo(8), daysAgo(4)],
  })
  expect(of(7).window).toMatchObject({ observed_days: 2, compared_with: daysAgo(8) })
  expect(of(7).limitations.at(-1)).toContain('2 of the 7 days')
  expect(of(1).window).toMatchObject({ observed_days: 1, compared_with: daysAgo(4) })
  expect(of(1).limitations.at(-1)).toContain(`since ${daysAgo(4)}`)
})

test('days before changes were kept do not count as days without a change', async () => {
  const of = await published({
    changes: [change('amber', { day: daysAgo(1) })],
    observed: [4, 3, 2, 1].map(daysAgo),
  })
  expect(of(7).window).toMatchObject({ observed_days: 2, compared_with: daysAgo(2) })
})

test('a hostile name is cleaned; a retired handle has no page and replaces its name', async () => {
  const agents = [{ handle: 'amber', name: '\u202e<script>alert(1)</script>\u0000'.padEnd(300, 'x') }]
  const of = await published({ agents, changes: [change('amber'), change('retired', { kind: 'departure' })] })
  const [amber] = of(1).groups.rank_movers
  expect([...(amber?.name ?? '')]).toHaveLength(100)
  expect(amber?.name).toMatch(/^<script>alert\(1\)<\/script>x/)
  expect(of(1).groups.departures).toMatchObject([{ handle: 'retired', name: 'retired', url: null }])
})

test('the same rows in another order give the same bytes', async () => {
  const changes = Array.from({ length: 40 }, (_, at) => change(`agent-${at}`, { day: daysAgo(at % 5) }))
  const agents = changes.map(({ handle }) => ({ handle, name: handle }))
  const render = async (world: ChangeWorld) =>
    bodies(changesArtifacts(createChangeSite(await changeMarts(world))))
  expect(await render({ changes, agents })).toEqual(
    await render({ changes: changes.toReversed(), agents: agents.toReversed() }),
  )
})

test.each([
  ['change_windows_reconcile', `update counts set count = 9 where name = 'changes/mover'`],
  ['change_windows_reconcile', `update change_windows set deaths = 1 where days = 1`],
  ['change_windows_reconcile', `insert into counts values ('changes/unheard', 1)`],
  ['change_windows_reconcile', `delete from change_windows where days = 7`],
  ['listed_changes_within_windows', `delete from listed_changes where days = 3 and handle = 'amber'`],
  ['listed_changes_within_windows', `insert into listed_changes select * from listed_changes where days = 1`],
  ['listed_changes_within_windows', `update listed_changes set day = day - 1 where days = 1`],
  [
    'listed_changes_within_windows',
    `update listed_changes set handle = 'birch-2', rank_before = 5 where handle = 'amber'`,
  ],
  ['feed_changes_newest_first', `insert into feed_changes select * from feed_changes limit 1`],
  ['feed_changes_newest_first', `update feed_changes set position = 3 - position`],
  ['feed_changes_newest_first', `update feed_changes set day = day - 7`],
  ['feed_changes_newest_first', `delete from feed_changes where handle = 'amber'`],
])('the check %s finds what it looks for after %s', async (check, damage) => {
  const db = await changeMarts({
    changes: [change('amber'), change('birch', { day: daysAgo(2), rank_before: 5 })],
  })
  expect(await broken(db, check)).toEqual([])
  await db.run(damage)
  expect(await broken(db, check)).not.toEqual([])
})
