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
import { mergeGenerators } from './merge_generators.ts'
import { agentPackArtifacts, type PackOptions } from './packs/packs.ts'
import { pageArtifacts } from './pages/pages.ts'
import { findIndexArtifact } from './search/find_index.ts'
import { keyIndexArtifacts } from './search/key_index.ts'
import { searchIndexArtifacts } from './search/search_index.ts'
import { jsonFile, type Site } from './site.ts'
import { verifyArtifacts } from './verify_bundle.ts'

/**
 * Yields every artifact of a release. Pure: the same marts give the same files, whatever their order. With `packs` the
 * agents' stored data is in packs, and their other files are rendered on request.
 */
export async function* renderAll(site: Site, packs: PackOptions | null = null): AsyncGenerator<Artifact> {
  const cards = await startCards(site)
  try {
    yield* packs === null ? renderSideBySide(site) : renderInTurn(site, packs)
    yield* cards.artifacts()
  } finally {
    await cards.stop()
  }
}

/** Renders the parts of a small index, each of which mostly waits for statements. */
async function* renderSideBySide(site: Site): AsyncGenerator<Artifact> {
  const [data, agents] = [await reconnect(site), await reconnect(site)]
  yield* mergeGenerators([renderPages(site), renderData(data), renderAgents(agents)])
}

/** Renders the parts of a large index: side by side takes a sixth less time, but reached 6.1 GB with 570,000 agents (5.7 in turn). */
async function* renderInTurn(site: Site, packs: PackOptions): AsyncGenerator<Artifact> {
  yield* renderPages(site)
  yield* renderData(site)
  yield* agentPackArtifacts(site, packs)
}

/** Returns the same site with a connection of its own: a connection has one statement at a time. */
const reconnect = async (site: Site): Promise<Site> => ({ ...site, db: await site.db.connect() })

async function* renderPages(site: Site): AsyncGenerator<Artifact> {
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
}

async function* renderData(site: Site): AsyncGenerator<Artifact> {
  yield* dataArtifacts(site)
  yield* evidenceArtifacts(site)
  yield await correctionsArtifact(site)
  yield await findIndexArtifact(site)
  yield* searchIndexArtifacts(site)
  yield* keyIndexArtifacts(site)
  yield await ownersIndexArtifact(site)
}

async function* renderAgents(site: Site): AsyncGenerator<Artifact> {
  yield* agentArtifacts(site)
  yield* ownerArtifacts(site)
}
