import type { z } from 'zod'
import { NUMBERS } from '../../../core/domain/numbers.ts'
import type { Artifact } from '../../../core/release/artifact.ts'
import { ecosystemSummary } from '../../../core/resources/ecosystem_summary.schema.ts'
import { frozenLimits, type GhostRow, NO_FIGURES, pickFigures } from '../../../core/resources/ghost_index.ts'
import { type MarketRow, totalsView, windowView } from '../../../core/resources/x402_demand.ts'
import { CHANGE_GROUPS } from '../../../core/views/change_view.ts'
import type { ReleaseInfo } from '../../../core/views/release_info.ts'
import { describeChains } from '../chain_words.ts'
import { jsonFile, type Site } from '../site.ts'
import { readGhostIndex } from './ghost_index.ts'
import { readMarket } from './x402_demand.ts'

type Summary = z.input<typeof ecosystemSummary>
type Trend = Summary['metrics']['alive']
type TrendRow = Trend & { metric: string; dimension: string; value: string }

/** The rows behind the summary; `isFirstDay` when no earlier day is in the history. */
interface SummaryRows {
  trends: TrendRow[]
  adoption: Summary['protocol_adoption']
  ghosts: GhostRow | undefined
  isFirstDay: boolean
  market: MarketRow | null
  /** Sentences about the chains that the figures count. */
  coverage: string[]
}

/** `/api/trends/summary`. */
export async function* ecosystemSummaryArtifacts(site: Site): AsyncGenerator<Artifact> {
  yield jsonFile(
    'public',
    'api/trends/summary',
    ecosystemSummary.parse(summary(await readSummaryRows(site), site.info)),
  )
}

async function readSummaryRows({ db, info, chainScope }: Site): Promise<SummaryRows> {
  const ghosts = await readGhostIndex(db, `dimension = 'all'`)
  const [market = null] = await readMarket(db, `chain = 'all' and days = ${NUMBERS.market_days}`)
  return {
    trends: await db.rows('select * from ecosystem_trends order by dimension, value, metric'),
    adoption: await db.rows(
      `select surface, title, protocol, agents_indexed, agents_alive, agents_evidence_ranked
       from protocol_adoption order by position`,
    ),
    ghosts: ghosts.find((row) => row.day === info.day),
    isFirstDay: ghosts.every((row) => row.day === info.day),
    market,
    coverage: [...describeChains(chainScope, 'erc8004'), ...describeChains(chainScope, 'x402')],
  }
}

function summary(
  { trends, adoption, ghosts, isFirstDay, market, coverage }: SummaryRows,
  info: ReleaseInfo,
): Summary {
  const metrics = {
    ...liveliness(trends, 'all', 'all'),
    evidence_ranked_total: findTrend(trends, 'all', 'all', 'evidence_ranked'),
  }
  return {
    type: 'ecosystem_summary',
    date: info.day,
    summary: sentence(info.day, metrics),
    trend_rule:
      'trend compares today with 7 days ago: rising or falling if the change is 1 % or more, otherwise flat; null when either value is unknown.',
    metrics,
    categories: info.categories.map(({ category, name }) => ({
      category,
      name,
      ...liveliness(trends, 'category', category),
      evidence_ranked: findTrend(trends, 'category', category, 'evidence_ranked'),
    })),
    protocols: listProtocols(trends).map((protocol) => ({
      protocol,
      ...liveliness(trends, 'protocol', protocol),
    })),
    protocol_adoption: adoption,
    ghost_index: ghosts === undefined ? NO_FIGURES : pickFigures(ghosts),
    x402_market: { window: windowView(market, NUMBERS.market_days, info.day), ...totalsView(market) },
    changes_today: changesIn(info.counts),
    limitations: [
      ...info.limitations,
      ...coverage,
      ...limits(metrics, isFirstDay),
      ...frozenLimits(ghosts === undefined ? [] : [ghosts]),
    ],
    last_updated: info.last_updated,
  }
}

const listProtocols = (trends: TrendRow[]): string[] => [
  ...new Set(trends.filter((row) => row.dimension === 'protocol').map((row) => row.value)),
]

const liveliness = (trends: TrendRow[], dimension: string, value: string) => ({
  indexed_agents: findTrend(trends, dimension, value, 'indexed_agents'),
  alive: findTrend(trends, dimension, value, 'alive'),
  not_alive: findTrend(trends, dimension, value, 'not_alive'),
  liveness_unknown: findTrend(trends, dimension, value, 'liveness_unknown'),
  liveness_score: findTrend(trends, dimension, value, 'liveness_score'),
})

function findTrend(trends: TrendRow[], dimension: string, value: string, metric: string): Trend {
  const row = trends.find(
    (trend) => trend.dimension === dimension && trend.value === value && trend.metric === metric,
  )
  if (row === undefined) throw new Error(`ecosystem_trends has no ${metric} of ${dimension} ${value}`)
  const { today, days_ago_7, days_ago_30, trend } = row
  return { today, days_ago_7, days_ago_30, trend }
}

const changesIn = (counts: ReleaseInfo['counts']): Summary['changes_today'] => {
  const entries = Object.entries(CHANGE_GROUPS).map(([group, kind]) => [
    group,
    counts[`changes/${kind}`] ?? 0,
  ])
  return Object.fromEntries(entries)
}

function sentence(day: string, { indexed_agents, evidence_ranked_total, alive }: Summary['metrics']): string {
  const moved = (item: Trend) => (item.trend === null ? '' : ` (${item.trend})`)
  return (
    `On ${day} the index holds ${indexed_agents.today} agents${moved(indexed_agents)}; ` +
    `${evidence_ranked_total.today} are ranked on evidence${moved(evidence_ranked_total)} ` +
    `and ${alive.today} are alive${moved(alive)}.`
  )
}

function limits({ indexed_agents }: Summary['metrics'], isFirstDay: boolean): string[] {
  if (isFirstDay) return ['This is the first day of the history, so there is nothing to compare it with.']
  const missing = [
    ...(indexed_agents.days_ago_7 === null ? [7] : []),
    ...(indexed_agents.days_ago_30 === null ? [30] : []),
  ]
  return missing.map((days) => `There is no snapshot from ${days} days ago; those figures are null.`)
}
