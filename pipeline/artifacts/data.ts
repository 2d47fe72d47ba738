import { csvCell } from '../../core/domain/text.ts'
import { CSV_TYPE, JSON_TYPE } from '../../core/interface/content.ts'
import type { Artifact } from '../../core/release/artifact.ts'
import { PRIVATE_PATHS } from '../../core/release/paths.ts'
import { researchArtifacts } from './data/files.ts'
import { shownName } from './shown.ts'
import { json, type Site } from './site.ts'

const CSV_COLUMNS = [
  'handle',
  'name',
  'primary_category',
  'tier',
  'rank',
  'score',
  'ecosystem_layer',
  'archetype',
  'is_verified',
  'is_erc8004_registered',
  'liveness',
  'days_since_active',
  'last_updated',
] as const

/** The downloads: every count, a short list of agents, all tables; and for the service the list of handles and names. */
export async function* dataArtifacts(site: Site): AsyncGenerator<Artifact> {
  yield {
    path: 'data/counts.json',
    contentType: JSON_TYPE,
    side: 'public',
    body: json({ date: site.day, world: site.world, counts: site.counts }),
  }
  const agents = await site.db.rows<{ handle: string; name: string; is_flagged: boolean }>(
    `select handle, name, grave_flags.handle is not null as is_flagged
     from agents left join grave_flags using (handle) where departed_on is null order by handle`,
  )
  yield {
    path: 'data/agents.csv',
    contentType: CSV_TYPE,
    side: 'public',
    body: await agentsCsv(site),
  }
  yield {
    path: PRIVATE_PATHS.agentsIndex,
    contentType: JSON_TYPE,
    side: 'private',
    body: json(agents.map((agent) => [agent.handle, shownName(agent), ...(agent.is_flagged ? [1] : [])])),
  }
  yield* researchArtifacts(site)
}

/** Every agent that has not departed, one line each; names are third-party text, cleaned and made inert. */
async function agentsCsv({ db }: Site): Promise<string> {
  const rows = await db.rows<Record<(typeof CSV_COLUMNS)[number], string | number | boolean | null>>(
    `select ${CSV_COLUMNS.join(', ')} from agents where departed_on is null order by handle`,
  )
  const lines = rows.map((row) => {
    const shown = { ...row, name: shownName({ name: String(row.name), handle: String(row.handle) }) }
    return CSV_COLUMNS.map((column) => csvCell(shown[column])).join(',')
  })
  return `${[CSV_COLUMNS.join(','), ...lines].join('\r\n')}\r\n`
}
