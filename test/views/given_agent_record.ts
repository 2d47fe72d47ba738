import type { AgentRecord, StandingRow, TrustRow } from '../../core/views/agent_record.ts'
import type { ReleaseInfo } from '../../core/views/release_info.ts'

/** What views may know of the made-up release. */
export const INFO: ReleaseInfo = {
  day: '2026-03-31',
  world: 'sample',
  base_url: 'https://index.example',
  last_updated: '2026-03-31T06:00:00Z',
  limitations: ['Sample data.'],
  categories: [
    {
      category: 'service',
      name: 'Services',
      methodology_version: 'v1.1-service-forks',
      limitations: ['Services: sample.'],
    },
    {
      category: 'developer',
      name: 'Developers',
      methodology_version: 'v2.c-public',
      limitations: ['Developers: sample.'],
    },
  ],
  counts: {},
}

/** A trust row; what is left out is that of an active, proven, flagless agent. */
export const trustOf = (given: Partial<TrustRow> = {}): TrustRow => ({
  score: 100,
  class: 'verified',
  verdict: 'proceed',
  reasons: [{ code: 'verified', sentence: 'It is active.' }],
  flags: [],
  points: [
    { input: 'confidence', value: 'high', points: 35 },
    { input: 'evidence', value: 'evidence_ranked', points: 40 },
    { input: 'identity', value: 'erc8004_proven', points: 25 },
  ],
  confidence: 'high',
  evidence: 'evidence_ranked',
  identity: 'erc8004_proven',
  is_erc8004_verified: true,
  activity: 'recent',
  age: 'known',
  known_since: '2026-01-30',
  price_multiplier: 1,
  risk_premium_pct: 0,
  recommendation: 'pay_in_full',
  ...given,
})

const standingOf = (category: StandingRow['category']): StandingRow => ({
  category,
  methodology_version: 'v1',
  position: 3,
  rank: 3,
  tier: 'evidence_ranked',
  score: 71.25,
  score_low: 60,
  score_high: 80,
  observed_weight: 80,
  missing: ['github_stars'],
  signals: [
    {
      key: 'x402_resources',
      value: 4,
      value_at: null,
      unit: 'resources',
      weight: 20,
      scaled: 0.5,
      points: 10,
      is_assumed: false,
      source: 'x402_bazaar',
      source_url: 'https://feed.example/list',
      observed_at: '2026-03-31T05:00:00Z',
      response_sha256: 'a'.repeat(64),
      input_count: 4,
    },
  ],
  change: null,
})

/** An agent record; what is left out is that of an alive, ranked service. */
export function agentRecordOf(handle: string, given: Partial<AgentRecord> = {}): AgentRecord {
  const category = given.primary_category ?? 'service'
  return {
    handle,
    main_record: `x402_bazaar:${handle}.example`,
    name: `Sample ${handle}`,
    description: null,
    primary_category: category,
    secondary_categories: [],
    tier: 'evidence_ranked',
    rank: 3,
    score: 71.25,
    archetype: 'paid_service',
    ecosystem_layer: 'services',
    is_verified: true,
    verification: 'its own domain names its ERC-8004 registration',
    is_erc8004_registered: true,
    copies: 0,
    copy_of: null,
    is_socially_visible: true,
    liveness: 'alive',
    activity: 'Latest push',
    last_activity_at: '2026-03-29T00:00:00Z',
    days_since_active: 2,
    last_probe_ok_at: null,
    website: null,
    repository_url: null,
    first_seen_on: '2026-02-01',
    departed_on: null,
    departed_reason: null,
    last_updated: '2026-03-31T05:00:00Z',
    source_urls: [],
    records: [],
    keys: [],
    ties: [],
    standings: [standingOf(category)],
    trust: trustOf(),
    reliability: {
      reliability_30d: 96.67,
      reliability_90d: null,
      is_currently_alive: true,
      days_since_active: 2,
      observed_days_30: 30,
      observed_days_90: 30,
      coverage: 'full',
    },
    rails: ['x402', 'erc8004'],
    endpoints: [],
    changes: [],
    corrections: [],
    ...given,
  }
}

/** An agent that no source lists any more. */
export const departed = (handle: string): AgentRecord =>
  agentRecordOf(handle, {
    tier: 'indexed',
    rank: null,
    score: null,
    liveness: null,
    activity: null,
    last_activity_at: null,
    days_since_active: null,
    departed_on: '2026-03-30',
    departed_reason: 'no longer listed in the x402 Bazaar',
    standings: [],
    reliability: null,
    rails: [],
    trust: trustOf({
      score: 20,
      class: 'unverified',
      verdict: 'reject',
      reasons: [{ code: 'departed', sentence: 'It has departed.' }],
      confidence: 'low',
      evidence: 'indexed',
      identity: 'account_proven',
      is_erc8004_verified: false,
      activity: 'departed',
      known_since: null,
      price_multiplier: 0.5,
      risk_premium_pct: 100,
      recommendation: 'do_not_pay',
    }),
  })
