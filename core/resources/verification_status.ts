import * as p from '../interface/parameters.ts'
import type { AgentRecord } from '../views/agent_record.ts'
import { agentUrl } from '../views/parts.ts'
import type { ReleaseInfo } from '../views/release_info.ts'
import { claimStatusView, departedView, erc8004View } from '../views/trust_parts.ts'
import { paid } from './resource.ts'
import type { VerificationStatus } from './verification_status.schema.ts'

/** Verification of an agent. */
export const VERIFICATION_STATUS = paid({
  id: 'verification_status',
  path: '/api/agent/{handle}/verification-status',
  title: 'Verification status of an agent',
  price: '0.005',
  parameters: [p.pathHandle],
  answer: 'VerificationStatus',
  errors: [404],
  fromAgent: verificationStatusView,
})

const MEANING =
  'Verified means that the curated catalogue, a registry or its own domain confirms the identity of the agent. It says nothing about how well the agent works.'

/** `/api/agent/{handle}/verification-status`: whether an agent is verified, and whether its owner claims it. */
export function verificationStatusView(agent: AgentRecord, info: ReleaseInfo): VerificationStatus {
  const { handle, tier } = agent
  return {
    type: 'verification_status',
    handle,
    url: agentUrl(info.base_url, handle),
    tier,
    verified: agent.is_verified,
    verification: agent.verification,
    identity_proof: agent.trust.identity,
    claim_status: claimStatusView(agent),
    erc8004: erc8004View(agent),
    departed: departedView(agent),
    limitations: [...info.limitations, MEANING],
    last_updated: agent.last_updated,
  }
}
