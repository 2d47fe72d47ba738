import type { Endpoint } from '../../../core/interface/endpoint.ts'
import { ENDPOINTS } from '../../../core/interface/endpoints.ts'
import type { ArgumentsOf } from '../../../core/interface/tools.ts'
import type { Resource } from '../../../core/resources/resources.ts'
import type { Variant } from '../call.ts'
import { Values } from '../values.ts'
import { VARIANTS } from '../variants.ts'
import { shortLimitations } from './short_limitations.ts'
import type { ToolRun } from './tool.ts'
import { NOTICE, thirdParty } from './untrusted.ts'

const variant = VARIANTS.category_ranking as Variant<Ranking>
const endpoint = ENDPOINTS.find((one) => one.id === 'category_ranking') as Endpoint

type Ranking = Resource<'category_ranking'>

/** The best of a category, of all five; with detail=full with every sub-score. */
export const getCategoryRanking: ToolRun<ArgumentsOf<'get_category_ranking'>> = async (args, call) => {
  const { detail, ...asked } = args
  const values = new Values(new Map(Object.entries(asked) as [string, string | number | boolean][]))
  const all = await (await variant({ endpoint, values, ...call, body: undefined })).object()
  return detail === 'full' ? { ...all, notice: NOTICE } : inShort(all)
}

const inShort = (all: Ranking) => ({
  category: all.category,
  name: all.name,
  methodology_version: all.methodology_version,
  count: all.count,
  ranking: all.ranking.map(rowInShort),
  ...shortLimitations(all.limitations),
  last_updated: all.last_updated,
  more: 'detail=full: sub-scores and recent changes.',
  notice: NOTICE,
})

const rowInShort = ({ rank, handle, name, tier, score, ...row }: Ranking['ranking'][number]) => ({
  ...{ rank, handle, tier, score },
  score_low: row.score_low,
  score_high: row.score_high,
  liveness: { state: row.liveness.state, days_since_active: row.liveness.days_since_active },
  risk_flags: row.risk_flags,
  untrusted: thirdParty({ name }),
})
