import type { AgentRecord } from '../../core/views/agent_record.ts'
import { agentNotFound } from './agent_not_found.ts'
import type { ServedRelease } from './served_release.ts'

/** What became of a list of handles. */
export interface KnownAgents {
  /** How many different handles were asked for; the same in another case is not different. */
  requested: number
  /** In the order asked. */
  agents: AgentRecord[]
  /** Handles that are not indexed, as they were written, in the order asked. */
  missing: string[]
}

/** The agent record of a handle in any case. Throws HttpError 404, with near handles, where it is not indexed. */
export async function knownAgent(release: ServedRelease, handle: string): Promise<AgentRecord> {
  const agent = await release.agentRecord(handle)
  if (agent === null) throw await agentNotFound(release, handle)
  return agent
}

/** Reads the agent records of handles, each agent once. */
export async function knownAgents(release: ServedRelease, handles: readonly string[]): Promise<KnownAgents> {
  const asked = distinctHandles(handles)
  const found = await Promise.all(asked.map((handle) => release.agentRecord(handle)))
  return {
    requested: asked.length,
    agents: found.filter((agent) => agent !== null),
    missing: asked.filter((_, at) => found[at] === null),
  }
}

/** Each handle once, whatever its case, as it was first written. */
export function distinctHandles(handles: readonly string[]): string[] {
  const byLowerCase = new Map<string, string>()
  for (const handle of handles)
    if (!byLowerCase.has(handle.toLowerCase())) byLowerCase.set(handle.toLowerCase(), handle)
  return [...byLowerCase.values()]
}
