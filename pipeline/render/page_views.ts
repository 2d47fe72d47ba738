import type { Drawing } from '../../core/pages/drawing.ts'
import type { LinkView, PageView } from '../../core/pages/page_view.ts'
import type { FigureView } from './figure.ts'

/** An agent in a table; third-party text in `name`. */
export interface RankedView {
  rank: number | null
  handle: string
  name: string
  score: number | null
  score_low: number | null
  score_high: number | null
  liveness: string | null
  /** The grave risks it is flagged for, e.g. `flagged: hostile name`; null for none. */
  flagged: string | null
  page_url: string
}

/** An agent in a table with a drawing of its score. */
interface ChartedView extends RankedView {
  /** The parts of the score, and its range; null without a rank. */
  bar: Drawing | null
}

/** A ranked agent, or one that is only indexed, with the cause of its score change. */
export interface ListedView extends Omit<ChartedView, 'score_low' | 'score_high'> {
  /** The reasons of its minor flags; null for none. */
  noted: string | null
  /** The places that it may have, e.g. `8–20`; null without a rank, or if they span half of the list. */
  place: string | null
  /** Share of the weight of its signals that was observed, in percent. */
  measured: number | null
  /** Advice on paying it; null where no way to pay it is known. */
  advice: { text: string; style: string } | null
  /** Change of the score, and its main cause; null for one too small to tell. */
  moved: { by: string; cause: string | null } | null
  /** The scores of the last days; null if fewer than two are known. */
  spark: Drawing | null
}

/** A first agent of a list, in a line. */
export type LeaderView = Pick<
  ListedView,
  ('place' | 'handle' | 'name' | 'page_url' | 'flagged' | 'noted') | ('bar' | 'score' | 'liveness' | 'advice')
>

/** Links to a table as files. */
export interface TakeView {
  csv_url: string
  json_url: string
  /** Their rows in words, e.g. `all 12 rows`. */
  rows: string
}

/** Position of a page in a paginated list. */
export interface ListView {
  page: number
  page_count: number
  /** Number of rows beyond the last page. */
  unlisted: number
  /** Positions of the first and the last row, from 1; 0 for an empty list. */
  first_shown: number
  last_shown: number
  previous_url: string | null
  next_url: string | null
  /** In order: the first, the last, those near and some further off. */
  pages: (LinkView & { is_here: boolean })[]
}

/** View of the home page. Null is shown as "unknown", or omits the link. */
export interface HomeView extends PageView {
  agents: number
  /** The handle of an agent, to show a call with. */
  example: string
  ghost: FigureView
  demand: FigureView
  /** The figures that are no longer updated. */
  frozen: string[]
  categories: {
    id: string
    name: string
    evidence_ranked: number | null
    indexed: number | null
    ranking_url: string
    top: LeaderView[]
  }[]
  /** Changes since the day before, a line for each agent. */
  news: Omit<ChangeView, 'day' | 'category' | 'handle'>[]
  /** The reason that there is none; else null. */
  no_news: string | null
  /** The parts of its figures that were not all read, a sentence for each chain. */
  not_whole: string[]
}

/** View of the page about a run: the origin of every row, and the checks before publishing. */
export interface RunView extends PageView {
  code_version: string
  sources: {
    name: string
    title: string
    docs: string
    license: string
    outcome: 'ok' | 'part' | 'failed' | 'skipped'
    stale_since: string | null
    error: string | null
    requests: number | null
    not_modified: number | null
    bytes: number | null
    rows: number | null
    quarantined: number | null
    cleaned: number | null
    dropped: string | null
    unanswered: number | null
    left_out: string | null
    as_of: string | null
    last_ok_on: string | null
  }[]
  /** Repositories of the catalogue that GitHub has renamed or archived. */
  catalog_notices: {
    entry: string
    repository: string
    renamed_to: string | null
    is_archived: boolean | null
    observed_on: string
  }[]
  /** Curated lists with dates that lie too far back. */
  old_lists: { list: string; listed_on: string; age_days: number }[]
  checks: { name: string; says: string }[]
}

/** View of the market rules: the template has the rules, and the example is from its attestation. */
export interface MarketRulesView extends PageView {
  version: string
  example: {
    handle: string
    /** The day the question is about. */
    date: string
    /** The lines of the sample's public key as PEM; the middle one is base64. */
    key_start: string
    key: string
    key_end: string
    /** Output of the commands, as JSON. */
    answer: string
    logged: string
  }
}

/** View of a page of a ranking. */
export interface RankingView extends PageView {
  name: string
  /** The score in at most 25 words. */
  lead: string
  /** The score's meaning, the cost to fake it, and its blind spots. */
  about: string
  /** Evidence by which the ranked agents can be compared; null if none is ranked. */
  evidence: string | null
  methodology_version: string
  methodology_url: string
  /** Indexed agents with the registrations that were not read; null without any. */
  about_indexed: number | null
  /** The parts of its figures that were not all read, a sentence for each chain. */
  not_whole: string[]
  /** All rankings, as tabs. */
  categories: (LinkView & { count: number; is_here: boolean })[]
  /** Shorter and longer lists that are pages of their own. */
  choices: (LinkView & { key: string; is_here: boolean })[]
  /** Says of how many agents the place is not settled; null if all are. */
  unsettled: string | null
  /** True if a way to pay is known of any. */
  has_advice: boolean
  citation: string
  list: ListView
  /** For the script that filters and sorts: the address of the list without a page number, and its length in pages. */
  list_url: string
  /** The address of the changes of its agents as Atom. */
  feed_url: string
  pages: string
  ranked_pages: string
  rows: ListedView[]
  take: TakeView
}

/** View of a page of the departed agents. */
export interface DepartedView extends PageView {
  departed: number
  list: ListView
  rows: {
    handle: string
    name: string
    category: string
    departed_on: string
    departed_reason: string | null
    page_url: string
  }[]
  take: TakeView
}

/** A change of an agent as one line. */
export interface ChangeView {
  day: string
  handle: string
  name: string
  /** Null for a handle that has no page, as after a merger. */
  page_url: string | null
  flagged: string | null
  category: string
  words: string
}

/** View of the page of changes. */
export interface ChangesView extends PageView {
  periods: {
    id: string
    title: string
    /** Number of days with known changes, in words. */
    known: string
    json_url: string
    take: TakeView
    groups: {
      title: string
      total: number
      rows: ChangeView[]
      /** Number of rows that are not shown. */
      more: number
    }[]
  }[]
}
