/** Days in a row on which an address of an agent was asked and showed no sign of life. */
export interface IncidentRow {
  kind: 'mcp' | 'a2a' | 'x402' | 'web'
  /** Third-party text. */
  url: string
  /** Of the last of these days, as in pipeline/probes/outcome.ts. */
  outcome: string
  /** The day of the last answer before; null where it had not been asked before. */
  answered_before_on: string | null
  began_on: string
  /** The last silent day; null while it lasts. */
  ended_on: string | null
  answered_again_on: string | null
  /** Number of these days on which it was asked. */
  silent_days: number
  outcome_before: string | null
  outcome_after: string | null
  /** Null where either answer does not say. */
  is_version_changed: boolean | null
  is_tools_changed: boolean | null
}

/** The newest incidents of an agent, and their number. */
export interface Incidents {
  total: number
  newest: IncidentRow[]
}
