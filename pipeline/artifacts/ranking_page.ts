import type { ScoreChangeRow, Tier } from '../../views/dossier.ts'
import type { Methodology } from '../methodology.ts'
import type { Artifact } from '../release/artifact.ts'
import type { RankedView } from '../render/page_views.ts'
import { shownName } from './dossiers.ts'
import { agentPath, htmlPage, movedWords, pageBase } from './page_parts.ts'
import type { Site } from './site.ts'

const ROWS = 100

/** A ranked agent as the marts have it; `name` is third-party text. */
interface Row extends Omit<RankedView, 'page_url'> {
  tier: Tier
  change: ScoreChangeRow | null
}

/** `/rankings/{category}`: the first 100 ranked agents. */
export async function rankingPage(methodology: Methodology, site: Site): Promise<Artifact> {
  const { category, name, version } = methodology
  const rows = await firstRanked(site, category, ROWS)
  const body = site.pages.ranking({
    ...pageBase(site, `${name}, ranked by evidence: Assay`, `/rankings/${category}`),
    limitations: [...site.limitations, ...methodology.limitations],
    name,
    methodology_version: version,
    methodology_url: `/methodology/${category}`,
    json_url: `/api/rankings/${category}/llm-summary?limit=${ROWS}`,
    shown: rows.length,
    evidence_ranked: site.counts[`category/${category}/evidence_ranked`] ?? 0,
    indexed: site.counts[`category/${category}/indexed`] ?? 0,
    rows,
  })
  return htmlPage(`rankings/${category}.html`, body)
}

/** The first ranked agents of a category in the order of their ranks, at most `limit`. */
export async function firstRanked(site: Site, category: string, limit: number) {
  const rows = await site.db.rows<Row>(
    `select rankings.rank, rankings.handle, agents.name, rankings.score, rankings.score_low, rankings.score_high, rankings.tier,
       agents.liveness,
       case when score_changes.handle is not null then {
         since: score_changes.since, score_before: score_changes.score_before, score_delta: score_changes.score_delta,
         rank_before: score_changes.rank_before, is_methodology_changed: score_changes.is_methodology_changed,
         causes: score_changes.causes
       } end as change
     from rankings
     join agents using (handle)
     left join score_changes using (handle, category)
     where rankings.category = '${category}' and rankings.rank <= ${limit}
     order by rankings.rank`,
  )
  return rows.map(({ change, ...row }) => ({
    ...row,
    name: shownName(row),
    page_url: agentPath(row.handle),
    moved: movedWords(change) ?? 'no change seen',
  }))
}
