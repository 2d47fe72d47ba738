import type { z } from 'zod'
import type { trustSummary } from '../interface/schemas/paid.ts'
import { type AgentDays, weeklyDelta } from './agent_days.ts'
import type { Dossier } from './dossier.ts'
import type { Facts } from './facts.ts'
import { agentUrl } from './parts.ts'
import { adviceLimitations, claimStatus, departedView, erc8004View, trustScoreView } from './trust_parts.ts'

/** `/api/agent/{handle}/trust-summary`: the trust state of an agent. */
export function trustSummaryView(
  agent: Dossier,
  days: AgentDays,
  facts: Facts,
): z.infer<typeof trustSummary> {
  const { handle, primary_category, tier, rank, score, archetype } = agent
  return {
    type: 'trust_summary',
    handle,
    url: agentUrl(facts.base_url, handle),
    primary_category,
    tier,
    rank,
    score: { total: score, weekly_delta: weeklyDelta(days, facts.day) },
    archetype,
    claim_status: claimStatus(agent),
    verified: agent.is_verified,
    erc8004: erc8004View(agent),
    trust: trustScoreView(agent),
    verdict: agent.trust.verdict,
    departed: departedView(agent),
    limitations: adviceLimitations(facts),
    last_updated: agent.last_updated,
  }
}
