import { cleaned, HttpError } from '../errors.ts'
import type { Content } from '../reply.ts'
import { route } from '../route.ts'
import type { ServedRelease } from '../served_release.ts'

const HANDLE = /^[a-zA-Z0-9_-]{1,64}$/

/** One agent's summary; the handle is matched without regard to case. */
export const agent = route('/api/agent/:handle/llm-summary', 300, (call) => {
  const { release } = call
  const asked = call.param('handle')
  const content = ofHandle(release, asked, (handle) => `api/agent/${handle}/llm-summary`)
  if (content === null) throw agentNotFound(release, asked)
  return content
})

/** The public file that belongs to a handle, however it is written, or null for an agent that is not indexed. */
export function ofHandle(
  release: ServedRelease,
  asked: string,
  path: (handle: string) => string,
): Content | null {
  if (!HANDLE.test(asked)) return null
  const exact = release.content('public', path(asked))
  if (exact !== null) return exact
  const handle = release.agents.handle(asked)
  return handle === null ? null : release.content('public', path(handle))
}

function agentNotFound(release: ServedRelease, asked: string): HttpError {
  return new HttpError(404, 'agent_not_found', `No agent with the handle "${cleaned(asked)}" is indexed.`, {
    body: {
      suggestions: release.agents.suggest(asked),
      hint: 'A handle has 1 to 64 letters, digits, underscores and hyphens. The rankings at /api/rankings/{category}/llm-summary name the handles of ranked agents.',
    },
  })
}
