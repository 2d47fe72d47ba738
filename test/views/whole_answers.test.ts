import { expect, test } from 'vitest'
import { agentTrust } from '../../core/resources/agent_trust.schema.ts'
import { agentTrustView } from '../../core/resources/agent_trust.ts'
import { priceMultiplier } from '../../core/resources/price_multiplier.schema.ts'
import { priceMultiplierView } from '../../core/resources/price_multiplier.ts'
import { publicTrust } from '../../core/resources/public_trust.schema.ts'
import { publicTrustView } from '../../core/resources/public_trust.ts'
import { trustEvaluation, trustEvaluationFull } from '../../core/resources/trust_evaluation.schema.ts'
import { trustEvaluationFullView, trustEvaluationView } from '../../core/resources/trust_evaluation.ts'
import { trustSummary } from '../../core/resources/trust_summary.schema.ts'
import { trustSummaryView } from '../../core/resources/trust_summary.ts'
import { verificationStatus } from '../../core/resources/verification_status.schema.ts'
import { verificationStatusView } from '../../core/resources/verification_status.ts'
import { departed, INFO } from './given_agent_record.ts'
import {
  CHANGE_SHOWN,
  FULL,
  IDENTITY_SHOWN,
  SIGNALS_SHOWN,
  STANDING_SHOWN,
  shown,
} from './given_full_record.ts'

// Every answer about trust in full, so that no field of it can go or change unnoticed.

const { trust } = FULL
const WHO = { handle: 'alder', name: 'Sample alder', url: 'https://index.example/agents/alder' }
const ADVICE = [
  'Sample data.',
  expect.stringContaining('It is not an authorization, a guarantee or financial advice'),
]
const NEWEST = INFO.last_updated
const PAYMENT = {
  payable: true,
  ...{ per_transaction: 50, daily: 50, cost_to_fake_usd: 500 },
  cost_parts: [
    { part: 'known_wallets', units: 1_996, usd: 498 },
    { part: 'payments', units: 2_000, usd: 2 },
  ],
  wallets: [{ chain: 'eip155:8453', wallet: `0x${'a'.repeat(40)}` }],
  advice:
    'Paid by 1,996 known wallets in 30 days; faking that costs about 500 USD; pay up to 50.00 USD at once.',
}
const PRICE = { price_multiplier: 1, risk_premium_pct: 0, recommendation: 'pay_in_full', ...PAYMENT }
const ERC8004 = { registered: true, verified: true }
const SCORE = { score: 100, class: 'verified' }

const EVALUATION = {
  type: 'trust_evaluation',
  ...WHO,
  verdict: 'proceed',
  reasons: [{ code: 'verified', sentence: 'It is active.' }],
  confidence_tier: 'high',
  evidence_tier: 'evidence_ranked',
  trust: SCORE,
  liveness: {
    ...{ state: 'alive', last_activity_at: '2026-03-29T00:00:00Z', last_activity: 'Latest push' },
    ...{ days_since_active: 2, endpoint_answered_at: '2026-03-30T08:00:00Z' },
  },
  risk_flags: trust.flags,
  claim_status: 'claimed',
  rails: ['x402', 'erc8004'],
  payment_days_read: null,
  ...PAYMENT,
  untrusted_fields: ['name'],
  limitations: ADVICE,
  last_updated: NEWEST,
}

test('an evaluation', () => {
  expect(trustEvaluation.parse(trustEvaluationView(FULL, INFO))).toEqual(EVALUATION)
})

test('a full evaluation has every signal of every category, and the parts of the verdict', () => {
  const view = trustEvaluationFullView(FULL, INFO)
  const { untrusted_fields, ...identity } = IDENTITY_SHOWN
  expect(trustEvaluationFull.parse(view)).toEqual({
    ...EVALUATION,
    type: 'trust_evaluation_full',
    points: trust.points,
    confidence_reasons: view.confidence_reasons,
    identity_proof: 'erc8004_proven',
    verified: true,
    erc8004: ERC8004,
    known_since: '2026-01-30',
    departed: null,
    price: PRICE,
    reliability: {
      ...{ reliability_30d: 96.67, reliability_90d: null, observed_days_30: 30, observed_days_90: 30 },
      coverage: 'full',
    },
    primary_category: 'service',
    scores_by_category: {
      service: { ...STANDING_SHOWN, change: CHANGE_SHOWN },
      developer: { ...STANDING_SHOWN, rank: 9, score: 20.5, change: null },
    },
    signals: [
      ...SIGNALS_SHOWN.map((signal) => ({ category: 'service', ...signal })),
      { category: 'developer', ...shown('arena_votes', 'Arena votes') },
    ],
    endpoints: FULL.endpoints,
    identity,
    source_urls: FULL.source_urls,
    untrusted_fields: [...untrusted_fields, 'endpoints.url'],
  })
  // Fields that the schema leaves out must be absent from the view.
  expect(view.reliability).not.toHaveProperty('is_currently_alive')
  expect(view.scores_by_category.service).not.toHaveProperty('signals')
})

