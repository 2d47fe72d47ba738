import type { z } from 'zod'
import type { reliability } from '../interface/schemas/reliability.ts'
import type { Dossier, ReliabilityRow } from './dossier.ts'
import type { Facts } from './facts.ts'
import { agentUrl, livenessView } from './parts.ts'

export type Reliability = z.infer<typeof reliability>
export type ReliabilityDetail = Extract<Reliability, { type: 'reliability_detail' }>

/** What coverage means, said wherever it is shown. */
export const COVERAGE_LIMIT =
  'A day on which nothing could be observed counts neither for nor against: coverage says on how many of the last 30 days there was an observation (full from 27 on).'

/** The reliability of one agent; all null for one that has departed. */
export function reliabilityDetail(agent: Dossier, facts: Facts): ReliabilityDetail {
  const { handle, name, primary_category, tier, departed_on } = agent
  return {
    type: 'reliability_detail',
    handle,
    name,
    url: agentUrl(facts.base_url, handle),
    primary_category,
    tier,
    ...figures(agent.reliability),
    liveness: livenessView(agent),
    departed: departed_on === null ? null : { on: departed_on, reason: agent.departed_reason ?? 'unknown' },
    untrusted_fields: ['name'],
    limitations: [...facts.limitations, ...limits(agent)],
    last_updated: facts.last_updated,
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
})

function limits({ departed_on, departed_reason, reliability }: Dossier): string[] {
  if (departed_on !== null)
    return [
      `Departed on ${departed_on}: ${departed_reason ?? 'unknown'}. Reliability is of agents that are listed now.`,
    ]
  if (reliability === null || reliability.coverage === 'none')
    return [
      'Nothing was observed in the last 30 days: reliability is unknown, which is not the same as unreliable.',
    ]
  return [COVERAGE_LIMIT]
}
