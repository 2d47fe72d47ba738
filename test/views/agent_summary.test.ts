import { expect, test } from 'vitest'
import { agentSummary } from '../../core/resources/agent_summary.schema.ts'
import { agentSummaryView } from '../../core/resources/agent_summary.ts'
import { findCandidate } from '../../core/resources/find.schema.ts'
import { findCandidateView } from '../../core/resources/find.ts'
import { departed, INFO } from './given_agent_record.ts'
import {
  CHANGE_SHOWN,
  FULL,
  IDENTITY_SHOWN,
  LIVENESS_SHOWN,
  SIGNALS_SHOWN,
  STANDING_SHOWN,
  shown,
  TOOLS_SHOWN,
} from './given_full_record.ts'

test('a summary has all data of an agent, and marks third-party text', () => {
  expect(agentSummary.parse(agentSummaryView(FULL, INFO))).toEqual({
    type: 'agent_summary',
    handle: 'alder',
    name: 'Sample alder',
    url: 'https://index.example/agents/alder',
    primary_category: 'service',
    secondary_categories: ['developer'],
    tier: 'evidence_ranked',
    archetype: 'paid_service',
    ecosystem_layer: 'services',
    verified: true,
    risk_flags: [{ flag: 'hostile_name', severity: 'major' }],
    erc8004_registered: true,
    socially_visible: true,
    identity: IDENTITY_SHOWN,
    tools: TOOLS_SHOWN,
    license: FULL.license,
    package_checks: {
      ...FULL.package_checks,
      untrusted_fields: ['packages.package', 'packages.version', 'known.package', 'known.version'],
    },
    incidents: { ...FULL.incidents, untrusted_fields: ['newest.url'] },
    connect: null,
    liveness: {
      ...LIVENESS_SHOWN,
      says: 'Alive: it was pushed to on 29 March 2026. Of 412 like it, 97 % showed a sign of life.',
      ...{ judged_as: 'unaddressed', rests_on: 'github_pushed_at', rests_on_at: '2026-03-29T00:00:00Z' },
      ...{ maintained: true, maintained_at: '2026-03-29T00:00:00Z' },
      ...{ alive_probability: 0.97, alive_probability_cases: 412 },
    },
    departed: null,
    scores_by_category: {
      service: { ...STANDING_SHOWN, signals: SIGNALS_SHOWN, change: CHANGE_SHOWN },
      developer: {
        ...STANDING_SHOWN,
        ...{ rank: 9, score: 20.5, signals: [shown('arena_votes', 'Arena votes')], change: null },
      },
    },
    limitations: ['Sample data.', 'Services: sample.', 'Developers: sample.'],
    last_updated: '2026-03-31T05:00:00Z',
    source_urls: ['https://feed.example/list'],
  })
})

test('a departed agent has no liveness, and is said to be ranked no longer', () => {
  const { liveness, departed: left, limitations, tools } = agentSummaryView(departed('ash'), INFO)
  expect(tools).toBeNull()
  expect({ liveness, left, limitations }).toEqual({
    liveness: null,
    left: { on: '2026-03-30', reason: 'no longer listed in the x402 Bazaar' },
    limitations: [
      'Sample data.',
      'Departed on 2026-03-30: no longer listed in the x402 Bazaar. It is no longer ranked.',
    ],
  })
  const unexplained = agentSummaryView({ ...departed('ash'), departed_reason: null }, INFO)
  expect(unexplained.departed?.reason).toBe('unknown')
  expect(unexplained.limitations[1]).toBe('Departed on 2026-03-30: unknown. It is no longer ranked.')
})

test('of categories only its own have limitations, each once', () => {
  const given = {
    ...INFO,
    categories: INFO.categories.map((category) => ({
      ...category,
      limitations: [...category.limitations, 'Both: sample.'],
    })),
  }
  expect(agentSummaryView(FULL, given).limitations.slice(1)).toEqual([
    'Services: sample.',
    'Both: sample.',
    'Developers: sample.',
  ])
})

test('a candidate of find is a compact row with where to reach the agent and its place in each category', () => {
  expect(findCandidate.parse(findCandidateView(FULL, INFO))).toMatchObject({
    handle: 'alder',
    liveness: 'alive',
    description: 'Answers questions about trees.',
    secondary_categories: ['developer'],
    scores: { service: { score: 71.25, rank: 3 }, developer: { score: 20.5, rank: 9 } },
    endpoints: [{ kind: 'mcp', url: 'https://alder.example/mcp' }],
  })
  expect(findCandidateView(departed('ash'), INFO).liveness).toBe('unknown')
})
