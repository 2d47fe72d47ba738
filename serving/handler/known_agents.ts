import type { AgentRecord } from '../../core/views/agent_record.ts'
import { agentNotFound } from './agent_not_found.ts'
import type { ServedRelease } from './served_release.ts'

/** Result of looking up a list of handles. */
export interface AgentLookup {
  /** Number of distinct handles requested, ignoring case. */
  requested: number
  /** In request order. */
  agents: AgentRecord[]
  /** Handles that are not indexed, as they were written, in request order. */
  missing: string[]
}

/** Returns the agent record of a handle in any case. Throws HttpError 404, with near handles, if it is not indexed. */
export async function requireAgent(release: ServedRelease, handle: string): Promise<AgentRecord> {
  const agent = await release.agentRecord(handle)
  if (agent === null) throw await agentNotFound(release, handle)
  return agent
}

/** Reads the agent records of handles, each agent once. */
export async function readAgents(release: ServedRelease, handles: readonly string[]): Promise<AgentLookup> {
  const requested = distinctHandles(handles)
  const found = await Promise.all(requested.map((handle) => release.agentRecord(handle)))
  return {
    requested: requested.length,
    agents: found.filter((agent) => agent !== null),
    missing: requested.filter((_, at) => found[at] === null),
  }
}

/** Returns each handle once, ignoring case, as first written. */
export function distinctHandles(handles: readonly string[]): string[] {
  const byLowerCase = new Map<string, string>()
  for (const handle of handles)
    if (!byLowerCase.has(handle.toLowerCase())) byLowerCase.set(handle.toLowerCase(), handle)
  return [...byLowerCase.values()]
}
