import type { Resource } from '../../../core/interface/endpoints.ts'
import { evidenceReadyOnly, rankingLimit, restCategory } from '../../../core/interface/parameters.ts'
import type { ArgumentsOf } from '../../../core/interface/tools.ts'
import { rankingPath } from '../../../core/release/paths.ts'
import type { Variant } from '../call.ts'
import { cutFrom, type Made } from '../made.ts'
import type { ServedRelease } from '../served_release.ts'

type Ranking = Resource<'category_ranking'>
type Asked = Pick<ArgumentsOf<'get_category_ranking'>, 'category' | 'evidence_ready_only' | 'limit'>

/** As many rows as were asked for of the list of ranked agents, or of all. */
export const categoryRankingVariant: Variant<Ranking> = ({ values, release }) =>
  rankingOf(release, {
    category: values.get(restCategory),
    evidence_ready_only: values.get(evidenceReadyOnly),
    limit: values.get(rankingLimit),
  })

/** The same of any category, one that REST does not serve among them. */
export function rankingOf(
  release: ServedRelease,
  { category, evidence_ready_only, limit }: Asked,
): Made<Ranking> {
  const file = rankingPath(category, evidence_ready_only ? 'evidence-ranked' : 'all')
  return cutFrom(release, file, `limit=${limit}`, (all: Ranking) => firstRows(all, limit))
}

// All but the rows and their number stays as it was rendered.
function firstRows(all: Ranking, limit: number): Ranking {
  const ranking = all.ranking.slice(0, limit)
  return { ...all, count: ranking.length, ranking }
}
