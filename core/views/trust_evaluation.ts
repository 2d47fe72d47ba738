import type { z } from 'zod'
import type { trustEvaluation } from '../interface/schemas/trust_evaluation.ts'
import type { AgentRecord } from './agent_record.ts'
import { agentUrl, livenessView } from './parts.ts'
import type { ReleaseInfo } from './release_info.ts'
import { adviceLimitations, claimStatus, riskFlagsView, trustScoreView } from './trust_parts.ts'

/** Whether to deal with an agent, and why. */
export function trustEvaluationView(agent: AgentRecord, info: ReleaseInfo): z.infer<typeof trustEvaluation> {
  const { handle, name, trust, rails } = agent
  return {
    type: 'trust_evaluation',
    handle,
    name,
    url: agentUrl(info.base_url, handle),
    verdict: trust.verdict,
    reasons: trust.reasons,
    confidence_tier: trust.confidence,
    evidence_tier: trust.evidence,
    trust: trustScoreView(agent),
    liveness: livenessView(agent),
    risk_flags: riskFlagsView(agent),
    claim_status: claimStatus(agent),
    rails,
    untrusted_fields: ['name'],
    limitations: adviceLimitations(info),
    last_updated: info.last_updated,
  }
}
