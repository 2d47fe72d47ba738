import { ATOM_LINK_TYPE } from '../../../core/feeds/atom.ts'
import { sparkline } from '../../../core/pages/draw/sparkline.ts'
import { agentPath, htmlPage, movedBriefly, pageBase, type RankBand } from '../../../core/pages/parts.ts'
import { drawBar, partPoints } from '../../../core/pages/score_parts.ts'
import type { Artifact } from '../../../core/release/artifact.ts'
import type { ScoreChangeRow, Tier, TrustRow } from '../../../core/views/agent_record.ts'
import { describeFlags } from '../../../core/views/flag_words.ts'
import { placeRange } from '../../../core/views/place.ts'
import type { Methodology } from '../../model/methodology.ts'
import { citeRelease } from '../../render/citation.ts'
import type { ListedView, RankedView, RankingView } from '../../render/page_views.ts'
import { shownName } from '../agents/display_text.ts'
import { evidenceWords, readEvidence } from '../answers/category_evidence.ts'
import { rankingCardPath } from '../cards.ts'
import { rankingFeedPath } from '../changes/feeds.ts'
import { describeNotWhole, estimateAgents } from '../coverage.ts'
import { type PageTable, tableFiles, takeView } from '../page_tables.ts'
import type { Site } from '../site.ts'
import {
  listedAgents,
  listNeighbours,
  listView,
  MAX_LISTED,
  pageAddress,
  pageFiles,
  pageNumbers,
  pageSpans,
  pageTitle,
} from './lists.ts'
import { rankingChoices, rankingTabs, readLead, unsettledWords } from './ranking_words.ts'

/** Number of days in the sparkline of a row. */
const SPARK_DAYS = 30
/** All lines of a table span as many points, so that a steeper one is a larger change. */
// Stretched to its column: with a whole number of px between two days it is shorter to write.
const SPARK = { width: 4 + 2 * (SPARK_DAYS - 1), height: 20 }

/** The trust mart's advice on paying an agent. */
type Advice = Pick<TrustRow, 'verdict' | 'payable'>

/** An agent of a category from the marts; `name` is third-party text. */
interface Row extends Omit<RankedView, 'page_url' | 'flagged'>, RankBand, Partial<Advice> {
  position: number
  score: number
  score_low: number
  score_high: number
  signals: { key: string; points: number; is_assumed: boolean }[]
  /** Share of the weight that was observed, in percent. */
  observed_weight: number | null
  /** Scores of the days with today's methodology in this category, by days before today. */
  scores: { ago: number; score: number }[]
  tier: Tier
  flags: TrustRow['flags']
  change: ScoreChangeRow | null
}

/** `/rankings/{category}` and its further pages: the first agents of the category, ranked ones first. */
export async function* rankingPages(methodology: Methodology, site: Site): AsyncGenerator<Artifact> {
  const listed = listedAgents(site.counts, methodology.category)
  const total = listed.rows
  const evidence = evidenceWords(await readEvidence(site, methodology.category))
  // Read once, since each read scans all agents.
  const rows = await readFirstAgents(site, methodology, MAX_LISTED)
  const table = toTable(methodology, rows, total)
  const take = takeView(table)
  const spans = pageSpans(listed)
  const whole = { evidence, take, unsettled: unsettledWords(rows), has_advice: rows.some(isPayable) }
  for (const page of pageNumbers(listed)) {
    const { from, to } = spans[page - 1] ?? { from: 0, to: 0 }
    const shown = rows.slice(from, to).map((row) => toListed(methodology, row))
    yield* rankingPage(methodology, site, page, { ...whole, rows: shown })
  }
  yield* tableFiles(site, table)
}

/** The whole list to take away: the figures of its pages, with the points of each part. */
function toTable(methodology: Methodology, rows: Row[], total: number): PageTable {
  const { category, name, parts } = methodology
  const columns = parts.map(({ id }) => `points_${id}`)
  return {
    path: `rankings/${category}`,
    title: `${name}, ranked by evidence`,
    page: `/rankings/${category}`,
    columns: [...TABLE_COLUMNS, ...columns],
    rows: rows.map((row) => {
      const { change, flags } = row
      const points = row.rank === null ? [] : partPoints(methodology, row.signals)
      return {
        ...{ rank: row.rank, rank_low: row.rank_low, rank_high: row.rank_high, handle: row.handle },
        rank_is_provisional: row.is_rank_provisional,
        ...{ name: shownName(row), tier: row.tier, liveness: row.liveness, score: row.score },
        ...{ score_low: row.score_low, score_high: row.score_high, flagged: describeFlags(flags ?? []) },
        ...{ score_change: change?.score_delta ?? null, changed_since: change?.since ?? null },
        change_cause: movedBriefly(change)?.cause ?? null,
        ...Object.fromEntries(columns.map((column, at) => [column, points[at] ?? null])),
      }
    }),
    total,
    untrusted: ['name'],
  }
}

const TABLE_COLUMNS = [
  ...[
    'rank',
    'rank_low',
    'rank_high',
    'rank_is_provisional',
    'handle',
    'name',
    'tier',
    'liveness',
    'flagged',
  ],
  ...['score', 'score_low', 'score_high', 'score_change', 'changed_since', 'change_cause'],
]

