import type { Drawing } from '../../core/pages/drawing.ts'
import type { LinkView, PageView, PartView } from '../../core/pages/page_view.ts'
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
  /** For which grave risks it is flagged, e.g. `flagged: hostile name`; null for none. */
  flagged: string | null
  page_url: string
}

/** An agent in a table that draws its score. */
interface ChartedView extends RankedView {
  /** What the score is made of, and its range; null for one without a rank. */
  bar: Drawing | null
}

/** A ranked agent, or one that is indexed only, with what moved its score. */
export interface ListedView extends ChartedView {
  /** Between which ranks it may stand, e.g. `8 to 20, provisional`; null where the rank is certain, or there is none. */
  band: string | null
  /** By how much the score changed, and what moved it most; null for no change. */
  moved: { by: string; cause: string | null } | null
  /** The scores of the last days; null where fewer than two are known. */
  spark: Drawing | null
}

/** Where a page stands in a list of several. */
export interface ListView {
  page: number
  page_count: number
  /** How many there are beyond the last page. */
  unlisted: number
  /** The places of the first and the last row, from 1; 0 where the list is empty. */
  first_shown: number
  last_shown: number
  previous_url: string | null
  next_url: string | null
  /** In order: the first, the last, those near and some further off. */
  pages: (LinkView & { is_here: boolean })[]
}

/** What the home page shows. Null is shown as "unknown", or leaves the link out. */
export interface HomeView extends PageView {
  /** What makes an agent alive. */
  liveness_rule: string
  /** How that came out for those called alive earlier; null where no day is old enough. */
  tested: string | null
  /** What of the figures stands still. */
  frozen: string[]
  counts: {
    indexed_agents: number | null
    evidence_ranked_total: number | null
    alive: number | null
    not_alive: number | null
    liveness_unknown: number | null
  }
  categories: {
    id: string
    name: string
    methodology_version: string
    evidence_ranked: number | null
    indexed: number | null
    ranking_url: string
    methodology_url: string
    top: ChartedView[]
  }[]
  /** What changed since the day before; null where there is no such day to compare with. */
  story:
    | {
        title: string
        total: number
        /** The most telling ones. */
        rows: Omit<ChangeView, 'day'>[]
      }[]
    | null
  ghost: FigureView
  demand: FigureView
  sources: {
    total: number
    /** Those that were read on the day. */
    fresh: number
    late: { title: string; last_ok_on: string | null }[]
  }
  departed: number
}

/** What the page about a run shows: where every row came from, and what was checked before publishing. */
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
  /** Repositories that the catalogue names and GitHub has under another name, or archived. */
  catalog_notices: {
    entry: string
    repository: string
    renamed_to: string | null
    is_archived: boolean | null
    observed_on: string
  }[]
  checks: { name: string; says: string }[]
}

/** What the market rules show: the rules stand in the template, and the example comes from its attestation. */
export interface MarketRulesView extends PageView {
  version: string
  example: {
    handle: string
    /** The day that the question is about. */
    date: string
    /** The lines of the sample's public key as PEM; the middle one is base64. */
    key_start: string
    key: string
    key_end: string
    /** What the commands print, as JSON. */
    answer: string
    logged: string
  }
}

/** What a page of a ranking shows. */
export interface RankingView extends PageView {
  name: string
  /** What the score is, what it costs to fake and what it cannot see. */
  about: string
  /** What the ranked agents can be compared by; null where nobody is ranked. */
  evidence: string | null
  methodology_version: string
  methodology_url: string
  /** Null for a category that REST does not serve. */
  json_url: string | null
  evidence_ranked: number
  /** Ranked ones among them. */
  indexed: number
  parts: PartView[]
  list: ListView
  /** For the script that filters and sorts: the address of the list without a number, and how long it is. */
  list_url: string
  pages: string
  total: string
  rows: ListedView[]
}

/** What a page of the departed agents shows. */
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
}

/** A change of an agent as a line. */
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

/** What the page of changes shows. */
export interface ChangesView extends PageView {
  periods: {
    id: string
    title: string
    /** For how many of the days changes are known, in words. */
    known: string
    json_url: string
    groups: {
      title: string
      total: number
      rows: ChangeView[]
      /** How many rows are not shown. */
      more: number
    }[]
  }[]
}
