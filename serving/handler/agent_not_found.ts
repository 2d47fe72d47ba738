import { cleaned, HttpError } from '../../core/interface/errors.ts'
import { HANDLE } from '../../core/interface/parameters.ts'
import type { ServedRelease } from './served_release.ts'

/** An agent that is not indexed, in the interface's not-found body, with those whose handle or name is near. */
export async function agentNotFound(release: ServedRelease, handle: string): Promise<HttpError> {
  const agents = await release.agents()
  return new HttpError(404, 'agent_not_found', `No agent with the handle "${cleaned(handle)}" is indexed.`, {
    body: {
      suggestions: HANDLE.test(handle) || handle.length <= 200 ? agents.suggest(handle) : [],
      hint: 'A handle has 1 to 64 letters, digits, underscores and hyphens. Use /api/agents/find to find agents, or /api/rankings/{category}/llm-summary to list ranked ones.',
    },
  })
}
