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

/** Positions are without gaps, and those with a rank come first. */
const FIRST_AGENTS = `handle in (select handle from rankings where position <= ${ROWS.max})`

/** `/api/rankings/{category}/llm-summary` without parameters, and the two lists behind its variants. */
export async function* categoryRankingArtifacts(site: Site): AsyncGenerator<Artifact> {
  // One read for all categories: its statements cost more than the rows of one category.
  const agents = await readAgentRecords(site.db, FIRST_AGENTS)
  for (const methodology of site.methodologies) {
    const { category } = methodology
    const all = await readRanking(site, methodology, agents)
    const ranked = firstRows(all, all.ranking.filter(({ rank }) => rank !== null).length)
    if (isRestCategory(category))
      yield artifact(`api/rankings/${category}/llm-summary`, 'public', firstRows(ranked, ROWS.fallback))
    yield artifact(rankingPath(category, 'evidence-ranked'), 'private', ranked)
    yield artifact(rankingPath(category, 'all'), 'private', all)
  }
}

const artifact = (path: string, side: Artifact['side'], ranking: CategoryRanking): Artifact =>
  jsonFile(side, path, categoryRanking.parse(ranking))

/** Returns the first agents of a category from the records of the first of all. */
async function readRanking(
  site: Site,
  methodology: Methodology,
  records: AgentRecord[],
): Promise<CategoryRanking> {
  const { category } = methodology
  const agents = records.flatMap((agent) => {
    const row = agent.standings.find((standing) => standing.category === category)
    return row === undefined || row.position > ROWS.max ? [] : [{ agent, row }]
  })
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
