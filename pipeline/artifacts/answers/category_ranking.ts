import { isRestCategory } from '../../../core/domain/category.ts'
import { integerBounds, rankingLimit } from '../../../core/interface/parameters.ts'
import type { Artifact } from '../../../core/release/artifact.ts'
import { rankingPath } from '../../../core/release/paths.ts'
import {
  type CategoryRanking,
  categoryRanking,
  type RankingRow,
} from '../../../core/resources/category_ranking.schema.ts'
import { firstRows } from '../../../core/resources/category_ranking.ts'
import type { AgentRecord, StandingRow } from '../../../core/views/agent_record.ts'
import { agentUrl, livenessView, rankBandView, scoreChangeView } from '../../../core/views/parts.ts'
import { graveFlagsView } from '../../../core/views/trust_parts.ts'
import type { Methodology } from '../../model/methodology.ts'
import { readAgentRecords } from '../agents/agent_records.ts'
import { jsonFile, type Site } from '../site.ts'
import { readEvidence } from './category_evidence.ts'
import { readIntervalCover } from './interval_cover.ts'

const ROWS = integerBounds(rankingLimit)

/** `/api/rankings/{category}/llm-summary` without parameters, and the two lists behind its variants. */
export async function* categoryRankingArtifacts(site: Site): AsyncGenerator<Artifact> {
  for (const methodology of site.methodologies) {
    const { category } = methodology
    const ranked = await readRanking(site, methodology, 'rank is not null')
    const all = await readRanking(site, methodology, 'true')
    if (isRestCategory(category))
      yield artifact(`api/rankings/${category}/llm-summary`, 'public', firstRows(ranked, ROWS.fallback))
    yield artifact(rankingPath(category, 'evidence-ranked'), 'private', ranked)
    yield artifact(rankingPath(category, 'all'), 'private', all)
  }
}

const artifact = (path: string, side: Artifact['side'], ranking: CategoryRanking): Artifact =>
  jsonFile(side, path, categoryRanking.parse(ranking))

async function readRanking(site: Site, methodology: Methodology, where: string): Promise<CategoryRanking> {
  const { category } = methodology
  const first = `select handle from rankings where category = '${category}' and ${where} order by position limit ${ROWS.max}`
  const agents = (await readAgentRecords(site.db, `handle in (${first})`)).map((agent) => ({
    agent,
    row: findStanding(agent, category),
  }))
  agents.sort((a, b) => a.row.position - b.row.position)
  const ranking = agents.map(({ agent, row }) => toRankingRow(agent, row, site))
  return {
    type: 'category_ranking',
    category,
    name: methodology.name,
    methodology_version: methodology.version,
    // REST has no methodology of mcp_server; its page has.
    methodology_url: isRestCategory(category)
      ? `${site.baseUrl}/api/methodology/${category}/llm-summary`
      : `${site.baseUrl}/methodology/${category}`,
    ranking_page_url: `${site.baseUrl}/rankings/${category}`,
    evidence: await readEvidence(site, category),
    interval_cover: await readIntervalCover(site, category),
    count: ranking.length,
    ranking,
    limitations: [...site.limitations, ...methodology.limitations],
    last_updated: site.lastUpdated,
  }
}

const findStanding = (agent: AgentRecord, category: string): StandingRow =>
  agent.standings.find((standing) => standing.category === category) as StandingRow

function toRankingRow(agent: AgentRecord, row: StandingRow, site: Site): RankingRow {
  return {
    rank: row.rank,
    ...rankBandView(row),
    handle: agent.handle,
    name: agent.name,
    url: agentUrl(site.baseUrl, agent.handle),
    tier: row.tier,
    score: row.score,
    score_low: row.score_low,
    score_high: row.score_high,
    score_floor: row.score_floor,
    score_ceiling: row.score_ceiling,
    liveness: livenessView(agent) as RankingRow['liveness'],
    risk_flags: graveFlagsView(agent),
    payment_days_read: row.category === 'service' ? agent.payment_days : null,
    sub_scores: row.signals.map(({ key, value, value_at, scaled, weight, points, is_assumed }) => ({
      key,
      value: value_at ?? value,
      scaled,
      weight,
      points,
      assumed: is_assumed,
    })),
    change: scoreChangeView(row.change),
  }
}
