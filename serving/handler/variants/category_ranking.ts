import { notFound } from '../../../core/interface/errors.ts'
import { rankingPath } from '../../../core/release/paths.ts'
import type { Variant } from '../call.ts'

/** As many rows as were asked for of the list of ranked agents, or of all. */
export const categoryRanking: Variant = async ({ values, release }) => {
  const list = values.boolean('evidence_ready_only') ? 'evidence-ranked' : 'all'
  const limit = values.integer('limit')
  const file = rankingPath(values.text('category'), list)
  const content = await release.cut(file, `limit=${limit}`, (text) => firstRows(text, limit))
  if (content === null) throw notFound()
  return content
}

// All but the rows and their number stays as it was rendered.
function firstRows(text: string, limit: number): string {
  const resource = JSON.parse(text) as { count: number; ranking: unknown[] }
  const rows = resource.ranking.slice(0, limit)
  return `${JSON.stringify({ ...resource, count: rows.length, ranking: rows })}\n`
}
