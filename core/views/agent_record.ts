import type { Category } from '../domain/category.ts'
import type { AgentOwner } from './agent_owner.ts'
import type { ConnectRow } from './connect_row.ts'
import type { SignalTransaction } from './evidence_row.ts'
import type { Incidents } from './incident_row.ts'
import type { LicenseRow, PackageChecks } from './package_check_row.ts'
import type { SellerPayment } from './payment_row.ts'

export type Tier = 'indexed' | 'evidence_ranked'
type LivenessState = 'alive' | 'not_alive' | 'unknown'

/** A signal of a score. A time is in `value_at`, a number in `value`; both null when not observed. */
export interface SignalRow {
  key: string
  value: number | null
  value_at: string | null
  unit: string
  weight: number
  scaled: number | null
  points: number
  is_assumed: boolean
  source: string
  source_url: string | null
  observed_at: string | null
  response_sha256: string | null
  input_count: number
  /** Of a value that was read from a chain. */
  transaction?: SignalTransaction
}

/** A score change since the day before in the history, and its causes. */
export interface ScoreChangeRow {
  since: string
  score_before: number
  score_delta: number
  rank_before: number | null
  is_methodology_changed: boolean
  causes: { key: string; points_before: number; points_after: number; delta: number; cause: string }[]
}

/** An agent's standing in one category. */
export interface StandingRow {
  category: Category
  methodology_version: string
  /** Place among all agents of the category, ranked ones first. */
  position: number
  rank: number | null
  /** The interval of the rank, nine of ten; null for one without a rank. */
  rank_low: number | null
  rank_high: number | null
  is_rank_provisional: boolean | null
  tier: Tier
  score: number
  /** The interval that holds the score in nine of ten cases once all is observed. */
  score_low: number
  score_high: number
  /** The worst and the best that missing signals allow. */
  score_floor: number
  score_ceiling: number
  observed_weight: number
  missing: string[]
  signals: SignalRow[]
  change: ScoreChangeRow | null
}

/** A field of an agent that shows what we put in the place of its record's own text, and why. */
export interface CorrectionRow {
  field: 'name' | 'description' | 'website' | 'repository_url' | 'tools'
  date: string
  reason: string
  source_url: string
}

/** Manual decision whether a record of the agent and another one are the same agent, with the reason. */
export interface OverrideRow {
  /** Of the agent; third-party text, as `other` is. */
  record: string
  other: string
  verdict: 'same' | 'different'
  reason: string
  source_url: string
  date: string
}

/** Kinds of change in the daily feed. */
export type ChangeKind =
  | 'mover'
  | 'newly_measured'
  | 'new'
  | 'return'
  | 'promotion'
  | 'demotion'
  | 'death'
  | 'resurrection'
  | 'departure'
  | 'tools_changed'

/** One change of an agent in one category on one day. */
export interface ChangeRow {
  /** The day on which it was seen, YYYY-MM-DD. */
  day: string
  kind: ChangeKind
  category: Category
  rank_before: number | null
  rank_after: number | null
  score_before: number | null
  score_after: number | null
  tier_before: Tier | null
  tier_after: Tier | null
  reason: string | null
}

/** The trust mart's row about an agent. */
export interface TrustRow {
  score: number
  class: 'verified' | 'provisional' | 'unverified' | 'low_trust'
  verdict: 'proceed' | 'caution' | 'reject'
  reasons: { code: string; sentence: string }[]
  flags: { flag: string; severity: 'minor' | 'major' | 'critical'; reason: string; related: string | null }[]
  points: { input: string; value: string; points: number }[]
  confidence: 'high' | 'medium' | 'low'
  evidence: Tier
  identity: 'erc8004_proven' | 'account_proven' | 'unproven'
  is_erc8004_verified: boolean
  activity: 'recent' | 'stale' | 'unknown' | 'departed'
  age: 'new' | 'known' | 'attested'
  known_since: string | null
  price_multiplier: number
  risk_premium_pct: number
  recommendation:
    | ('pay_in_full' | 'pay_with_limits' | 'pay_little')
    | ('not_enough_known' | 'no_known_rail' | 'do_not_pay')
  /** True where a wallet of it is known; the limits and their cost are null where it is false. */
  payable: boolean
  /** US dollars in whole cents: the least that it costs to fake what the limits rest on. */
  cost_to_fake_usd: number | null
  cost_parts: { part: string; units: number; usd: number }[]
  /** Limits in US dollars, in whole cents. */
  per_transaction: number | null
  daily: number | null
  /** Wallets that its own host quotes and that were paid: the limits hold for these alone. */
  wallets: { chain: string; wallet: string }[]
  /** Days of payments that were read, of the window; null where nobody paid at such a wallet. */
  paid_days: number | null
  /** The advice on paying it, in words. */
  advice: string
}

