import type { z } from 'zod'
import type { Artifact } from '../release/artifact.ts'
import { agentUrl, categoryView, identityView, livenessView, shownName } from './agent_view.ts'
import type { Dossier } from './dossier.ts'
import { agentSummary } from './schemas/agent_summary.ts'
import { JSON_TYPE, json, type Site } from './site.ts'

/** `/api/agent/{handle}/llm-summary`: one file for every agent that was ever indexed. */
export function agentSummaryArtifact(agent: Dossier, site: Site): Artifact {
  const body = json(agentSummary.parse(summary(agent, site)))
  return { path: `api/agent/${agent.handle}/llm-summary`, contentType: JSON_TYPE, body, side: 'public' }
}

function summary(agent: Dossier, site: Site): z.input<typeof agentSummary> {
  const { handle, tier, archetype, ecosystem_layer } = agent
  return {
    type: 'agent_summary',
    handle,
    name: shownName(agent),
    url: agentUrl(site.baseUrl, handle),
    primary_category: agent.primary_category as z.input<typeof agentSummary>['primary_category'],
    secondary_categories: agent.secondary_categories as z.input<typeof agentSummary>['secondary_categories'],
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
    scores_by_category: Object.fromEntries(agent.categories.map((row) => [row.category, categoryView(row)])),
    limitations: limitations(agent, site),
    last_updated: agent.last_updated,
    source_urls: agent.source_urls,
  }
}

function limitations(agent: Dossier, site: Site): string[] {
  const of = site.methodologies.filter((one) => agent.categories.some((row) => row.category === one.category))
  return [
    ...site.limitations,
    ...(agent.departed_on === null
      ? []
      : [`Departed on ${agent.departed_on}: ${agent.departed_reason ?? 'unknown'}. It is no longer ranked.`]),
    ...(agent.liveness === 'unknown'
      ? ['No public activity was ever observed: liveness is unknown, which is not the same as dead.']
      : []),
    ...new Set(of.flatMap((one) => one.limitations)),
  ]
}
