import type { ArgumentsOf } from '../../../core/interface/tools.ts'
import type { Resource } from '../../../core/resources/resources.ts'
import { resourceOf } from '../resource.ts'
import { shortLimitations } from './short_limitations.ts'
import type { ToolRun } from './tool.ts'

type Summary = Resource<'ecosystem_summary'>

/** How the agent economy moves. */
export const getEcosystemSummary: ToolRun<ArgumentsOf<'get_ecosystem_summary'>> = async (
  { detail },
  call,
) => {
  const all = await resourceOf('ecosystem_summary', {}, call)
  return detail === 'full' ? all : inShort(all)
}

const inShort = ({ metrics, ghost_index, x402_market, ...all }: Summary) => ({
  date: all.date,
  summary: all.summary,
  metrics: {
    indexed_agents: lately(metrics.indexed_agents),
    alive: lately(metrics.alive),
    not_alive: lately(metrics.not_alive),
    liveness_unknown: lately(metrics.liveness_unknown),
    liveness_score: lately(metrics.liveness_score),
    evidence_ranked_total: lately(metrics.evidence_ranked_total),
  },
  trend_rule: all.trend_rule,
  categories: all.categories.map((one) => ({
    category: one.category,
    indexed_agents: lately(one.indexed_agents),
    alive: lately(one.alive),
    evidence_ranked: lately(one.evidence_ranked),
  })),
  ghost_index: {
    liveness_score: ghost_index.liveness_score,
    liveness_score_low: ghost_index.liveness_score_low,
    liveness_score_high: ghost_index.liveness_score_high,
    coverage: ghost_index.coverage,
  },
  x402_market: {
    window: { days: x402_market.window.days, observed_days: x402_market.window.observed_days },
    operators: x402_market.operators,
    payments: x402_market.payments,
    volume_usd: x402_market.volume_usd,
    unique_payers: x402_market.unique_payers,
    independent_payers: x402_market.independent_payers,
  },
  changes_today: all.changes_today,
  ...shortLimitations(all.limitations),
  last_updated: all.last_updated,
  more: 'detail=full: figures of 30 days ago and by protocol. get_protocol_adoption: figures by surface.',
})

/** A figure without that of 30 days ago. */
const lately = <T>({
  today,
  days_ago_7,
  trend,
}: {
  today: T
  days_ago_7: T | null
  trend: string | null
}) => ({
  today,
  days_ago_7,
  trend,
})
