import { cleaned, HttpError } from '../../core/interface/errors.ts'
import type { ServedRelease } from './served_release.ts'

const HINT =
  'A handle has 1 to 64 letters, digits, underscores and hyphens. Use /api/agents/find to find agents, or /api/rankings/{category}/llm-summary to list ranked ones.'
const NOT_LOOKED_FOR =
  'Similar handles were not looked for: that takes at most 200 characters, a letter or digit among them.'

/** Returns the interface's not-found error for an agent, with agents whose handle or name is near. */
export async function agentNotFound(release: ServedRelease, handle: string): Promise<HttpError> {
  const suggestions = await (await release.agents()).suggest(handle)
  return new HttpError(404, 'agent_not_found', `No agent with the handle "${cleaned(handle)}" is indexed.`, {
    body: {
      suggestions: suggestions ?? [],
      hint: suggestions === null ? `${NOT_LOOKED_FOR} ${HINT}` : HINT,
    },
  })
}
