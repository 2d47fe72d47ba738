import * as p from '../interface/parameters.ts'
import { type AgentDays, weeklyDelta } from '../views/agent_days.ts'
import type { AgentRecord } from '../views/agent_record.ts'
import { agentUrl } from '../views/parts.ts'
import type { ReleaseInfo } from '../views/release_info.ts'
import {
  adviceLimitations,
  claimStatusView,
  departedView,
  erc8004View,
  trustScoreView,
} from '../views/trust_parts.ts'
import { paid } from './resource.ts'
import type { TrustSummary } from './trust_summary.schema.ts'

/** The trust state of an agent. */
export const TRUST_SUMMARY = paid({
  id: 'trust_summary',
  path: '/api/agent/{handle}/trust-summary',
  title: 'Trust state of an agent',
  price: '0.02',
  parameters: [p.pathHandle],
  answer: 'TrustSummary',
  errors: [404],
  fromDays: trustSummaryView,
})

/** `/api/agent/{handle}/trust-summary`: the trust state of an agent. */
export function trustSummaryView(agent: AgentRecord, days: AgentDays, info: ReleaseInfo): TrustSummary {
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
    claim_status: claimStatusView(agent),
    verified: agent.is_verified,
    erc8004: erc8004View(agent),
    trust: trustScoreView(agent),
    verdict: agent.trust.verdict,
    departed: departedView(agent),
    limitations: adviceLimitations(info),
    last_updated: agent.last_updated,
  }
}
