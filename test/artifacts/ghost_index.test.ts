import { expect, test } from 'vitest'
import type { GhostIndex } from '../../core/resources/ghost_index.schema.ts'
import { computeFigures, type LivenessForecast, liveIndex } from '../../core/resources/ghost_index.ts'
import { ghostIndexArtifacts } from '../../pipeline/artifacts/answers/ghost_index.ts'
import type { Database } from '../../pipeline/model/database.ts'
import { buildFrom } from '../model/sql_harness.ts'
import { daysLater, ghostWorld, pastGhosts } from './ghost_given.ts'
import { broken, collectBodies, createMarketSite, createReleaseInfo, parsed } from './market_site.ts'

const DAY = '2026-03-31'
const WANTED = ['ghost_index_history', 'ghost_index_holds', 'liveness_backtest']
const CHECKS = [
  'ghost_index_reconciles',
  'ghost_index_holds_reconcile',
  'ghost_index_history_dated',
  'liveness_backtest_reconciles',
]

async function inIndex<T>(
  given: Parameters<typeof ghostWorld>[0],
  read: (db: Database) => Promise<T>,
): Promise<T> {
  const db = await buildFrom(ghostWorld(given), WANTED)
  try {
    for (const check of CHECKS) expect(await broken(db, check), check).toEqual([])
    return await read(db)
  } finally {
    db.close()
  }
}

const renderArtifacts = (given: Parameters<typeof ghostWorld>[0]): Promise<Map<string, string>> =>
  inIndex(given, (db) =>
    collectBodies(ghostIndexArtifacts(createMarketSite(db, createReleaseInfo(given.day)))),
  )

/** Agents of all ages around the rule's bound, some by an act, some by an answer, some by neither. */
const AGENTS = Array.from({ length: 240 }, (_, nth) => ({
  handle: `agent-${String(nth).padStart(3, '0')}`,
  category: ['service', 'tokenized', 'developer'][nth % 3] as string,
  actedDaysAgo: nth % 5 === 0 ? null : (nth * 7) % 75,
  answeredDaysAgo: nth % 4 === 0 ? (nth * 11) % 60 : null,
}))

test('the stored index has its breakdowns, and history only of earlier days, the newest first', async () => {
  const past = [1, 2, 8].map((ago) =>
    pastGhosts(daysLater(DAY, -ago), { agents: 10, covered: 8, alive: ago }),
  )
  const bodies = await renderArtifacts({ day: DAY, agents: AGENTS, past: past.flat() })
  const index = parsed<GhostIndex>(bodies, 'public/api/ghost-index/v1')
  expect(index).toMatchObject({ live: false, computed_for: DAY, agents: 240, count: 3 })
  expect(index.breakdowns.category.map((row) => [row.value, row.agents])).toEqual([
    ['developer', 80],
    ['service', 80],
    ['tokenized', 80],
  ])
  expect(index.history.map((row) => [row.day, row.alive])).toEqual([
    ['2026-03-30', 1],
    ['2026-03-29', 2],
    ['2026-03-23', 8],
  ])
})

test('the public file has 30 snapshots of the 365 that are kept', async () => {
  const past = Array.from({ length: 365 }, (_, nth) =>
    pastGhosts(daysLater(DAY, -nth - 1), { agents: 10, covered: 8, alive: nth % 8 }),
  )
  const bodies = await renderArtifacts({ day: DAY, agents: AGENTS, past: past.flat() })
  const longest = parsed<GhostIndex>(bodies, 'private/ghost-index/history.json')
  expect(longest.count).toBe(365)
  expect(parsed(bodies, 'public/api/ghost-index/v1')).toEqual({
    ...longest,
    count: 30,
    history: longest.history.slice(0, 30),
  })
})

test('on the first day, and of no agents, what is not known is null', async () => {
  const index = parsed<GhostIndex>(
    await renderArtifacts({ day: DAY, agents: [] }),
    'public/api/ghost-index/v1',
  )
  expect(index).toMatchObject({ agents: 0, liveness_score: null, coverage: null, count: 0, history: [] })
})

test.each([0, 1, 13, 29, 30, 400])(
  'the index %i days on is what a run that can read nothing finds',
  async (days) => {
    const bodies = await renderArtifacts({ day: DAY, agents: AGENTS })
    const holds = parsed<LivenessForecast[]>(bodies, 'private/ghost-index/holds.json')
    const stored = parsed<GhostIndex>(bodies, 'private/ghost-index/history.json')
    const today = daysLater(DAY, days)
    const live = liveIndex(holds, stored, { today, days: 5 }, createReleaseInfo(DAY))
    const later = daysLater(DAY, days)
    const shifted = AGENTS.map((agent) => ({
      ...agent,
      actedDaysAgo: agent.actedDaysAgo === null ? null : agent.actedDaysAgo + days,
      answeredDaysAgo: agent.answeredDaysAgo === null ? null : agent.answeredDaysAgo + days,
      readDaysAgo: days,
    }))
    const past = await inIndex({ day: DAY, agents: AGENTS }, (db) =>
      db.rows<object>('select * from ghost_index'),
    )
    const run = parsed<GhostIndex>(
      await renderArtifacts({ day: later, agents: shifted, past: days === 0 ? [] : past }),
      'public/api/ghost-index/v1',
    )
    expect({ ...live, breakdowns: null }).toMatchObject({ live: true, computed_for: today, alive: run.alive })
    expect(live.breakdowns).toEqual(run.breakdowns)
    expect(live.liveness_score).toBe(run.liveness_score)
    expect(live.history.map((row) => row.day)).toEqual(days === 0 ? [] : [DAY])
    expect(live.as_of).toBe(`${DAY}T23:59:59.000Z`)
  },
)

test('a clock before the release takes its day', async () => {
  const bodies = await renderArtifacts({ day: DAY, agents: AGENTS })
  const holds = parsed<LivenessForecast[]>(bodies, 'private/ghost-index/holds.json')
  const stored = parsed<GhostIndex>(bodies, 'private/ghost-index/history.json')
  const live = liveIndex(holds, stored, { today: '2026-03-01', days: 5 }, createReleaseInfo(DAY))
  expect(live.computed_for).toBe(DAY)
  expect(live.alive).toBe(stored.alive)
})

test('figures are rounded as the mart rounds them', async () => {
  // Of 160 agents 97 make 60.625 %, which is 60.62 or 60.63 as it is computed.
  for (const [covered, alive] of [
    [160, 97],
    [160, 87],
    [153, 80],
    [37, 11],
  ] as const) {
    const agents = Array.from({ length: 160 }, (_, nth) => ({
      handle: `agent-${nth}`,
      category: 'service',
      actedDaysAgo: nth < alive ? 3 : nth < covered ? 50 : null,
      answeredDaysAgo: null,
    }))
    const index = parsed<GhostIndex>(await renderArtifacts({ day: DAY, agents }), 'public/api/ghost-index/v1')
    expect(index).toMatchObject(computeFigures(160, covered, alive))
  }
})
