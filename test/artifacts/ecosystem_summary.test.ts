import { expect, test } from 'vitest'
import type { z } from 'zod'
import type { ecosystemSummary } from '../../core/resources/ecosystem_summary.schema.ts'
import { ecosystemSummaryArtifacts } from '../../pipeline/artifacts/answers/ecosystem_summary.ts'
import { buildFrom, type Given } from '../model/sql_harness.ts'
import { daysLater, type GivenAges, ghostWorld, pastGhosts } from './ghost_given.ts'
import { broken, collectBodies, createMarketSite, createReleaseInfo, parsed } from './market_site.ts'

type Summary = z.infer<typeof ecosystemSummary>

const DAY = '2026-03-31'
const CATEGORY = {
  category: 'service' as const,
  name: 'Services',
  methodology_version: 'v1',
  limitations: [],
}

interface World {
  agents: GivenAges[]
  ranked?: string[]
  past?: object[]
  /** Ranked handles by age in days. */
  rankedBefore?: Record<number, string[]>
}

const standing = (day: string, handle: string, tier: string) => ({ day, handle, category: 'service', tier })

function givenTables({ agents, ranked = [], past = [], rankedBefore = {} }: World): Record<string, Given> {
  const columns = { day: 'DATE', handle: 'VARCHAR', category: 'VARCHAR', tier: 'VARCHAR' }
  const compared = Object.entries(rankedBefore).flatMap(([ago, handles]) =>
    handles.map((handle) => standing(daysLater(DAY, -Number(ago)), handle, 'evidence_ranked')),
  )
  const tier = (handle: string) => (ranked.includes(handle) ? 'evidence_ranked' : 'indexed')
  return {
    ...ghostWorld({ day: DAY, agents, past }),
    categories: { columns: { id: 'VARCHAR' }, rows: [{ id: 'service' }] },
    snapshots: { columns, rows: agents.map(({ handle }) => standing(DAY, handle, tier(handle))) },
    compared_snapshots: { columns, rows: compared },
    protocol_adoption: {
      columns: {
        position: 'BIGINT',
        surface: 'VARCHAR',
        title: 'VARCHAR',
        protocol: 'VARCHAR',
        agents_indexed: 'BIGINT',
        agents_alive: 'BIGINT',
        agents_evidence_ranked: 'BIGINT',
      },
      rows: [
        {
          position: 2,
          surface: 'npm',
          title: 'npm',
          agents_indexed: 1,
          agents_alive: 0,
          agents_evidence_ranked: 0,
        },
        {
          position: 1,
          surface: 'a2a',
          title: 'A2A',
          protocol: 'a2a',
          agents_indexed: 2,
          agents_alive: 1,
          agents_evidence_ranked: 0,
        },
      ],
    },
    x402_market: {
      columns: {
        chain: 'VARCHAR',
        days: 'BIGINT',
        operators: 'BIGINT',
        payments: 'BIGINT',
        volume_atomic: 'HUGEINT',
        volume_usd: 'DECIMAL(38,6)',
        unique_payers: 'BIGINT',
        independent_payers: 'BIGINT',
        flagged_operators: 'BIGINT',
        flagged_payments: 'BIGINT',
        unmatched_payments: 'BIGINT',
        unmatched_payments_share: 'DOUBLE',
        unmatched_volume_share: 'DOUBLE',
        unmatched_payers: 'BIGINT',
        observed_days: 'BIGINT',
        complete_days: 'BIGINT',
        earlier_days: 'BIGINT',
        observed_since: 'DATE',
      },
      rows: [
        {
          chain: 'all',
          days: 30,
          payments: 4,
          volume_usd: '1.5',
          volume_atomic: '1500000',
          observed_days: 9,
          complete_days: 8,
        },
      ],
    },
  }
}

const COUNTS = { 'changes/mover': 3, 'changes/new': 2 }

async function buildSummary(world: World): Promise<Summary> {
  const db = await buildFrom(givenTables(world), ['ecosystem_trends'])
  try {
    const info = createReleaseInfo(DAY, { counts: COUNTS, categories: [CATEGORY] })
    const bodies = await collectBodies(ecosystemSummaryArtifacts(createMarketSite(db, info)))
    return parsed<Summary>(bodies, 'public/api/trends/summary')
  } finally {
    db.close()
  }
}

const createAgents = (alive: number, dead: number): GivenAges[] =>
  Array.from({ length: alive + dead }, (_, nth) => ({
    handle: `agent-${nth}`,
    category: 'service',
    actedDaysAgo: nth < alive ? 2 : 40,
    answeredDaysAgo: null,
  }))

