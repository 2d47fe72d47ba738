import { notFound } from '../errors.ts'
import { route } from '../route.ts'

/** The agent economy summary. */
export const economy = route('/api/agent-economy/llm-summary', 300, ({ release }) => {
  const content = release.content('public', 'api/agent-economy/llm-summary')
  if (content === null) throw notFound()
  return content
})
