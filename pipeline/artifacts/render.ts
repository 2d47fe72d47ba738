import { DEFAULT_STYLE } from '../../core/badge/badge.ts'
import { drawStaleMark } from '../../core/badge/draw_badge.ts'
import { JSON_TYPE } from '../../core/interface/content.ts'
import type { Artifact } from '../../core/release/artifact.ts'
import { PRIVATE_PATHS } from '../../core/release/paths.ts'
import { agentArtifacts } from './agents.ts'
import { startCards } from './cards.ts'
import { rankingArtifacts } from './category_ranking.ts'
import { changesArtifacts } from './changes.ts'
import { correctionsArtifact } from './corrections.ts'
import { dataArtifacts } from './data.ts'
import { discoveryArtifacts } from './discovery.ts'
import { economyArtifact } from './economy_summary.ts'
import { ecosystemSummaryArtifacts } from './ecosystem_summary.ts'
import { feedArtifacts } from './feeds.ts'
import { findIndexArtifact } from './find_index.ts'
import { ghostIndexArtifacts } from './ghost_index.ts'
import { hostArtifacts } from './hosts/hosts.ts'
import { methodologyArtifact, publicMethodologies } from './methodology.ts'
import { moversArtifact } from './movers.ts'
import { agentPackArtifacts, type PackOptions } from './packs/packs.ts'
import { pageArtifacts } from './pages/pages.ts'
import { reliabilityArtifacts } from './reliability.ts'
import { searchIndexArtifacts } from './search_index.ts'
import { json, type Site } from './site.ts'
import { sitemapArtifacts } from './sitemap.ts'
import { verifyArtifacts } from './verify_bundle.ts'
import { x402DemandArtifacts } from './x402_demand.ts'

/**
 * Every artifact of a release. Pure: the same marts give the same bytes. With `packs` what is kept of agents comes in
 * packs, and their other files are left to who reads them.
 */
export async function* renderAll(site: Site, packs: PackOptions | null = null): AsyncGenerator<Artifact> {
  const cards = await startCards(site)
  try {
    yield* renderOthers(site)
    yield* packs === null ? agentArtifacts(site) : agentPackArtifacts(site, packs)
    yield* cards.artifacts()
  } finally {
    await cards.stop()
  }
}

async function* renderOthers(site: Site): AsyncGenerator<Artifact> {
  yield { path: PRIVATE_PATHS.info, contentType: JSON_TYPE, side: 'private', body: json(site.info) }
  yield economyArtifact(site)
  yield* ecosystemSummaryArtifacts(site)
  for (const methodology of site.methodologies) {
    const artifact = methodologyArtifact(methodology, site)
    yield artifact
    yield* publicMethodologies(artifact, methodology)
  }
  yield* rankingArtifacts(site)
  yield* ghostIndexArtifacts(site)
  yield* reliabilityArtifacts(site)
  yield* x402DemandArtifacts(site)
  yield* changesArtifacts(site)
  yield await moversArtifact(site)
  yield* feedArtifacts(site)
  const staleMark = json(drawStaleMark(site.day, DEFAULT_STYLE))
  yield { path: PRIVATE_PATHS.staleBadge, contentType: JSON_TYPE, side: 'private', body: staleMark }
  yield* pageArtifacts(site)
  yield* sitemapArtifacts(site)
  yield* discoveryArtifacts(site)
  yield* hostArtifacts(site)
  yield* verifyArtifacts()
  yield* dataArtifacts(site)
  yield await correctionsArtifact(site)
  yield await findIndexArtifact(site)
  yield* searchIndexArtifacts(site)
}
