import * as z from 'zod/mini'
import type { EcosystemSummary } from './ecosystem_summary.schema.ts'
import { file } from './resource.ts'
import { detailArgument } from './short/arguments.ts'
import { DATED, LIMITED, MORE } from './short/outputs.ts'
import { shortLimitations } from './short/short_limitations.ts'
import type { ToolEntry } from './short/tool.ts'

/** Trends of the agent economy. */
export const ECOSYSTEM_SUMMARY = file({
  id: 'ecosystem_summary',
  path: '/api/trends/summary',
  title: 'Trends of the agent economy',
  group: 'market',
  answer: 'EcosystemSummary',
})

/** Tool: number of indexed agents observed on each protocol or surface. */
export const getProtocolAdoptionTool = () =>
  ({
    endpoint: 'ecosystem_summary',
    title: 'Protocol adoption',
    description: 'How many indexed agents use each protocol or surface. Use it for questions about adoption.',
    arguments: z.looseObject({}),
    output: {
      ...{ date: 'string', metrics: 'object', protocol_adoption: 'object[]', ...LIMITED, ...DATED },
    },
    inShort: protocolAdoption,
  }) as const satisfies ToolEntry

/** Tool: trends of the agent economy, in short. */
export const getEcosystemSummaryTool = () =>
  ({
    endpoint: 'ecosystem_summary',
    title: 'Agent economy summary',
    description:
      'Totals, trends, liveness and x402 payments across all agents: how many are alive, arrived or died today. Use it for the big picture. `more`: the list of who is paid most.',
    arguments: z.looseObject({ detail: detailArgument() }),
    output: {
      ...{ date: 'string', summary: 'string', trend_rule: 'string', metrics: 'object' },
      ...{ categories: 'object[]', ghost_index: 'object', x402_market: 'object' },
      ...{ changes_today: 'object', ...LIMITED, ...DATED, ...MORE },
    },
    inShort: ecosystemInShort,
  }) as const satisfies ToolEntry

function ecosystemInShort({ metrics, ghost_index, x402_market, ...all }: EcosystemSummary) {
  return {
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
    categories: all.categories.map((category) => ({
      category: category.category,
      indexed_agents: lately(category.indexed_agents),
      alive: lately(category.alive),
      evidence_ranked: lately(category.evidence_ranked),
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
    more: 'detail=full: figures of 30 days ago and by protocol. get_protocol_adoption: figures by surface. Who is paid most: GET /api/x402/demand/v1. Who arrived, died or departed: GET /api/changes/v1.',
  }
}

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

/** Sources that were not read are named by limitations, so more of them are listed than elsewhere. */
const MAX_LIMITATIONS = 8

function protocolAdoption({ date, metrics, protocol_adoption, limitations, last_updated }: EcosystemSummary) {
  return {
    date,
    metrics: { indexed_agents: { today: metrics.indexed_agents.today } },
    protocol_adoption,
    ...shortLimitations(limitations, MAX_LIMITATIONS),
    last_updated,
  }
}
