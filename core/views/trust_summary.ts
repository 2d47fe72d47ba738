import type { z } from 'zod'
import type { trustSummary } from '../interface/schemas/paid.ts'
import { type AgentDays, weeklyDelta } from './agent_days.ts'
import type { AgentRecord } from './agent_record.ts'
import { agentUrl } from './parts.ts'
import type { ReleaseInfo } from './release_info.ts'
import { adviceLimitations, claimStatus, departedView, erc8004View, trustScoreView } from './trust_parts.ts'

/** `/api/agent/{handle}/trust-summary`: the trust state of an agent. */
export function trustSummaryView(
  agent: AgentRecord,
  days: AgentDays,
  info: ReleaseInfo,
): z.infer<typeof trustSummary> {
  const { handle, primary_category, tier, rank, score, archetype } = agent
  return {
    type: 'trust_summary',
    handle,
    url: agentUrl(info.base_url, handle),
    primary_category,
    tier,
    rank,
    score: { total: score, weekly_delta: weeklyDelta(days, info.day) },
    archetype,
    claim_status: claimStatus(agent),
    verified: agent.is_verified,
    erc8004: erc8004View(agent),
    trust: trustScoreView(agent),
    verdict: agent.trust.verdict,
    departed: departedView(agent),
    limitations: adviceLimitations(info),
    last_updated: agent.last_updated,
  }
}
