import { expect, test } from 'vitest'
import { agentTrust } from '../../core/resources/agent_trust.schema.ts'
import { agentTrustView } from '../../core/resources/agent_trust.ts'
import { priceMultiplier } from '../../core/resources/price_multiplier.schema.ts'
import { priceMultiplierView } from '../../core/resources/price_multiplier.ts'
import { trustEvaluation } from '../../core/resources/trust_evaluation.schema.ts'
import { trustEvaluationView } from '../../core/resources/trust_evaluation.ts'
import { createAgentRecord, createTrust, departed, INFO } from './given_agent_record.ts'

const FLAG = {
  flag: 'impersonation',
  severity: 'minor',
  reason: 'It has the name of 1 other, better verified agent(s).',
  related: 'birch',
} as const

test.each([
  ['erc8004_proven', 'claimed'],
  ['account_proven', 'unclaimed'],
  ['unproven', 'unclaimed'],
] as const)('an identity that is %s is %s', (identity, claim_status) => {
  const view = trustEvaluationView(createAgentRecord('alder', { trust: createTrust({ identity }) }), INFO)
  expect(trustEvaluation.parse(view).claim_status).toBe(claim_status)
})

test('an evaluation carries the verdict with its reasons, the flags, the rails and the liveness of the agent record', () => {
  const view = trustEvaluationView(
    createAgentRecord('alder', { trust: createTrust({ flags: [FLAG] }) }),
    INFO,
  )
  expect(trustEvaluation.parse(view)).toMatchObject({
    handle: 'alder',
    url: 'https://index.example/agents/alder',
    verdict: 'proceed',
    reasons: [{ code: 'verified', sentence: 'It is active.' }],
    risk_flags: [FLAG],
    rails: ['x402', 'erc8004'],
    liveness: { state: 'alive', days_since_active: 2 },
    confidence_tier: 'high',
    last_updated: INFO.last_updated,
  })
  expect(view.limitations[0]).toBe('Sample data.')
})

test('a departed agent is still evaluated, without liveness', () => {
  const view = trustEvaluation.parse(trustEvaluationView(departed('ash'), INFO))
  expect(view).toMatchObject({ verdict: 'reject', liveness: null, rails: [], evidence_tier: 'indexed' })
})

test('the points of an agent’s trust stand beside the score that they make', () => {
  const view = agentTrust.parse(agentTrustView(createAgentRecord('alder'), INFO))
  expect(view.points.reduce((sum, point) => sum + point.points, 0)).toBe(view.trust.score)
  expect(view).toMatchObject({
    identity: { proof: 'erc8004_proven', verified: true },
    erc8004: { registered: true, verified: true },
    price: { price_multiplier: 1, risk_premium_pct: 0, recommendation: 'pay_in_full' },
    known_since: '2026-01-30',
  })
})

test('whether an agent is registered stays unknown while the registry was not read', () => {
  const view = agentTrustView(createAgentRecord('alder', { is_erc8004_registered: null }), INFO)
  expect(agentTrust.parse(view).erc8004.registered).toBeNull()
})

test('a price multiplier is advice with the verdict that it follows from', () => {
  expect(priceMultiplier.parse(priceMultiplierView(departed('ash'), INFO))).toMatchObject({
    price_multiplier: 0.5,
    risk_premium_pct: 100,
    recommendation: 'do_not_pay',
    advisory: true,
    trust: { score: 20, class: 'unverified' },
    verdict: 'reject',
  })
})

test('a low multiplier for lack of data says that it accuses nobody', () => {
  const unknown = createAgentRecord('alder', {
    trust: createTrust({ verdict: 'caution', price_multiplier: 0.6, recommendation: 'not_enough_known' }),
  })
  expect(priceMultiplier.parse(priceMultiplierView(unknown, INFO)).limitations.at(-1)).toContain(
    'not an accusation',
  )
  expect(priceMultiplierView(departed('ash'), INFO).limitations.join()).not.toContain('accusation')
})
