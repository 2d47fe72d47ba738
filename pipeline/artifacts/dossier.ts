import type { Database } from '../model/database.ts'

/** One signal of a score, as the mart has it. A time stands in `value_at`, a number in `value`; both null when not observed. */
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
}

/** What moved a score since the day before in the history. */
export interface ChangeRow {
  since: string
  score_before: number
  score_delta: number
  rank_before: number | null
  is_methodology_changed: boolean
  causes: { key: string; points_before: number; points_after: number; delta: number; cause: string }[]
}

/** An agent's standing in one category. */
export interface CategoryRow {
  category: string
  methodology_version: string
  /** Place among all agents of the category, ranked ones first. */
  position: number
  rank: number | null
  tier: 'indexed' | 'evidence_ranked'
  score: number
  score_low: number
  score_high: number
  observed_weight: number
  missing: string[]
  signals: SignalRow[]
  change: ChangeRow | null
}

/** All that any view of one agent shows; views are projections of it. */
export interface Dossier {
  handle: string
  name: string
  description: string | null
  primary_category: string
  secondary_categories: string[]
  tier: 'indexed' | 'evidence_ranked'
  rank: number | null
  score: number | null
  archetype: string
  ecosystem_layer: string
  is_verified: boolean
  verification: string | null
  is_erc8004_registered: boolean | null
  is_socially_visible: boolean
  liveness: 'alive' | 'not_alive' | 'unknown' | null
  activity: string | null
  last_activity_at: string | null
  days_since_active: number | null
  last_probe_ok_at: string | null
  website: string | null
  repository_url: string | null
  first_seen_on: string | null
  departed_on: string | null
  departed_reason: string | null
  last_updated: string
  source_urls: string[]
  records: {
    source: string
    name: string
    category: string
    url: string
    bound_on: string
    reason: string
    departed_on: string | null
  }[]
  keys: string[]
  ties: { key: string; other_count: number; others: string[] }[]
  categories: CategoryRow[]
}

/** A row of the `agents` mart with its `identities`. */
type AgentRow = Omit<Dossier, 'categories'>

/**
 * The dossiers of the agents that `where` names (a condition on `agents`), in the order of their handles. Agents and
 * their standings are read apart and joined here: DuckDB builds lists within lists far more slowly.
 */
export async function readDossiers(db: Database, where: string): Promise<Dossier[]> {
  const chosen = `select handle from agents where ${where}`
  const agents = await db.rows<AgentRow>(
    `select agents.*, identities.records, identities.keys, identities.ties from agents join identities using (handle)
     where agents.handle in (${chosen}) order by agents.handle`,
  )
  const standings = await db.rows<CategoryRow & { handle: string }>(
    `select standings.* from standings join categories on categories.id = standings.category
     where standings.handle in (${chosen}) order by standings.handle, categories.position`,
  )
  const byHandle = Map.groupBy(standings, (row) => row.handle)
  return agents.map((agent) => ({ ...agent, categories: byHandle.get(agent.handle) ?? [] }))
}
