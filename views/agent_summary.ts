import type { z } from 'zod'
import type { agentSummary } from '../interface/schemas/agent_summary.ts'
import type { Dossier } from './dossier.ts'
import type { Facts } from './facts.ts'
import { agentUrl, categoryView, identityView, livenessView } from './parts.ts'

/** The agent summary of the interface. */
export function agentSummaryView(agent: Dossier, facts: Facts): z.input<typeof agentSummary> {
  const { handle, tier, archetype, ecosystem_layer } = agent
  return {
    type: 'agent_summary',
    handle,
    name: agent.name,
    url: agentUrl(facts.base_url, handle),
    primary_category: agent.primary_category,
    secondary_categories: agent.secondary_categories,
    tier,
    archetype,
    ecosystem_layer,
    verified: agent.is_verified,
    erc8004_registered: agent.is_erc8004_registered,
    socially_visible: agent.is_socially_visible,
    identity: identityView(agent),
    liveness: livenessView(agent),
    departed:
      agent.departed_on === null
        ? null
        : { on: agent.departed_on, reason: agent.departed_reason ?? 'unknown' },
    scores_by_category: Object.fromEntries(agent.standings.map((row) => [row.category, categoryView(row)])),
    limitations: limitations(agent, facts),
    last_updated: agent.last_updated,
    source_urls: agent.source_urls,
  }
}

function limitations(agent: Dossier, facts: Facts): string[] {
  const of = facts.categories.filter((one) => agent.standings.some((row) => row.category === one.category))
  return [
    ...facts.limitations,
    ...(agent.departed_on === null
      ? []
      : [`Departed on ${agent.departed_on}: ${agent.departed_reason ?? 'unknown'}. It is no longer ranked.`]),
    ...(agent.liveness === 'unknown'
      ? ['No public activity was ever observed: liveness is unknown, which is not the same as dead.']
      : []),
    ...new Set(of.flatMap((one) => one.limitations)),
  ]
}