test('a trust score with its parts', () => {
  expect(agentTrust.parse(agentTrustView(FULL, INFO))).toEqual({
    type: 'agent_trust',
    ...WHO,
    trust: SCORE,
    points: trust.points,
    confidence_tier: 'high',
    evidence_tier: 'evidence_ranked',
    identity: { proof: 'erc8004_proven', verified: true, verification: FULL.verification },
    erc8004: ERC8004,
    known_since: '2026-01-30',
    risk_flags: trust.flags,
    verdict: 'proceed',
    reasons: trust.reasons,
    price: PRICE,
    untrusted_fields: ['name'],
    limitations: ADVICE,
    last_updated: NEWEST,
  })
})

test('a price multiplier', () => {
  const { name, ...who } = WHO
  expect(priceMultiplier.parse(priceMultiplierView(FULL, INFO))).toEqual({
    type: 'price_multiplier',
    ...who,
    ...PRICE,
    advisory: true,
    trust: SCORE,
    verdict: 'proceed',
    limitations: ADVICE,
    last_updated: NEWEST,
  })
})

test('a public trust record', () => {
  expect(publicTrust.parse(publicTrustView(FULL, INFO))).toEqual({
    type: 'public_trust',
    agentId: 'alder',
    status: 'ACTIVE',
    trust: { score: 100, level: 4 },
    recommendation: 'ALLOW',
    spendLimits: { perTransaction: 50, daily: 50, currency: 'USD' },
    payable: true,
    advice: PAYMENT.advice,
    history: { operationalDays: 60, successRate: null, transactionCount: null },
    dimensions: null,
    authoritative: false,
    shape: expect.stringContaining('Conformance is not claimed'),
    limitations: [
      ...ADVICE,
      expect.stringContaining('does not use the five dimensions of the draft'),
      expect.stringContaining('operationalDays counts the days since it is known'),
    ],
    last_updated: NEWEST,
  })
})

test('a verification status, and that of an agent that has left', () => {
  const { name, ...who } = WHO
  expect(verificationStatus.parse(verificationStatusView(FULL, INFO))).toEqual({
    type: 'verification_status',
    ...who,
    tier: 'evidence_ranked',
    verified: true,
    verification: FULL.verification,
    identity_proof: 'erc8004_proven',
    claim_status: 'claimed',
    erc8004: ERC8004,
    departed: null,
    limitations: ['Sample data.', expect.stringContaining('nothing about how well the agent works')],
    last_updated: FULL.last_updated,
  })
  const left = verificationStatusView({ ...departed('ash'), departed_reason: null }, INFO).departed
  expect(left).toEqual({ on: '2026-03-30', reason: 'unknown' })
  expect(verificationStatusView(departed('ash'), INFO).departed?.reason).toContain('no longer listed')
})

test('a trust summary', () => {
  const days = {
    ...({ category: 'service', methodology_version: 'v2', last_otherwise_scored_on: null } as const),
    ...{ days_ago: [7, 0], rank: [4, 3], score: [70, 71.25], is_alive: [true, true] },
    ...{ visibility: [1, 1], reputation: [40, 40] },
  }
  const { name, ...who } = WHO
  expect(trustSummary.parse(trustSummaryView(FULL, days, INFO))).toEqual({
    type: 'trust_summary',
    ...who,
    primary_category: 'service',
    tier: 'evidence_ranked',
    rank: 3,
    score: { total: 71.25, weekly_delta: 1.25 },
    archetype: 'paid_service',
    claim_status: 'claimed',
    verified: true,
    erc8004: ERC8004,
    trust: SCORE,
    verdict: 'proceed',
    departed: null,
    limitations: ADVICE,
    last_updated: FULL.last_updated,
  })
})
