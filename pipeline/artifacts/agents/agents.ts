import { JSON_TYPE } from '../../../core/interface/content.ts'
import type { LogEntry } from '../../../core/log/entries.ts'
import type { KeptOfAgent } from '../../../core/projection/agent_files.ts'
import type { Artifact } from '../../../core/release/artifact.ts'
import { agentDaysPath, agentRecordPath } from '../../../core/release/paths.ts'
import type { AgentDays } from '../../../core/views/agent_days.ts'
import { agentEntry } from '../../../core/views/log_entry.ts'
import type { Database } from '../../model/database.ts'
import { json, type Site } from '../site.ts'
import { readAgentDays } from './agent_days.ts'
import { readAgentRecords } from './agent_records.ts'
import { checkedFiles } from './checked_files.ts'

/** How many agent records are held in memory at a time. */
const CHUNK = 5_000

/** All artifacts about single agents: of each what is kept, and every file that is made from it. */
export async function* agentArtifacts(site: Site): AsyncGenerator<Artifact> {
  const rows = await site.db.rows<{ handle: string }>('select handle from agents order by handle')
  const given = { info: site.info, site, fill: site.pages.fill }
  for (let at = 0; at < rows.length; at += CHUNK) {
    for (const kept of await readKept(site.db, oneOf(rows.slice(at, at + CHUNK)))) {
      yield* keptArtifacts(kept, [agentEntry(kept.agent)])
      yield* checkedFiles(kept, given)
    }
  }
}

/** The condition that a handle is one of these. */
export const oneOf = (rows: { handle: string }[]): string =>
  `handle in (${rows.map(({ handle }) => `'${handle}'`).join(', ')})`

/** What is kept of the agents that `where` names (a condition on `handle`), in the order of their handles. */
export async function readKept(db: Database, where: string): Promise<KeptOfAgent[]> {
  const agents = await readAgentRecords(db, where)
  const days = await readAgentDays(db, where)
  return agents.map((agent) => ({ agent, days: days.get(agent.handle) as AgentDays }))
}

/** What is kept of an agent as files, with what the log records of it. */
export function keptArtifacts({ agent, days }: KeptOfAgent, entries: LogEntry[] = []): Artifact[] {
  const ofAgent = { contentType: JSON_TYPE, side: 'private' } as const
  return [
    { ...ofAgent, path: agentRecordPath(agent.handle), body: json(agent), entries },
    { ...ofAgent, path: agentDaysPath(agent.handle), body: json(days) },
  ]
}
