import type { ConnectPart } from './agent_connect.ts'
import type { AgentFactsView } from './agent_facts.ts'
import type { AgentOwnerView } from './agent_owners.ts'
import type { AgentPaymentsView } from './agent_payments.ts'
import type { Drawing } from './drawing.ts'
import type { EvidenceLink } from './evidence_link.ts'
import type { LinkView, PageView, PartView } from './page_view.ts'

/** A risk flag; `related` is the page of the agent that it is about, null where there is none. */
export interface FlagView {
  flag: string
  severity: string
  reason: string
  related: LinkView | null
}

/** Words that both texts have, or one of them; the others are null. */
interface ChangedWords {
  kept: string | null
  added: string | null
  removed: string | null
}

/** List of tools of an MCP server. */
export interface ToolListView {
  url: string
  /** In our own words. */
  about: string
  tools: { name: string; title: string | null; description: string | null }[]
  /** Number of tools that are not shown. */
  more: number
  hidden: { tool: string; place: string; quote: string }[]
  notes: { tool: string; quote: string }[]
  change: {
    about: string
    added: string[]
    removed: string[]
    changed: { name: string; fields: string; words: ChangedWords[] }[]
  } | null
}

/** A measured signal: value, points, and the record that it rests on. */
export interface EvidenceRow {
  name: string
  value: string
  /** The points as a share of the most. */
  bar: Drawing
  points: string
  weight: number
  source: string
  source_url: string | null
  /** Time at which the recorded response arrived, and its day. */
  observed_at: string | null
  observed_on: string | null
  /** SHA-256 of the recorded response. */
  hash: EvidenceLink | null
}

/** The score of an agent in one category. */
export interface AgentStanding {
  id: string
  name: string
  ranking_url: string
  methodology_url: string
  methodology_version: string
  place: string
  score: number
  score_low: number
  score_high: number
  observed_weight: number
  /** Null for a change that is noise. */
  moved: string | null
  bar: Drawing
  /** The points that stand for signals that were not observed. */
  assumed: number
  /** The points of each part of the methodology. */
  parts: (PartView & { points: number })[]
  /** True for all but the first: their tables are folded. */
  is_folded: boolean
  evidence: EvidenceRow[]
  /** Signals that were not measured, those first that could add most; the rest is folded. */
  missing: MissingSignal[]
  missing_more: MissingSignal[]
  missing_weight: number
}

/** A signal that was not measured. */
export interface MissingSignal {
  name: string
  could_add: string
  how: string
}

/** Advice on paying an agent. */
export interface AgentAdvice {
  /** False where no way to pay it is known. */
  is_payable: boolean
  verdict: string
  title: string
  says: string
  reasons: string[]
  class: string
  score: string
  price_multiplier: string
  risk_premium_pct: string
}

/** Data of the page of an agent; names, descriptions and addresses are third-party text. */
export interface AgentView extends PageView, AgentFactsView {
  handle: string
  name: string
  /** Description in its record; a long one, and that of a hostile agent, is folded. */
  says: { text: string; is_folded: boolean } | null
  category: string
  ranking_url: string
  /** Null for an agent that has departed. */
  state: { liveness: string; sign: string | null } | null
  /** Flags of severity major and critical, to be read before anything else. */
  alerts: FlagView[]
  /** Minor flags, which anybody can cause: notes. */
  notes: { reason: string; related: LinkView | null }[]
  departed: { on: string; reason: string } | null
  key_facts: { title: string; text: string }[]
  connect: ConnectPart | null
  standings: AgentStanding[]
  /** Score history; null if fewer than two days are known. */
  course: {
    line: Drawing
    from: string
    to: string
    days: number
    observed_days: number
    /** The scores at the ends of the line; null where that day has none. */
    first: number | null
    last: number | null
    lowest: number
    highest: number
    rows: { date: string; score: number | null; rank: number | null; alive: string }[]
  } | null
  /** Sentences; none for an agent that has departed. */
  liveness: string[]
  /** Each of the last days as alive, not alive or not observed; null for an agent that was never observed. */
  /** False where the site is files alone: nothing there draws the figures of one agent. */
  has_service: boolean
  calendar: { cells: Drawing; from: string; to: string; alive: number; dead: number; unknown: number } | null
  advice: AgentAdvice | null
  /** MCP servers whose tools were read; names, descriptions and quotes are third-party text. */
  tool_lists: ToolListView[]
  /** Number of such servers that are not shown. */
  more_tool_lists: number
  /** With how their probes went; no sentences for one that is not in the list of probes. */
  endpoints: { kind: string; url: string; sentences: string[] }[]
  verified: string
  calculator_url: string
  claim: string
  addresses: { title: string; url: string }[]
  records: {
    source: string
    name: string
    url: string | null
    bound_on: string
    departed_on: string | null
    reason: string
  }[]
  /** Number of records that are not shown. */
  more_records: number
  /** Manual decisions on its records. */
  overrides: {
    date: string
    record: string
    other: string
    /** The same agent, or different agents. */
    are: string
    reason: string
    source_url: string | null
  }[]
  owners: AgentOwnerView[]
  payments: AgentPaymentsView | null
  changes: { day: string; category: string; words: string }[]
  badge_url: string
  badge_html: string
  badge_markdown: string
  links: LinkView[]
}
