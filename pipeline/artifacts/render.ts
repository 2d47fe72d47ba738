import type { Artifact } from '../release/artifact.ts'
import { agentSummaryArtifact } from './agent_summary.ts'
import { badgeArtifact, unknownBadgeArtifact } from './badge.ts'
import { rankingArtifacts } from './category_ranking.ts'
import { dataArtifacts } from './data.ts'
import { readDossiers } from './dossier.ts'
import { economyArtifact } from './economy_summary.ts'
import { methodologyArtifact } from './methodology.ts'
import { pageArtifacts } from './pages.ts'
import type { Site } from './site.ts'

/** How many dossiers are held in memory at a time. */
const CHUNK = 5_000

/** Every artifact of a release. Pure: the same marts give the same bytes. */
export async function* renderAll(site: Site): AsyncGenerator<Artifact> {
  yield economyArtifact(site)
  for (const methodology of site.methodologies) yield methodologyArtifact(methodology, site)
  yield* rankingArtifacts(site)
  yield unknownBadgeArtifact(site)
  yield* pageArtifacts(site)
  yield* dataArtifacts(site)
  yield* agentArtifacts(site)
}

async function* agentArtifacts(site: Site): AsyncGenerator<Artifact> {
  const handles = await site.db.rows<{ handle: string }>('select handle from agents order by handle')
  for (let at = 0; at < handles.length; at += CHUNK) {
    const chunk = handles.slice(at, at + CHUNK)
    const agents = await readDossiers(
      site.db,
      `handle between '${chunk[0]?.handle}' and '${chunk.at(-1)?.handle}'`,
    )
    for (const agent of agents) {
      yield agentSummaryArtifact(agent, site)
      yield badgeArtifact(agent, site)
    }
  }
}
