import { expect, test } from 'vitest'
import { reliability } from '../../core/resources/reliability.schema.ts'
import { reliabilityDetail } from '../../core/resources/reliability.ts'
import type { ReliabilityRow } from '../../core/views/agent_record.ts'
import { createAgentRecord, departed, INFO } from './given_agent_record.ts'
import { FULL } from './given_full_record.ts'

test('the reliability of an agent says how much of it was observed', () => {
  expect(reliability.parse(reliabilityDetail(FULL, INFO))).toEqual({
    type: 'reliability_detail',
    handle: 'alder',
    name: 'Sample alder',
    url: 'https://index.example/agents/alder',
    primary_category: 'service',
    tier: 'evidence_ranked',
    risk_flags: [{ flag: 'hostile_name', severity: 'major' }],
    reliability_30d: 96.67,
    reliability_90d: null,
    currently_alive: true,
    days_since_active: 2,
    observed_days_30: 30,
    observed_days_90: 30,
    coverage: 'full',
    ...{ uptime_7d: 100, observations_7: 7, uptime_30d: 96.67, observations_30: 30, latency_p50_ms: 120 },
    ...{ measured_days_30: 30, answered_days_30: 29 },
    ...{ probed_addresses: 1, vantages: 1 },
    addresses: [
      expect.objectContaining({ kind: 'mcp', outcome: 'answers_before_payment', not_probed_reason: null }),
    ],
    liveness: expect.objectContaining({ state: 'alive' }),
    departed: null,
    untrusted_fields: ['name', 'addresses.url'],
    limitations: [
      'Sample data.',
      'Days without an observation are not counted. Coverage tells how many of the last 30 days were observed (full from 27 days on).',
      expect.stringContaining('seen from one vantage'),
    ],
    last_updated: '2026-03-31T06:00:00Z',
  })
})

test('a departed agent has none, and says when it left and why', () => {
  const gone = reliabilityDetail(departed('ash'), INFO)
  expect(reliability.parse(gone)).toMatchObject({
    ...{ reliability_30d: null, reliability_90d: null, currently_alive: null, days_since_active: null },
    ...{ observed_days_30: null, observed_days_90: null, coverage: null, liveness: null },
    departed: { on: '2026-03-30', reason: 'no longer listed in the x402 Bazaar' },
    limitations: [
      'Sample data.',
      'Departed on 2026-03-30: no longer listed in the x402 Bazaar. Reliability is given only for agents that are still listed.',
    ],
  })
  const unexplained = reliabilityDetail({ ...departed('ash'), departed_reason: null }, INFO)
  expect(unexplained.departed?.reason).toBe('unknown')
  expect(unexplained.limitations[1]).toContain('Departed on 2026-03-30: unknown.')
})

test('an agent that was not observed is unknown, not unreliable', () => {
  const row = createAgentRecord('alder').reliability as ReliabilityRow
  for (const unseen of [null, { ...row, coverage: 'none' as const }])
    expect(reliabilityDetail(createAgentRecord('alder', { reliability: unseen }), INFO).limitations).toEqual([
      'Sample data.',
      'Nothing was observed in the last 30 days: reliability is unknown, which is not the same as unreliable.',
    ])
})
