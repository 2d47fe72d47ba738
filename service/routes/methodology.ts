import { notRanked } from '../errors.ts'
import { restCategory } from '../parameters.ts'
import { route } from '../route.ts'

/** How a category is scored. */
export const methodology = route('/api/methodology/:category/llm-summary', 3600, (call) => {
  const category = restCategory(call)
  const content = call.release.content('public', `api/methodology/${category}/llm-summary`)
  if (content === null) throw notRanked(category)
  return content
})
