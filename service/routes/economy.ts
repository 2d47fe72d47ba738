import { published } from '../published.ts'
import { answer, CACHE } from '../reply.ts'
import { route } from '../route.ts'

/** The agent economy summary. */
export const economy = route('/api/agent-economy/llm-summary', ({ request, served }) =>
  answer(request, published(served, 'api/agent-economy/llm-summary'), CACHE.agent),
)
