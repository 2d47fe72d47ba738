import { answer, CACHE } from '../reply.ts'
import { route } from '../route.ts'
import { agentNotFound } from '../suggestions.ts'

/** One agent's summary; handles are compared without regard to case. */
export const agent = route('/api/agent/:handle/llm-summary', ({ request, params, served }) => {
  const handle = params.handle ?? ''
  const file = /^[a-zA-Z0-9_-]{1,64}$/.test(handle)
    ? served.file('public', `api/agent/${handle.toLowerCase()}/llm-summary`)
    : null
  if (file === null) throw agentNotFound(served, handle)
  return answer(request, file, CACHE.agent)
})
