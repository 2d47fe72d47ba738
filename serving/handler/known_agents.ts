import type { ResolvedFrom } from '../../core/resources/resolution.schema.ts'
import type { AgentRecord } from '../../core/views/agent_record.ts'
import type { RequestedAgents } from '../../core/views/requested_agents.ts'
import { agentNotFound, keyNotFound } from './agent_not_found.ts'
import { echo, toResolvedFrom, toResolvedItem } from './keys/key_words.ts'
import { type FoundKey, findKey } from './keys/resolve_key.ts'
import type { ServedRelease } from './served_release.ts'

/** An agent, and how it was found; null for a handle. */
export interface ResolvedAgent {
  agent: AgentRecord
  found: FoundKey
  resolvedFrom: ResolvedFrom | null
}

/** Returns the agent record of a handle in any case. Throws HttpError 404, with near handles, if it is not indexed. */
export async function requireAgent(
  release: ServedRelease,
  handle: string,
  path?: string,
): Promise<AgentRecord> {
  const agent = await release.agentRecord(handle)
  if (agent === null) throw await agentNotFound(release, handle, path)
  return agent
}

/** Returns the agent that a key names. Throws HttpError 404 if none does, or several do. */
export const resolveAgent = async (release: ServedRelease, key: string): Promise<ResolvedAgent> =>
  readFound(release, await findKey(release, key))

/** Does the same for a key that was looked up. */
export async function readFound(release: ServedRelease, found: FoundKey): Promise<ResolvedAgent> {
  const agent = found.owner && (await release.agentRecord(found.owner.handle))
  if (agent === null) throw await keyNotFound(release, found)
  return { agent, found, resolvedFrom: toResolvedFrom(found) }
}

/** Reads the agent records of keys, each agent once. */
export async function readAgents(release: ServedRelease, keys: readonly string[]): Promise<RequestedAgents> {
  const requested = distinctHandles(keys)
  const found = await Promise.all(requested.map((key) => findKey(release, key)))
  const records = await Promise.all(found.map(({ owner }) => owner && release.agentRecord(owner.handle)))
  const resolved = found.map(toResolvedItem).filter((item) => item !== null)
  return {
    requested: requested.length,
    agents: [
      ...new Map(records.flatMap((agent) => (agent === null ? [] : [[agent.handle, agent]]))).values(),
    ],
    missing: requested.filter((_, at) => records[at] === null).map(echo),
    ...(resolved.length === 0 ? {} : { resolved_from: resolved }),
  }
}

/** Returns each handle once, ignoring case, as first written. */
export function distinctHandles(handles: readonly string[]): string[] {
  const byLowerCase = new Map<string, string>()
  for (const handle of handles)
    if (!byLowerCase.has(handle.toLowerCase())) byLowerCase.set(handle.toLowerCase(), handle)
  return [...byLowerCase.values()]
}
