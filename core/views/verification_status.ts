import type { z } from 'zod'
import type { verificationStatus } from '../interface/schemas/paid.ts'
import type { AgentRecord } from './agent_record.ts'
import { agentUrl } from './parts.ts'
import type { ReleaseInfo } from './release_info.ts'
import { claimStatus, departedView, erc8004View } from './trust_parts.ts'

const MEANING =
  'Verified means that the curated catalogue, a registry or its own domain confirms the identity of the agent. It says nothing about how well the agent works.'

/** `/api/agent/{handle}/verification-status`: whether an agent is verified, and whether its owner claims it. */
export function verificationStatusView(
  agent: AgentRecord,
  info: ReleaseInfo,
): z.infer<typeof verificationStatus> {
  const { handle, tier } = agent
  return {
    type: 'verification_status',
    handle,
    url: agentUrl(info.base_url, handle),
    tier,
    verified: agent.is_verified,
    verification: agent.verification,
    identity_proof: agent.trust.identity,
    claim_status: claimStatus(agent),
    erc8004: erc8004View(agent),
    departed: departedView(agent),
    limitations: [...info.limitations, MEANING],
    last_updated: agent.last_updated,
  }
}