test('metrics stand beside those of 7 and 30 days ago, and say where they went', async () => {
  const { metrics, categories } = await buildSummary({
    agents: createAgents(6, 4),
    ranked: ['agent-1', 'agent-2'],
    past: [
      ...pastGhosts(daysLater(DAY, -7), { agents: 10, covered: 10, alive: 8 }),
      ...pastGhosts(daysLater(DAY, -8), { agents: 99, covered: 99, alive: 99 }),
      ...pastGhosts(daysLater(DAY, -30), { agents: 5, covered: 5, alive: 1 }),
    ],
    rankedBefore: { 7: ['agent-1'] },
  })
  expect(metrics).toEqual({
    indexed_agents: { today: 10, days_ago_7: 10, days_ago_30: 5, trend: 'flat' },
    alive: { today: 6, days_ago_7: 8, days_ago_30: 1, trend: 'falling' },
    not_alive: { today: 4, days_ago_7: 2, days_ago_30: 4, trend: 'rising' },
    liveness_unknown: { today: 0, days_ago_7: 0, days_ago_30: 0, trend: 'flat' },
    liveness_score: { today: 60, days_ago_7: 80, days_ago_30: 20, trend: 'falling' },
    evidence_ranked_total: { today: 2, days_ago_7: 1, days_ago_30: null, trend: 'rising' },
  })
  expect(categories[0]).toMatchObject({
    category: 'service',
    indexed_agents: { today: 10, days_ago_7: 0 },
    evidence_ranked: { today: 2, days_ago_7: 1, days_ago_30: null, trend: 'rising' },
  })
})

test.each([
  [1000, 1009, 'flat'],
  [1000, 1010, 'rising'],
  [1000, 990, 'falling'],
  [1000, 991, 'flat'],
  [0, 1, 'rising'],
] as const)('from %i to %i agents the index is %s', async (before, now, trend) => {
  const past = pastGhosts(daysLater(DAY, -7), { agents: before, covered: before, alive: 0 })
  const { metrics } = await buildSummary({ agents: createAgents(now, 0), past })
  expect(metrics.indexed_agents.trend).toBe(trend)
})

test('on the first day nothing is compared, and the limitations say why', async () => {
  const { metrics, limitations, summary } = await buildSummary({ agents: createAgents(1, 1) })
  expect(metrics.alive).toEqual({ today: 1, days_ago_7: null, days_ago_30: null, trend: null })
  expect(limitations.join(' ')).toContain('first day of the history')
  expect(summary).toBe('On 2026-03-31 the index holds 2 agents; 0 are ranked on evidence and 1 are alive.')
})

test('changes are those of the counts, and surfaces, market and ghost index those of their marts', async () => {
  const shown = await buildSummary({ agents: createAgents(1, 1) })
  expect(shown.changes_today).toMatchObject({ rank_movers: 3, new_agents: 2, deaths: 0 })
  expect(shown.protocol_adoption.map((row) => [row.surface, row.protocol, row.agents_indexed])).toEqual([
    ['a2a', 'a2a', 2],
    ['npm', null, 1],
  ])
  expect(shown.x402_market).toMatchObject({
    payments: 4,
    volume_usd: '1.500000',
    operators: null,
    window: { days: 30, from: '2026-03-02', to: DAY, observed_days: 9 },
  })
  expect(shown.ghost_index).toMatchObject({ liveness_score: 50, agents: 2 })
})

test('an index without agents is zeros and nulls', async () => {
  const { metrics, ghost_index } = await buildSummary({ agents: [] })
  expect(metrics.indexed_agents.today).toBe(0)
  expect(metrics.liveness_score.today).toBeNull()
  expect(ghost_index).toMatchObject({ agents: 0, liveness_score: null })
})

test('an amount of today that the counts do not have stops the publish', async () => {
  const counts = [
    { name: 'indexed_agents', count: 2 },
    { name: 'alive', count: 1 },
    { name: 'not_alive', count: 1 },
    { name: 'liveness_unknown', count: 0 },
    { name: 'evidence_ranked_total', count: 0 },
    { name: 'category/service/indexed', count: 2 },
    { name: 'category/service/evidence_ranked', count: 0 },
  ]
  const columns = { name: 'VARCHAR', count: 'BIGINT' }
  const check = async (rows: object[]) => {
    const given = { ...givenTables({ agents: createAgents(1, 1) }), counts: { columns, rows } }
    const db = await buildFrom(given, ['ecosystem_trends'])
    const bad = await broken(db, 'ecosystem_trends_reconcile')
    db.close()
    return bad
  }
  expect(await check(counts)).toEqual([])
  expect(await check(counts.with(1, { name: 'alive', count: 2 }))).toEqual([
    { name: 'alive', problem: '1.00' },
  ])
})