/** The reliability mart's row about an agent. */
export interface ReliabilityRow {
  reliability_30d: number | null
  reliability_90d: number | null
  is_currently_alive: boolean | null
  days_since_active: number | null
  observed_days_30: number
  observed_days_90: number
  coverage: 'full' | 'partial' | 'none'
  /** Percentage of the observations of its addresses that answered; null without any. */
  uptime_7d: number | null
  observations_7: number
  uptime_30d: number | null
  observations_30: number
  /** Days of the last 30 on which any of its addresses was observed, and those of them on which any answered. */
  measured_days_30: number
  answered_days_30: number
  /** Milliseconds to the first byte of an answer: the median of its addresses' medians. */
  latency_p50_ms: number | null
  probed_addresses: number
  /** Number of places that these were observed from. */
  vantages: number
}

/** Address of an agent, from its records; third-party text. */
export interface AgentEndpoint {
  kind: 'mcp' | 'a2a' | 'x402' | 'web'
  url: string
}

/** Tool of an MCP server; third-party text. */
interface ServerTool {
  name: string
  title: string | null
  description: string | null
}

/** Instruction to the reader in a list of tools; third-party text, but for the level. */
interface ToolFinding {
  /** `critical`: hidden from people. `note`: a visible sentence. */
  level: 'critical' | 'note'
  tool: string
  place: string
  quote: string
}

/** Tool whose fields differ from before; `description` has the difference in words, null where it is the same. */
interface ChangedTool {
  name: string
  /** True if text in it that people do not see gives instructions to models: they should not read it here either. */
  is_hostile: boolean
  fields: string[]
  description: { change: 'kept' | 'added' | 'removed'; text: string }[] | null
}

/** Newest change of a list of tools: numbers of all tools that it concerns, and the first of them. */
export interface ShownToolsChange {
  day: string
  /** True if the version did not change: that of the MCP registry, else the server's own. */
  is_silent: boolean
  changes_often: boolean
  added_total: number
  removed_total: number
  changed_total: number
  added: string[]
  removed: string[]
  changed: ChangedTool[]
}

/** List of tools that an MCP server of an agent gave last. */
export interface ToolListRow {
  /** Third-party text. */
  url: string
  /** The day on which this list was first read. */
  since: string
  total: number
  /** Number of other agents that have a server with the same tools. */
  same_as: number
  /** True if a correction took the texts out. */
  is_withheld: boolean
  /** The first ones. */
  tools: ServerTool[]
  findings: ToolFinding[]
  /** Null if there was none of late. */
  change: ShownToolsChange | null
}

/** Probe results of an address that is shown of an agent; outcome and reason as in pipeline/probes/outcome.ts. */
export interface AgentProbe extends AgentEndpoint {
  /** Of the last observation; `not_probed` without any. */
  outcome: string
  /** The reason it is not probed at present, or null. */
  reason: string | null
  status: number | null
  observed_on: string | null
  /** Percentage of observations that answered; null without any. */
  uptime_7d: number | null
  observations_7: number
  uptime_30d: number | null
  observations_30: number
  latency_p50_ms: number | null
  /**
   * The parts of a paid resource's own quote (`network`, `wallet`, `price`) that its listings do not name; null where it
   * has not quoted or is not listed.
   */
  listing_differences: string[] | null
  /** Of a host of which only a sample is probed: an estimate, which says nothing of this address. */
  host_estimate: {
    addresses: number
    observed: number
    alive_share: number
    alive_share_low: number
    alive_share_high: number
  } | null
}

