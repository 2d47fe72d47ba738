import type { z } from 'zod'
import { isRestCategory } from '../../../core/domain/category.ts'
import type { Artifact } from '../../../core/release/artifact.ts'
import { economySummary } from '../../../core/resources/economy_summary.schema.ts'
import { endpointMap } from '../discovery/endpoint_map.ts'
import { jsonFile, type Site } from '../site.ts'

/** `/api/agent-economy/llm-summary`. */
export function* economySummaryArtifacts(site: Site): Generator<Artifact> {
  yield jsonFile('public', 'api/agent-economy/llm-summary', economySummary.parse(summary(site)))
}

const count = (site: Site, name: string): number => site.counts[name] ?? 0

function summary(site: Site): z.input<typeof economySummary> {
  const indexed = count(site, 'indexed_agents')
  const ranked = count(site, 'evidence_ranked_total')
  return {
    type: 'agent_economy_summary',
    url: `${site.baseUrl}/`,
    summary: `On ${site.day} Assay indexes ${indexed} agents and ranks ${ranked} of them on evidence. ${count(site, 'alive')} are alive, ${count(site, 'not_alive')} are not, and for ${count(site, 'liveness_unknown')} it is unknown.`,
    metrics: {
      indexed_agents: indexed,
      evidence_ranked_total: ranked,
      historical_snapshots: count(site, 'historical_snapshots'),
      x402_endpoints_in_bazaar: site.counts.x402_endpoints_in_bazaar ?? null,
      tracked_protocol_surfaces: count(site, 'tracked_protocol_surfaces'),
    },
    categories: categories(site),
    tracked_surfaces: site.sources
      .filter((source) => source.last_ok_on !== null)
      .map((source) => source.title),
    machine_readable_endpoints: endpointMap(site.baseUrl),
    positioning:
      'An open index: every figure can be traced to a recorded response and every score can be recomputed from published sub-scores. Advisory information; not an authorization and not financial advice.',
    limitations: site.limitations,
    last_updated: site.lastUpdated,
    source_urls: site.sources.map((source) => source.docs),
  }
}

function categories(site: Site): z.input<typeof economySummary>['categories'] {
  return site.methodologies.map(({ category, name, version }) => ({
    category,
    name,
    methodology_version: version,
    indexed: count(site, `category/${category}/indexed`),
    evidence_ranked: count(site, `category/${category}/evidence_ranked`),
    ranking_url: isRestCategory(category) ? `${site.baseUrl}/api/rankings/${category}/llm-summary` : null,
    methodology_url: isRestCategory(category)
      ? `${site.baseUrl}/api/methodology/${category}/llm-summary`
      : null,
  }))
}
