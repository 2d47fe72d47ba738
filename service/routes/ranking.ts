import { notRanked } from '../errors.ts'
import { boolean, integer, restCategory } from '../parameters.ts'
import { route } from '../route.ts'

const DEFAULT_LIMIT = 50

/** A category's ranking: the published file, or as many rows as were asked for of the longer list beside it. */
export const ranking = route('/api/rankings/:category/llm-summary', 300, (call) => {
  const category = restCategory(call)
  const evidenceReadyOnly = boolean(call, 'evidence_ready_only', true)
  const limit = integer(call, 'limit', { min: 1, max: 100, fallback: DEFAULT_LIMIT })
  const list = `rankings/${category}/${evidenceReadyOnly ? 'evidence-ranked' : 'all'}.json`
  const content =
    evidenceReadyOnly && limit === DEFAULT_LIMIT
      ? call.release.content('public', `api/rankings/${category}/llm-summary`)
      : call.release.cut(list, `limit=${limit}`, (text) => firstRows(text, limit))
  if (content === null) throw notRanked(category)
  return content
})

// All but the rows and their number stays as it was rendered.
function firstRows(text: string, limit: number): string {
  const resource = JSON.parse(text) as { count: number; ranking: unknown[] }
  const rows = resource.ranking.slice(0, limit)
  return `${JSON.stringify({ ...resource, count: rows.length, ranking: rows })}\n`
}