/** The basis of a liveness, as answers have it. */
interface LifeRow {
  /** All of this in sentences. */
  says: string
  /** The kind of agent by which it is judged, and the sign that its state rests on, with the time; null without any. */
  judged_as: string | null
  rests_on: string | null
  rests_on_at: string | null
  /** True if it pushed or released of late; null where neither was ever seen. */
  maintained: boolean | null
  maintained_at: string | null
  /** Share of comparable agents that showed a sign of life in the two weeks after, and their number; null at first. */
  alive_probability: number | null
  alive_probability_cases: number | null
}

/**
 * All that any view of one agent shows; views are projections of it. Third-party text in it is cleaned and capped
 * already. `agent records/{handle}.json` on the private side holds it.
 */
export interface AgentRecord {
  handle: string
  /** The key of the record that speaks for the agent, e.g. `mcp_registry:com.example/server`. */
  main_record: string
  /** Third-party text; the handle where nothing of it is left. */
  name: string
  /** Third-party text. */
  description: string | null
  primary_category: Category
  secondary_categories: Category[]
  tier: Tier
  /** Rank and score in the primary category. */
  rank: number | null
  score: number | null
  archetype: string
  ecosystem_layer: string
  is_verified: boolean
  verification: string | null
  is_erc8004_registered: boolean | null
  /**
   * Number of registrations that repeat its text and are no agents of their own; null for an agent without a
   * registration.
   */
  copies: number | null
  /** Whole days of the last 30 whose payments are read, on the chain where its customers are; null without a wallet. */
  payment_days: number | null
  /** The agent whose text it repeats, for one that departed for that. */
  copy_of: string | null
  is_socially_visible: boolean
  /** Null for an agent that has departed. */
  liveness: LivenessState | null
  /** The name of the latest act. */
  activity: string | null
  last_activity_at: string | null
  days_since_active: number | null
  last_probe_ok_at: string | null
  /** Basis of its liveness; null for an agent that has departed. */
  life: LifeRow | null
  website: string | null
  repository_url: string | null
  /** Null where GitHub was not asked about such a repository. */
  license: LicenseRow | null
  first_seen_on: string | null
  departed_on: string | null
  departed_reason: string | null
  last_updated: string
  source_urls: string[]
  records: {
    source: string
    name: string
    category: Category
    url: string
    bound_on: string
    reason: string
    departed_on: string | null
  }[]
  keys: string[]
  ties: { key: string; other_count: number; others: string[] }[]
  /** Manual decisions on its records, the oldest first. */
  overrides: OverrideRow[]
  /** In the order of the interface. */
  standings: StandingRow[]
  trust: TrustRow
  /** Null for an agent that has departed. */
  reliability: ReliabilityRow | null
  /** Protocols that it was observed on, in the order of the interface. */
  rails: ('x402' | 'mcp' | 'erc8004' | 'a2a')[]
  endpoints: AgentEndpoint[]
  /** Number of its MCP servers whose tools were read, and the lists of the first of them. */
  tools: { servers: number; lists: ToolListRow[] }
  /** Of its endpoints, those in the list of probes. */
  probes: AgentProbe[]
  /** Null without a package. */
  package_checks: PackageChecks | null
  /** Of its endpoints, in the last 90 days; null without any. */
  incidents: Incidents | null
  /** The newest first; at most 100, of the last 90 days. */
  changes: ChangeRow[]
  /** The oldest first. */
  corrections: CorrectionRow[]
  /** The owner with most agents first, at most 20; absent without any. */
  owners?: AgentOwner[]
  /** Its last payments, the newest first; absent if none was seen. */
  payments?: SellerPayment[]
  /** Null where no server of the registry and no model is part of it; absent in releases of before it was kept. */
  connect?: ConnectRow | null
}
