import { bulkHandles } from '../interface/parameters.ts'
import type { AgentRecord } from '../views/agent_record.ts'
import { agentUrl } from '../views/parts.ts'
import type { ReleaseInfo } from '../views/release_info.ts'
import type { RequestedAgents } from '../views/requested_agents.ts'
import { graveFlagsView, trustScoreView } from '../views/trust_parts.ts'
import type { BulkAgents, CompactAgent } from './agents_bulk.schema.ts'
import { variant } from './resource.ts'

/** Several agents in a line each. */
export const AGENTS_BULK = variant({
  id: 'agents_bulk',
  path: '/api/agents/bulk',
  title: 'Up to 50 agents at once',
  group: 'agents',
  parameters: [bulkHandles],
  answer: 'BulkAgents',
})

/** Agents in a line each; `missing` are requested handles that are not indexed. */
export const agentsBulkView = (
  { requested, agents, missing, resolved_from }: RequestedAgents,
  info: ReleaseInfo,
): BulkAgents => ({
  type: 'bulk_agents',
  count: agents.length,
  requested,
  agents: agents.map((agent) => compactView(agent, info)),
  not_found: missing,
  ...(resolved_from === undefined ? {} : { resolved_from }),
  untrusted_fields: ['agents.name'],
  limitations: info.limitations,
  last_updated: info.last_updated,
})

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
  payable: agent.trust.payable,
  per_transaction: agent.trust.per_transaction,
  daily: agent.trust.daily,
  advice: agent.trust.advice,
  rails: agent.rails,
  erc8004_registered: agent.is_erc8004_registered,
  verified: agent.is_verified,
  known_vulnerabilities: countVulnerabilities(agent),
  last_updated: agent.last_updated,
})

const countVulnerabilities = ({ package_checks: checks }: AgentRecord): number | null =>
  checks?.packages.some(({ state }) => state === 'checked') ? checks.known_total : null
