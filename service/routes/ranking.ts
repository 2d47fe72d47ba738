import { notRankedYet, restCategory } from '../category.ts'
import { boolean, integer } from '../parameters.ts'
import type { ServedRelease } from '../release_store.ts'
import { answer, answerJson, CACHE } from '../reply.ts'
import { route } from '../route.ts'

const LIMIT = { min: 1, max: 100, default: 50 }

/** A category's ranking: the published file, or a slice of the longer lists behind it. */
export const ranking = route('/api/rankings/:category/llm-summary', ({ request, query, params, served }) => {
  const category = restCategory(params.category ?? '')
  const onlyRanked = boolean(query, 'evidence_ready_only', true)
  const limit = integer(query, 'limit', LIMIT)
  const whole = served.file('public', `api/rankings/${category}/llm-summary`)
  if (whole === null) throw notRankedYet(category)
  if (onlyRanked && limit === LIMIT.default) return answer(request, whole, CACHE.ranking)
  return answerJson(request, slice(served, category, onlyRanked, limit), CACHE.ranking)
})

function slice(served: ServedRelease, category: string, onlyRanked: boolean, limit: number): object {
  const path = `rankings/${category}/${onlyRanked ? 'evidence-ranked' : 'all'}.json`
  const list = served.once(path, () =>
    JSON.parse(served.file('private', path)?.bytes.toString('utf8') ?? 'null'),
  )
  const rows = list.ranking.slice(0, limit)
  return { ...list, count: rows.length, ranking: rows }
}
