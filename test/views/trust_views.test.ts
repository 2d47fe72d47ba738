import { expect, test } from 'vitest'
import { agentTrust } from '../../interface/schemas/agent_trust.ts'
import { priceMultiplier } from '../../interface/schemas/price_multiplier.ts'
import { trustEvaluation } from '../../interface/schemas/trust_evaluation.ts'
import { agentTrustView } from '../../views/agent_trust.ts'
import { priceMultiplierView } from '../../views/price_multiplier.ts'
import { trustEvaluationView } from '../../views/trust_evaluation.ts'
import { departed, dossierOf, FACTS, trustOf } from './given_dossier.ts'

const FLAG = {
  flag: 'impersonation',
  severity: 'minor',
  reason: 'It has the name of 1 other agent(s) that are better proven.',
  related: 'birch',
} as const

test.each([
  ['erc8004_proven', 'claimed'],
  ['account_proven', 'unclaimed'],
  ['unproven', 'unclaimed'],
] as const)('an identity that is %s is %s', (identity, claim_status) => {
  const view = trustEvaluationView(dossierOf('alder', { trust: trustOf({ identity }) }), FACTS)
  expect(trustEvaluation.parse(view).claim_status).toBe(claim_status)
})

test('an evaluation carries the verdict with its reasons, the flags, the rails and the liveness of the dossier', () => {
  const view = trustEvaluationView(dossierOf('alder', { trust: trustOf({ flags: [FLAG] }) }), FACTS)
  expect(trustEvaluation.parse(view)).toMatchObject({
    handle: 'alder',
    url: 'https://index.example/agents/alder',
    verdict: 'proceed',
    reasons: [{ code: 'verified', sentence: 'It is active.' }],
    risk_flags: [FLAG],
    rails: ['x402', 'erc8004'],
    liveness: { state: 'alive', days_since_active: 2 },
    confidence_tier: 'high',
    last_updated: FACTS.last_updated,
  })
  expect(view.limitations[0]).toBe('Sample data.')
})

test('a departed agent is still evaluated, without liveness', () => {
  const view = trustEvaluation.parse(trustEvaluationView(departed('ash'), FACTS))
  expect(view).toMatchObject({ verdict: 'reject', liveness: null, rails: [], evidence_tier: 'indexed' })
})

test('the points of an agent’s trust stand beside the score that they make', () => {
  const view = agentTrust.parse(agentTrustView(dossierOf('alder'), FACTS))
  expect(view.points.reduce((sum, one) => sum + one.points, 0)).toBe(view.trust.score)
  expect(view).toMatchObject({
    identity: { proof: 'erc8004_proven', verified: true },
    erc8004: { registered: true, verified: true },
    price: { price_multiplier: 1, risk_premium_pct: 0, recommendation: 'pay_in_full' },
    known_since: '2026-01-30',
  })
})

test('whether an agent is registered stays unknown while the registry was not read', () => {
  const view = agentTrustView(dossierOf('alder', { is_erc8004_registered: null }), FACTS)
  expect(agentTrust.parse(view).erc8004.registered).toBeNull()
})

test('a price multiplier is advice with the verdict that it follows from', () => {
  expect(priceMultiplier.parse(priceMultiplierView(departed('ash'), FACTS))).toMatchObject({
    price_multiplier: 0.5,
    risk_premium_pct: 100,
    recommendation: 'do_not_pay',
    advisory: true,
    trust: { score: 20, class: 'unverified' },
    verdict: 'reject',
  })
})
