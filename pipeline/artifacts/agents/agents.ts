import { JSON_TYPE } from '../../../core/interface/content.ts'
import type { LogEntry } from '../../../core/log/entries.ts'
import type { StoredAgent } from '../../../core/projection/agent_files.ts'
import type { Artifact } from '../../../core/release/artifact.ts'
import { agentDaysPath, agentRecordPath } from '../../../core/release/paths.ts'
import type { AgentDays } from '../../../core/views/agent_days.ts'
import { agentEntry } from '../../../core/views/log_entry.ts'
import type { Database } from '../../model/database.ts'
import { json, type Site } from '../site.ts'
import { readAgentDays } from './agent_days.ts'
import { readAgentRecords } from './agent_records.ts'
import { checkedFiles } from './checked_files.ts'

/** Maximum number of agent records in memory. */
const CHUNK = 5_000

/** Yields all artifacts about single agents: the stored data of each, and every file derived from it. */
export async function* agentArtifacts(site: Site): AsyncGenerator<Artifact> {
  const rows = await site.db.rows<{ handle: string }>('select handle from agents order by handle')
  const context = { info: site.info, site, fill: site.pages.fill }
  for (let at = 0; at < rows.length; at += CHUNK) {
    for (const stored of await readStoredAgents(site.db, matchHandles(rows.slice(at, at + CHUNK)))) {
      yield* storedArtifacts(stored, [agentEntry(stored.agent)])
      yield* checkedFiles(stored, context)
    }
  }
}

/** Returns the condition that a handle is one of these. */
export const matchHandles = (rows: { handle: string }[]): string =>
  `handle in (${rows.map(({ handle }) => `'${handle}'`).join(', ')})`

/** Reads the stored data of the agents that match `where` (a condition on `handle`), ordered by handle. */
export async function readStoredAgents(db: Database, where: string): Promise<StoredAgent[]> {
  const agents = await readAgentRecords(db, where)
  const days = await readAgentDays(db, where)
  return agents.map((agent) => ({ agent, days: days.get(agent.handle) as AgentDays }))
}

/** Returns the stored data of an agent as files, with its log entries. */
export function storedArtifacts({ agent, days }: StoredAgent, entries: LogEntry[] = []): Artifact[] {
  const ofAgent = { contentType: JSON_TYPE, side: 'private' } as const
  return [
    { ...ofAgent, path: agentRecordPath(agent.handle), body: json(agent), entries },
    { ...ofAgent, path: agentDaysPath(agent.handle), body: json(days) },
  ]
}
