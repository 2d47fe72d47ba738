import type { Resource } from '../../../core/interface/endpoints.ts'
import { rankingPath } from '../../../core/release/paths.ts'
import type { Variant } from '../call.ts'
import { cutFrom } from '../made.ts'

type Ranking = Resource<'category_ranking'>

/** As many rows as were asked for of the list of ranked agents, or of all. */
export const categoryRankingVariant: Variant<Ranking> = ({ values, release }) => {
  const list = values.boolean('evidence_ready_only') ? 'evidence-ranked' : 'all'
  const limit = values.integer('limit')
  const file = rankingPath(values.text('category'), list)
  return cutFrom(release, file, `limit=${limit}`, (all: Ranking) => firstRows(all, limit))
}

// All but the rows and their number stays as it was rendered.
function firstRows(all: Ranking, limit: number): Ranking {
  const ranking = all.ranking.slice(0, limit)
  return { ...all, count: ranking.length, ranking }
}
