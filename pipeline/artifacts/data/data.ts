import { CSV_TYPE, JSON_TYPE } from '../../../core/interface/content.ts'
import type { Artifact } from '../../../core/release/artifact.ts'
import { PRIVATE_PATHS } from '../../../core/release/paths.ts'
import { shownName } from '../agents/display_text.ts'
import { json, type Site } from '../site.ts'
import { agentsCsv } from './agents_csv.ts'
import { researchArtifacts } from './files.ts'

/**
 * Yields the downloads: every count, a short list of agents, all tables; and for the service the list of handles and
 * names.
 */
export async function* dataArtifacts(site: Site): AsyncGenerator<Artifact> {
  yield {
    path: 'data/counts.json',
    contentType: JSON_TYPE,
    side: 'public',
    body: json({ date: site.day, world: site.world, counts: site.counts }),
  }
  const agents = await site.db.rows<{ handle: string; name: string; is_flagged: boolean }>(
    `select handle, name, grave_flags.handle is not null or imitating.handle is not null as is_flagged
     from agents
     join find_order using (handle)
     left join grave_flags using (handle)
     left join (select distinct handle from int_trust__impersonations) as imitating using (handle)
     where departed_on is null order by find_order.position`,
  )
  yield {
    path: 'data/agents.csv',
    contentType: CSV_TYPE,
    side: 'public',
    body: await agentsCsv(site.db),
  }
  yield {
    path: PRIVATE_PATHS.agentsIndex,
    contentType: JSON_TYPE,
    side: 'private',
    body: json(agents.map((agent) => [agent.handle, shownName(agent), ...(agent.is_flagged ? [1] : [])])),
  }
  yield* researchArtifacts(site)
}
