import { expect, test } from 'vitest'
import type { Reliability } from '../../core/resources/reliability.schema.ts'
import { reliability as schema } from '../../core/resources/reliability.schema.ts'
import { reliabilityDetail } from '../../core/resources/reliability.ts'
import type { AgentRecord } from '../../core/views/agent_record.ts'
import { reliabilityArtifacts } from '../../pipeline/artifacts/answers/reliability.ts'
import { buildFrom } from '../model/sql_harness.ts'
import { broken, collectBodies, createMarketSite, createReleaseInfo, parsed } from './market_site.ts'

type Leaderboard = Extract<Reliability, { type: 'reliability_leaderboard' }>

const INFO = createReleaseInfo('2026-03-31')

const FIGURES = {
  reliability_30d: 90,
  reliability_90d: 80,
  is_currently_alive: true,
  days_since_active: 2,
  observed_days_30: 28,
  observed_days_90: 60,
  coverage: 'full',
  ...{ uptime_7d: 100, observations_7: 7, uptime_30d: 95, observations_30: 30, latency_p50_ms: 90 },
  ...{ probed_addresses: 1, vantages: 1 },
}

async function buildLeaderboard(rows: ({ handle: string; name?: string } & Partial<typeof FIGURES>)[]) {
  const db = await buildFrom(
    {
      reliability: {
        columns: {
          handle: 'VARCHAR',
          reliability_30d: 'DECIMAL(5,2)',
          reliability_90d: 'DECIMAL(5,2)',
          is_currently_alive: 'BOOLEAN',
          days_since_active: 'BIGINT',
          observed_days_30: 'BIGINT',
          observed_days_90: 'BIGINT',
          coverage: 'VARCHAR',
          uptime_7d: 'DECIMAL(5,2)',
          observations_7: 'BIGINT',
          uptime_30d: 'DECIMAL(5,2)',
          observations_30: 'BIGINT',
          latency_p50_ms: 'BIGINT',
        },
        rows: rows.map(({ name: _, ...row }) => ({ ...FIGURES, ...row })),
      },
      grave_flags: {
        columns: { handle: 'VARCHAR', flags: 'STRUCT(flag VARCHAR, severity VARCHAR)[]' },
        rows: [{ handle: 'flagged', flags: [{ flag: 'hostile_name', severity: 'major' }] }],
      },
      agents: {
        columns: { handle: 'VARCHAR', name: 'VARCHAR', primary_category: 'VARCHAR', tier: 'VARCHAR' },
        rows: rows.map(({ handle, name = `Sample ${handle}` }) => ({
          handle,
          name,
          primary_category: 'service',
          tier: 'indexed',
        })),
      },
    },
    ['reliability_coverage'],
  )
  expect(await broken(db, 'reliability_coverage_adds_up')).toEqual([])
  const bodies = await collectBodies(reliabilityArtifacts(createMarketSite(db, INFO)))
  db.close()
  return parsed<Leaderboard>(bodies, 'public/api/reliability/v1')
}

const NONE = {
  reliability_30d: null as never,
  reliability_90d: null as never,
  observed_days_30: 0,
  observed_days_90: 0,
  coverage: 'none',
}

test('the steadiest stand first: full coverage, then 30 days, then 90, then observed days, then the handle', async () => {
  const { leaderboard, coverage, count } = await buildLeaderboard([
    { handle: 'e-less', reliability_30d: 89 },
    { handle: 'd', observed_days_90: 59 },
    { handle: 'c' },
    { handle: 'b' },
    { handle: 'a-lower-90', reliability_90d: 79 },
    {
      handle: 'partial',
      reliability_30d: 100,
      observed_days_30: 4,
      observed_days_90: 4,
      coverage: 'partial',
    },
    { handle: 'unknown', ...NONE },
  ])
  expect(leaderboard.map((row) => [row.position, row.handle])).toEqual([
    [1, 'b'],
    [2, 'c'],
    [3, 'd'],
    [4, 'a-lower-90'],
    [5, 'e-less'],
    [6, 'partial'],
  ])
  expect({ coverage, count }).toEqual({ coverage: { full: 5, partial: 1, none: 1 }, count: 6 })
})

test('the leaderboard ends at 100', async () => {
  const rows = Array.from({ length: 130 }, (_, nth) => ({ handle: `agent-${nth}` }))
  const { leaderboard, count, coverage } = await buildLeaderboard(rows)
  expect([leaderboard.length, count, coverage.full]).toEqual([100, 100, 130])
})

test('a name is cleaned, and its handle replaces an empty one', async () => {
  const { leaderboard } = await buildLeaderboard([
    { handle: 'a', name: 'Fine\u202Eevil' },
    { handle: 'b', name: '\u200B\u2060' },
  ])
  expect(leaderboard.map((row) => row.name)).toEqual(['Fineevil', 'b'])
})

const agent = (more: Partial<AgentRecord>): AgentRecord =>
  ({
    handle: 'sample-agent',
    name: 'Sample Agent',
    primary_category: 'service',
    tier: 'indexed',
    liveness: 'alive',
    activity: 'Latest push',
    last_activity_at: '2026-03-29T10:00:00Z',
    days_since_active: 2,
    last_probe_ok_at: null,
    life: {
      says: 'Alive: it was pushed to.',
      ...{ judged_as: 'unaddressed', rests_on: 'github_pushed_at', rests_on_at: '2026-03-29T10:00:00Z' },
      ...{ maintained: true, maintained_at: '2026-03-29T10:00:00Z' },
      ...{ alive_probability: null, alive_probability_cases: null },
    },
    departed_on: null,
    departed_reason: null,
    reliability: FIGURES,
    probes: [],
    trust: { flags: [] },
    ...more,
  }) as unknown as AgentRecord

test('one agent shows its figures and the liveness that they rest on', () => {
  const detail = schema.parse(reliabilityDetail(agent({}), INFO))
  expect(detail).toMatchObject({
    type: 'reliability_detail',
    url: 'https://assay.example/agents/sample-agent',
    reliability_30d: 90,
    currently_alive: true,
    coverage: 'full',
    ...{ uptime_30d: 95, observations_30: 30, latency_p50_ms: 90, vantages: 1 },
    liveness: { state: 'alive', days_since_active: 2, rests_on: 'github_pushed_at', alive_probability: null },
    departed: null,
  })
})

test('of a departed agent nothing is known, and the limitations say why', () => {
  const gone = agent({
    departed_on: '2026-03-20',
    departed_reason: 'no source lists it any more',
    reliability: null,
    liveness: null,
  })
  const detail = schema.parse(reliabilityDetail(gone, INFO))
  expect(detail).toMatchObject({
    reliability_30d: null,
    currently_alive: null,
    observed_days_30: null,
    coverage: null,
    liveness: null,
    departed: { on: '2026-03-20' },
  })
  expect(detail.limitations.join(' ')).toContain('Departed on 2026-03-20')
})

test('an agent that was never observed is unknown, not unreliable', () => {
  const detail = reliabilityDetail(agent({ reliability: { ...FIGURES, ...NONE } as never }), INFO)
  expect(detail.reliability_30d).toBeNull()
  expect(detail.limitations.join(' ')).toContain('not the same as unreliable')
})
