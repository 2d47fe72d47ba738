import { expect, test } from 'vitest'
import { DAY, daysAgo } from './given.ts'
import { rowsFrom, toGivenTables } from './given_tables.ts'

const STANDING = 'day:date handle category tier'

const COLUMNS = {
  run: 'day:date',
  categories: 'id',
  ghost_index_history: `day:date dimension value agents:bigint covered:bigint alive:bigint ghosts:bigint
    alive_share:decimal(5,2) listed:bigint`,
  snapshots: STANDING,
  compared_snapshots: STANDING,
}

interface Trend {
  name: string
  today: number | null
  days_ago_7: number | null
  days_ago_30: number | null
  trend: string | null
}

/** The metrics of a world: `dimension/value metric` → today, 7 and 30 days ago, and the trend. */
async function trends(
  rows: Partial<Record<keyof typeof COLUMNS, object[]>>,
): Promise<Record<string, string>> {
  const found = await rowsFrom<Trend>(
    toGivenTables(COLUMNS, { run: [{ day: DAY }], ...rows }),
    ['ecosystem_trends'],
    "select *, dimension || '/' || value || ' ' || metric as name from ecosystem_trends",
  )
  return Object.fromEntries(
    found.map(({ name, ...trend }) => [
      name,
      [trend.today, trend.days_ago_7, trend.days_ago_30, trend.trend].join(' '),
    ]),
  )
}

const ghosts = (
  ago: number,
  value: string,
  agents: number,
  covered: number,
  alive: number,
  share: number,
) => ({
  ...{ day: daysAgo(ago), dimension: value === 'all' ? 'all' : 'protocol', value, agents, covered, alive },
  ...{ ghosts: covered - alive, alive_share: share },
})

test('what a day names counts as it says, what it does not name 0, and a day without snapshot nothing', async () => {
  const found = await trends({
    ghost_index_history: [
      ghosts(0, 'all', 10, 8, 6, 75),
      ghosts(0, 'x402', 4, 3, 3, 100),
      ghosts(7, 'all', 9, 9, 9, 100),
      ghosts(8, 'mcp', 7, 7, 7, 100),
      ghosts(30, 'a2a', 5, 5, 1, 20),
    ],
    categories: [{ id: 'service' }],
  })
  expect(found).toEqual({
    'all/all indexed_agents': '10 9 0 rising',
    'all/all alive': '6 9 0 falling',
    'all/all not_alive': '2 0 0 rising',
    'all/all liveness_unknown': '2 0 0 rising',
    'all/all liveness_score': '75 100  falling',
    'all/all evidence_ranked': '0   ',
    'protocol/x402 indexed_agents': '4 0 0 rising',
    'protocol/x402 alive': '3 0 0 rising',
    'protocol/x402 not_alive': '0 0 0 flat',
    'protocol/x402 liveness_unknown': '1 0 0 rising',
    'protocol/x402 liveness_score': '100   ',
    'protocol/a2a indexed_agents': '0 0 5 flat',
    'protocol/a2a alive': '0 0 1 flat',
    'protocol/a2a not_alive': '0 0 4 flat',
    'protocol/a2a liveness_unknown': '0 0 0 flat',
    'protocol/a2a liveness_score': '  20 ',
    'category/service indexed_agents': '0 0 0 flat',
    'category/service alive': '0 0 0 flat',
    'category/service not_alive': '0 0 0 flat',
    'category/service liveness_unknown': '0 0 0 flat',
    'category/service liveness_score': '   ',
    'category/service evidence_ranked': '0   ',
  })
})

test('a ranked agent counts once in all, and once in each of its categories', async () => {
  const standing = (ago: number, handle: string, category: string, tier: string) => ({
    ...{ day: daysAgo(ago), handle, category, tier },
  })
  const found = await trends({
    categories: [{ id: 'service' }, { id: 'developer' }],
    snapshots: [
      standing(0, 'a', 'service', 'evidence_ranked'),
      standing(0, 'a', 'developer', 'evidence_ranked'),
      standing(0, 'b', 'service', 'indexed'),
    ],
    compared_snapshots: [
      standing(7, 'a', 'service', 'indexed'),
      ...['c', 'd'].map((handle) => standing(7, handle, 'service', 'evidence_ranked')),
    ],
  })
  expect(found).toMatchObject({
    'all/all evidence_ranked': '1 2  falling',
    'category/service evidence_ranked': '1 2  falling',
    'category/developer evidence_ranked': '1 0  rising',
  })
})

test.each([
  [50.5, 51, 'flat'],
  [50.5, 50, 'flat'],
  [50, 50.5, 'rising'],
  [50, 49.5, 'falling'],
])('a share that goes from %d to %d is %s', async (before, now, trend) => {
  const found = await trends({
    ghost_index_history: [ghosts(7, 'all', 9, 9, 5, before), ghosts(0, 'all', 9, 9, 5, now)],
  })
  expect(found['all/all liveness_score']).toBe(`${now} ${before}  ${trend}`)
})
