import type { z } from 'zod'
import type { agentTrust } from '../interface/schemas/agent_trust.ts'
import type { Dossier } from './dossier.ts'
import type { Facts } from './facts.ts'
import { agentUrl } from './parts.ts'
import { adviceLimitations, priceAdviceView, riskFlagsView, trustScoreView } from './trust_parts.ts'

/** The trust score of an agent and what it is made of. */
export function agentTrustView(agent: Dossier, facts: Facts): z.infer<typeof agentTrust> {
  const { handle, name, trust } = agent
  return {
    type: 'agent_trust',
    handle,
    name,
    url: agentUrl(facts.base_url, handle),
    trust: trustScoreView(agent),
    points: trust.points,
    confidence_tier: trust.confidence,
    evidence_tier: trust.evidence,
    identity: { proof: trust.identity, verified: agent.is_verified, verification: agent.verification },
    erc8004: { registered: agent.is_erc8004_registered, verified: trust.is_erc8004_verified },
    known_since: trust.known_since,
    risk_flags: riskFlagsView(agent),
    verdict: trust.verdict,
    reasons: trust.reasons,
    price: priceAdviceView(agent),
    untrusted_fields: ['name'],
    limitations: adviceLimitations(facts),
    last_updated: facts.last_updated,
  }
}
