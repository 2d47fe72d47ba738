import type { z } from 'zod'
import type { agentTrust } from '../interface/schemas/agent_trust.ts'
import type { AgentRecord } from './agent_record.ts'
import { agentUrl } from './parts.ts'
import type { ReleaseInfo } from './release_info.ts'
import { adviceLimitations, priceAdviceView, riskFlagsView, trustScoreView } from './trust_parts.ts'

/** The trust score of an agent and what it is made of. */
export function agentTrustView(agent: AgentRecord, info: ReleaseInfo): z.infer<typeof agentTrust> {
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
