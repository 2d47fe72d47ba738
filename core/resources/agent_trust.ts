import type { AgentRecord } from '../views/agent_record.ts'
import { agentUrl } from '../views/parts.ts'
import type { ReleaseInfo } from '../views/release_info.ts'
import { adviceLimitations, priceAdviceView, riskFlagsView, trustScoreView } from '../views/trust_parts.ts'
import type { AgentTrust } from './agent_trust.schema.ts'
import { agentFile } from './resource.ts'

/** The trust score of an agent. */
export const AGENT_TRUST = agentFile({
  id: 'agent_trust',
  path: '/api/agent/{handle}/trust',
  title: 'Trust score of an agent and its components',
  group: 'trust',
  answer: 'AgentTrust',
  fromAgent: agentTrustView,
})

/** The trust score of an agent and what it is made of. */
export function agentTrustView(agent: AgentRecord, info: ReleaseInfo): AgentTrust {
  const { handle, name, trust } = agent
  return {
    type: 'agent_trust',
    handle,
    name,
    url: agentUrl(info.base_url, handle),
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
    limitations: adviceLimitations(info),
    last_updated: info.last_updated,
  }
}
