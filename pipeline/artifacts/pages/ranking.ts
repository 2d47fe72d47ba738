import type { Artifact } from '../../../core/release/artifact.ts'
import type { ScoreChangeRow, Tier, TrustRow } from '../../../core/views/agent_record.ts'
import { flagWords } from '../../../core/views/flag_words.ts'
import type { Methodology } from '../../methodology.ts'
import type { ListedView, RankedView } from '../../render/page_views.ts'
import { evidenceOf, evidenceWords } from '../category_evidence.ts'
import { isRestCategory } from '../category_ranking.ts'
import { shownName } from '../shown.ts'
import type { Site } from '../site.ts'
import {
  listedIn,
  listView,
  neighboursOf,
  PAGE_ROWS,
  pageAddress,
  pageFiles,
  pageNumbers,
  pageTitle,
} from './lists.ts'
import { agentPath, bandWords, htmlPage, movedWords, pageBase, type RankBand } from './parts.ts'

/** How many rows are read at a time: a whole number of pages. */
const READ_ROWS = 50 * PAGE_ROWS

/** An agent of a category as the marts have it; `name` is third-party text. */
interface Row extends Omit<RankedView, 'page_url' | 'flagged'>, RankBand {
  position: number
  tier: Tier
  flags: TrustRow['flags']
  change: ScoreChangeRow | null
}

/** `/rankings/{category}` and its further pages: all agents of the category, the ranked ones first. */
export async function* rankingPages(methodology: Methodology, site: Site): AsyncGenerator<Artifact> {
  const total = listedIn(site.counts, methodology.category)
  const evidence = evidenceWords(await evidenceOf(site, methodology.category))
  let rows: ListedView[] = []
  for (const page of pageNumbers(total)) {
    const at = ((page - 1) * PAGE_ROWS) % READ_ROWS
    if (at === 0) rows = await agentsAt(site, methodology.category, (page - 1) * PAGE_ROWS, READ_ROWS)
    yield* rankingPage(methodology, site, page, { evidence, rows: rows.slice(at, at + PAGE_ROWS) })
  }
}

function* rankingPage(
  { category, name, version, description, limitations }: Methodology,
  site: Site,
  page: number,
  { evidence, rows }: { evidence: string | null; rows: ListedView[] },
): Generator<Artifact> {
  const list = `rankings/${category}`
  const total = listedIn(site.counts, category)
  const ranked = site.counts[`category/${category}/evidence_ranked`] ?? 0
  const view = listView(`/${list}`, page, total)
  const body = site.pages.fill('ranking', {
    ...pageBase(site, {
      neighbours: neighboursOf(view),
      title: `${name}, ranked by evidence${pageTitle(page)}: Assay`,
      path: pageAddress(`/${list}`, page),
      description: `${name} in the Assay index, ranked by public evidence: score, range, tier and liveness of each. ${ranked} ranked of ${total} indexed on ${site.day}${pageTitle(page)}.`,
    }),
    limitations: [...site.limitations, ...limitations],
    name,
    about: description,
    evidence,
    methodology_version: version,
    methodology_url: `/methodology/${category}`,
    json_url: isRestCategory(category) ? `/api/rankings/${category}/llm-summary?limit=${PAGE_ROWS}` : null,
    evidence_ranked: ranked,
    indexed: total,
    list: view,
    rows,
  })
  for (const file of pageFiles(list, page)) yield htmlPage(file, body)
}

/** The first ranked agents of a category in the order of their ranks, at most `limit`. */
export const firstRanked = async (site: Site, category: string, limit: number): Promise<ListedView[]> =>
  (await agentsAt(site, category, 0, limit)).filter((row) => row.rank !== null)

/** The agents of a category in the order of the ranking, ranked ones first, from `after` on. */
async function agentsAt(site: Site, category: string, after: number, limit: number): Promise<ListedView[]> {
  const rows = await site.db.rows<Row>(
    `select rankings.position, rankings.rank, rankings.rank_low, rankings.rank_high, rankings.is_rank_provisional, rankings.handle, agents.name, rankings.score, rankings.score_low, rankings.score_high,
       rankings.tier, agents.liveness, trust.flags,
       case when score_changes.handle is not null then {
         since: score_changes.since, score_before: score_changes.score_before, score_delta: score_changes.score_delta,
         rank_before: score_changes.rank_before, is_methodology_changed: score_changes.is_methodology_changed,
         causes: score_changes.causes
       } end as change
     from rankings
     join agents using (handle)
     left join trust using (handle)
     left join score_changes using (handle, category)
     where rankings.category = '${category}' and rankings.position > ${after} and rankings.position <= ${after + limit}
     order by rankings.position`,
  )
  return rows.map(({ change, flags, position, rank_low, rank_high, is_rank_provisional, ...row }) => ({
    ...row,
    band: bandWords({ rank_low, rank_high, is_rank_provisional }),
    name: shownName(row),
    page_url: agentPath(row.handle),
    flagged: flagWords(flags ?? []),
    moved: movedWords(change) ?? 'no change',
  }))
}
