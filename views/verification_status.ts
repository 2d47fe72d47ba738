import type { z } from 'zod'
import type { verificationStatus } from '../interface/schemas/paid.ts'
import type { Dossier } from './dossier.ts'
import type { Facts } from './facts.ts'
import { agentUrl } from './parts.ts'
import { claimStatus, departedView, erc8004View } from './trust_parts.ts'

const MEANING =
  'Verified means that the curated catalogue, a registry or its own domain vouches for who it is; it says nothing about how well it works.'

/** `/api/agent/{handle}/verification-status`: whether an agent is verified, and whether its owner claims it. */
export function verificationStatusView(agent: Dossier, facts: Facts): z.infer<typeof verificationStatus> {
  const { handle, tier } = agent
  return {
    type: 'verification_status',
    handle,
    url: agentUrl(facts.base_url, handle),
    tier,
    verified: agent.is_verified,
    verification: agent.verification,
    identity_proof: agent.trust.identity,
    claim_status: claimStatus(agent),
    erc8004: erc8004View(agent),
    departed: departedView(agent),
    limitations: [...facts.limitations, MEANING],
    last_updated: agent.last_updated,
  }
}
