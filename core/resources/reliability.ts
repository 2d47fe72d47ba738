import { NUMBERS } from '../domain/numbers.ts'
import * as p from '../interface/parameters.ts'
import type { AgentProbe, AgentRecord, ReliabilityRow } from '../views/agent_record.ts'
import { agentUrl, lifeView } from '../views/parts.ts'
import type { ReleaseInfo } from '../views/release_info.ts'
import { graveFlagsView } from '../views/trust_parts.ts'
import type { Reliability } from './reliability.schema.ts'
import { variant } from './resource.ts'

/** The reliability of one agent; without a handle, a leaderboard, which is a file. */
export const RELIABILITY = variant({
  id: 'reliability',
  path: '/api/reliability/v1',
  title: 'Reliability of agents over time',
  group: 'market',
  file: 'api/reliability/v1',
  parameters: [p.optionalHandle],
  answer: 'Reliability',
  errors: [400, 404],
  fromAgent: reliabilityDetail,
})

export type ReliabilityDetail = Extract<Reliability, { type: 'reliability_detail' }>

/** Definition of coverage, shown wherever it is. */
export const COVERAGE_LIMIT = `Days without an observation are not counted. Coverage tells how many of the last 30 days were observed (full from ${NUMBERS.full_coverage_days} days on).`

/** The reliability of one agent; all null for one that has departed. */
export function reliabilityDetail(agent: AgentRecord, info: ReleaseInfo): ReliabilityDetail {
  const { handle, name, primary_category, tier, departed_on } = agent
  return {
    type: 'reliability_detail',
    handle,
    name,
    url: agentUrl(info.base_url, handle),
    primary_category,
    tier,
    risk_flags: graveFlagsView(agent),
    ...figures(agent.reliability),
    addresses: departed_on === null ? agent.probes.map(toAddress) : [],
    liveness: lifeView(agent),
    departed: departed_on === null ? null : { on: departed_on, reason: agent.departed_reason ?? 'unknown' },
    untrusted_fields: ['name', 'addresses.url'],
    limitations: [...info.limitations, ...limits(agent)],
    last_updated: info.last_updated,
  }
}

const figures = (row: ReliabilityRow | null) => ({
  reliability_30d: row?.reliability_30d ?? null,
  reliability_90d: row?.reliability_90d ?? null,
  currently_alive: row?.is_currently_alive ?? null,
  days_since_active: row?.days_since_active ?? null,
  observed_days_30: row?.observed_days_30 ?? null,
  observed_days_90: row?.observed_days_90 ?? null,
  coverage: row?.coverage ?? null,
  uptime_7d: row?.uptime_7d ?? null,
  observations_7: row?.observations_7 ?? null,
  uptime_30d: row?.uptime_30d ?? null,
  observations_30: row?.observations_30 ?? null,
  measured_days_30: row?.measured_days_30 ?? null,
  answered_days_30: row?.answered_days_30 ?? null,
  latency_p50_ms: row?.latency_p50_ms ?? null,
  probed_addresses: row?.probed_addresses ?? null,
  vantages: row?.vantages ?? null,
})

const toAddress = ({ reason, ...probe }: AgentProbe): ReliabilityDetail['addresses'][number] => ({
  ...probe,
  not_probed_reason: reason,
})

function limits({ departed_on, departed_reason, reliability }: AgentRecord): string[] {
  if (departed_on !== null)
    return [
      `Departed on ${departed_on}: ${departed_reason ?? 'unknown'}. Reliability is given only for agents that are still listed.`,
    ]
  if (reliability === null || reliability.coverage === 'none')
    return [
      'Nothing was observed in the last 30 days: reliability is unknown, which is not the same as unreliable.',
    ]
  return [COVERAGE_LIMIT, ...(reliability.observations_30 > 0 ? [describeUptimeLimit(reliability)] : [])]
}

const describeUptimeLimit = ({ vantages }: ReliabilityRow): string =>
  `Uptime is the share of observations that answered in their protocol, seen from ${vantages === 1 ? 'one vantage' : `${vantages} vantages`}. A request that was refused for who asks (rate limits, bot checks) counts neither way.`