function* rankingPage(
  methodology: Methodology,
  site: Site,
  page: number,
  given: Pick<RankingView, 'evidence' | 'unsettled' | 'has_advice' | 'rows' | 'take'>,
): Generator<Artifact> {
  const { category, name, version, description, limitations } = methodology
  const list = `rankings/${category}`
  const listed = listedAgents(site.counts, category)
  const { rows: total, first: ranked } = listed
  const view = listView(`/${list}`, page, listed)
  const body = site.pages.fill('ranking', {
    ...pageBase(site, {
      neighbours: listNeighbours(view),
      title: `${name}, ranked by evidence${pageTitle(page)}: Assay`,
      scripts: ['/assets/ranking.js'],
      path: pageAddress(`/${list}`, page),
      card: rankingCardPath(category),
      alternates: [
        { type: ATOM_LINK_TYPE, title: `Changes in ${name} (Atom)`, href: rankingFeedPath(category) },
      ],
      description: `${name} in the Assay index, ranked by public evidence: score, range, tier and liveness of each. ${ranked} ranked of ${total} indexed on ${site.day}${pageTitle(page)}.`,
    }),
    limitations: [...site.limitations, ...limitations],
    name,
    lead: readLead(category, description),
    about: description,
    methodology_version: version,
    methodology_url: `/methodology/${category}`,
    ...describeListed(site, category, total),
    categories: rankingTabs(site, category),
    choices: rankingChoices(`/${list}`, listed, page),
    citation: citeRelease(
      `${name} ranked by evidence`,
      { path: `/data/rankings/date=${site.day}/part-0.parquet` },
      site,
    ),
    list: view,
    list_url: `/${list}`,
    feed_url: rankingFeedPath(category),
    pages: String(view.page_count),
    ranked_pages: String(pageSpans({ rows: Math.min(ranked, total), first: ranked }).length),
    ...given,
  })
  for (const file of pageFiles(list, page)) yield htmlPage(file, body)
}

/** The registries of agents, and payments, are those of services. */
const describeListed = ({ coverage }: Site, category: string, total: number) =>
  category === 'service'
    ? {
        about_indexed: estimateAgents(coverage, total),
        not_whole: describeNotWhole(coverage, ['erc8004_identity', 'x402_payments']),
      }
    : { about_indexed: null, not_whole: [] }

/** Returns the first ranked agents of a category by rank, at most `limit`. */
export const readFirstRanked = async (site: Site, of: Methodology, limit: number): Promise<ListedView[]> =>
  (await readFirstAgents(site, of, limit)).filter((row) => row.rank !== null).map((row) => toListed(of, row))

/** Returns the first agents of a category in ranking order, ranked ones first. */
const readFirstAgents = (site: Site, { category }: Methodology, limit: number): Promise<Row[]> =>
  site.db.rows<Row>(ROWS.replaceAll('$category', `'${category}'`).replaceAll('$limit', String(limit)))

function toListed(methodology: Methodology, row: Row): ListedView {
  return {
    rank: row.rank,
    handle: row.handle,
    name: shownName(row),
    score: row.score,
    liveness: row.liveness,
    page_url: agentPath(row.handle),
    flagged: describeFlags(row.flags ?? []),
    noted: describeNotes(row.flags ?? []),
    place: row.is_rank_provisional === true ? null : placeRange(row),
    measured: row.observed_weight,
    moved: movedBriefly(row.change),
    advice: isPayable(row) ? ADVICE[row.verdict ?? 'caution'] : null,
    bar: row.rank === null ? null : drawBar(row, methodology),
    spark: sparkline(toDailyScores(row.scores), 'spark', SPARK),
  }
}

const isPayable = (row: Row): boolean => row.payable === true

/** The advice on paying an agent, for which there must be a way to pay it. */
const ADVICE = {
  proceed: { text: 'OK', style: 'proceed' },
  caution: { text: 'Careful', style: 'caution' },
  reject: { text: 'Do not pay', style: 'reject' },
} as const

/** The reasons of minor flags, which anybody can cause; null without any. */
function describeNotes(flags: TrustRow['flags']): string | null {
  const reasons = flags.filter(({ severity }) => severity === 'minor').map(({ reason }) => reason)
  return reasons.length === 0 ? null : reasons.join(' ')
}

/** Returns the scores of the last days in order, null for a day without one. */
function toDailyScores(scores: Row['scores']): (number | null)[] {
  const byAgo = new Map(scores.map(({ ago, score }) => [ago, score]))
  return Array.from({ length: SPARK_DAYS }, (_, nth) => byAgo.get(SPARK_DAYS - 1 - nth) ?? null)
}

const ROWS = `
with listed as (
  select * from rankings where category = $category and position <= $limit
),
signals as (
  select handle, list({key: key, points: points::double, is_assumed: is_assumed} order by position) as signals
  from sub_scores semi join listed using (handle, category)
  group by handle
),
days as (
  select handle, list({ago: date_diff('day', agent_days.day, run.day), score: agent_days.score} order by agent_days.day) as scores
  from agent_days
  semi join listed using (handle, category)
  join methodologies using (category)
  cross join run
  where agent_days.day > run.day - ${SPARK_DAYS} and agent_days.methodology_version = methodologies.version
  group by handle
)
select
  listed.position, listed.rank, listed.rank_low, listed.rank_high, listed.is_rank_provisional, listed.handle, agents.name,
  listed.score, listed.score_low, listed.score_high, listed.tier, agents.liveness, trust.flags,
  trust.verdict, trust.payable, scores.observed_weight::double as observed_weight,
  coalesce(signals.signals, []) as signals,
  coalesce(days.scores, []) as scores,
  case when score_changes.handle is not null then {
    since: score_changes.since, score_before: score_changes.score_before, score_delta: score_changes.score_delta,
    rank_before: score_changes.rank_before, is_methodology_changed: score_changes.is_methodology_changed,
    causes: score_changes.causes
  } end as change
from listed
join agents using (handle)
left join trust using (handle)
left join scores on scores.handle = listed.handle and scores.category = listed.category
left join signals using (handle)
left join days using (handle)
left join score_changes on score_changes.handle = listed.handle and score_changes.category = listed.category
order by listed.position`
