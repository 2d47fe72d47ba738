import { notRankedYet, restCategory } from '../category.ts'
import { answer, CACHE } from '../reply.ts'
import { route } from '../route.ts'

/** A category's methodology: the formula that ran. */
export const methodology = route('/api/methodology/:category/llm-summary', ({ request, params, served }) => {
  const category = restCategory(params.category ?? '')
  const file = served.file('public', `api/methodology/${category}/llm-summary`)
  if (file === null) throw notRankedYet(category)
  return answer(request, file, CACHE.methodology)
})
