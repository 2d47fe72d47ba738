import { DEFAULT_STYLE } from '../../core/badge/badge.ts'
import { drawStaleMark } from '../../core/badge/draw_badge.ts'
import type { Artifact } from '../../core/release/artifact.ts'
import { PRIVATE_PATHS } from '../../core/release/paths.ts'
import { agentArtifacts } from './agents/agents.ts'
import { ownerArtifacts, ownersIndexArtifact } from './agents/owners.ts'
import { ANSWERS } from './answers.ts'
import { startCards } from './cards.ts'
import { feedArtifacts } from './changes/feeds.ts'
import { moversArtifact } from './changes/movers.ts'
import { correctionsArtifact } from './data/corrections.ts'
import { dataArtifacts } from './data/data.ts'
import { discoveryArtifacts } from './discovery/discovery.ts'
import { sitemapArtifacts } from './discovery/sitemap.ts'
import { evidenceArtifacts } from './evidence/evidence.ts'
import { hostArtifacts } from './hosts/hosts.ts'
import { agentPackArtifacts, type PackOptions } from './packs/packs.ts'
import { pageArtifacts } from './pages/pages.ts'
import { findIndexArtifact } from './search/find_index.ts'
import { keyIndexArtifacts } from './search/key_index.ts'
import { searchIndexArtifacts } from './search/search_index.ts'
import { jsonFile, type Site } from './site.ts'
import { verifyArtifacts } from './verify_bundle.ts'

/**
 * Yields every artifact of a release. Pure: the same marts give the same bytes. With `packs` the agents' stored data
 * is in packs, and their other files are rendered on request.
 */
export async function* renderAll(site: Site, packs: PackOptions | null = null): AsyncGenerator<Artifact> {
  const cards = await startCards(site)
  try {
    yield* renderOthers(site)
    if (packs === null) {
      yield* agentArtifacts(site)
      yield* ownerArtifacts(site)
    } else yield* agentPackArtifacts(site, packs)
    yield* cards.artifacts()
  } finally {
    await cards.stop()
  }
}

async function* renderOthers(site: Site): AsyncGenerator<Artifact> {
  yield jsonFile('private', PRIVATE_PATHS.info, site.info)
  for (const publish of ANSWERS) yield* publish(site)
  yield await moversArtifact(site)
  yield* feedArtifacts(site)
  yield jsonFile('private', PRIVATE_PATHS.staleBadge, drawStaleMark(site.day, DEFAULT_STYLE))
  yield* pageArtifacts(site)
  yield* sitemapArtifacts(site)
  yield* discoveryArtifacts(site)
  yield* hostArtifacts(site)
  yield* verifyArtifacts()
  yield* dataArtifacts(site)
  yield* evidenceArtifacts(site)
  yield await correctionsArtifact(site)
  yield await findIndexArtifact(site)
  yield* searchIndexArtifacts(site)
  yield* keyIndexArtifacts(site)
  yield await ownersIndexArtifact(site)
}
