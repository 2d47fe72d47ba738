import type { CompactAgent } from '../resources/agents_bulk.schema.ts'
import type { AgentRecord } from './agent_record.ts'
import { agentUrl } from './parts.ts'
import type { ReleaseInfo } from './release_info.ts'
import { graveFlagsView, trustScoreView } from './trust_parts.ts'

/** One agent in a line. */
export const compactView = (agent: AgentRecord, info: ReleaseInfo): CompactAgent => ({
  handle: agent.handle,
  name: agent.name,
  url: agentUrl(info.base_url, agent.handle),
  primary_category: agent.primary_category,
  tier: agent.tier,
  rank: agent.rank,
  score: agent.score,
  liveness: agent.liveness,
  days_since_active: agent.days_since_active,
  trust: trustScoreView(agent),
  verdict: agent.trust.verdict,
  risk_flags: graveFlagsView(agent),
  rails: agent.rails,
  erc8004_registered: agent.is_erc8004_registered,
  verified: agent.is_verified,
  last_updated: agent.last_updated,
})
