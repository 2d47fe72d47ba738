import type { LinkView, PageView } from './page_views.ts'

/** A risk flag; `related` is the page of the agent that it is about, null where there is none. */
export interface FlagView {
  flag: string
  severity: string
  reason: string
  related: LinkView | null
}

/** What the page of an agent shows; names, descriptions and addresses are third-party text. */
export interface AgentView extends PageView {
  handle: string
  name: string
  /** What its record says of it. */
  says: string | null
  category: string
  archetype: string
  /** The day on which the index first had it. */
  indexed_since: string | null
  /** Flags of severity major and critical, to be read before anything else. */
  alerts: FlagView[]
  departed: { on: string; reason: string } | null
  key_facts: { title: string; text: string }[]
  standings: {
    id: string
    name: string
    ranking_url: string
    methodology_url: string
    methodology_version: string
    rank: number | null
    band: string | null
    tier: string
    score: number
    score_low: number
    score_high: number
    observed_weight: number
    moved: string | null
    signals: {
      name: string
      value: string
      points: number
      is_assumed: boolean
      weight: number
      source: string
      source_url: string | null
    }[]
  }[]
  /** Sentences; none for an agent that has departed. */
  liveness: string[]
  trust: {
    score: number
    class: string
    verdict: string
    reasons: string[]
    flags: FlagView[]
    price_multiplier: number
    risk_premium_pct: number
    recommendation: string
  } | null
  endpoints: { kind: string; url: string }[]
  verified: string
  addresses: { title: string; url: string }[]
  records: {
    source: string
    name: string
    url: string | null
    bound_on: string
    departed_on: string | null
    reason: string
  }[]
  /** How many records are not shown. */
  more_records: number
  changes: { day: string; category: string; words: string }[]
  badge_url: string
  badge_html: string
  links: LinkView[]
}
