import type { RequestedAgents } from '../../core/views/requested_agents.ts'
import { type JsonAnswer, renderCached } from './json_answer.ts'
import type { ServedRelease } from './served_release.ts'

/** Returns an answer about a list of agents: cached by their handles, unless the caller named some by other keys. */
export function listAnswer<T>(
  release: ServedRelease,
  name: string,
  { agents, missing, resolved_from }: RequestedAgents,
  make: () => Promise<T>,
): JsonAnswer<T> {
  if (resolved_from !== undefined || missing.length > 0)
    return { object: make, content: async () => release.build(await make()) }
  return renderCached(release, `${name} ${agents.map(({ handle }) => handle).join(',')}`, make)
}
