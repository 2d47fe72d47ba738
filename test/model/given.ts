import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { SQL_FOLDER } from '../../pipeline/model/build.ts'
import type { Database } from '../../pipeline/model/database.ts'
import { OVERRIDE_COLUMNS } from '../../pipeline/model/overrides_table.ts'
import type { Columns } from '../../pipeline/model/tables.ts'
import type { Given } from './sql_harness.ts'

/** The logical date of the tests. */
export const DAY = '2026-03-31'

/** The date that lies `count` days before the logical date. */
export const daysAgo = (count: number): string =>
  new Date(Date.parse(DAY) - count * 86_400_000).toISOString().slice(0, 10)

const SHARE = 'DECIMAL(5,2)'

/** The columns of the ghost index in the history. */
export const PAST_GHOST_COLUMNS: Columns = {
  day: 'DATE',
  dimension: 'VARCHAR',
  value: 'VARCHAR',
  agents: 'BIGINT',
  covered: 'BIGINT',
  alive: 'BIGINT',
  ghosts: 'BIGINT',
  alive_share: SHARE,
  coverage_share: SHARE,
  alive_share_low: SHARE,
  alive_share_high: SHARE,
  alive_share_if_unknown_dead: SHARE,
  alive_share_if_unknown_alive: SHARE,
  frozen_on: 'DATE',
  listed: 'BIGINT',
  unread: 'BIGINT',
  unread_by_outage: 'BIGINT',
  liveness_rule: 'BIGINT',
}

/** The columns that the trust, reliability, ghost index, adoption and capability models read, by table. */
const COLUMNS: Record<string, Columns> = {
  run: { day: 'DATE', day_end: 'TIMESTAMP' },
  agents: {
    handle: 'VARCHAR',
    name: 'VARCHAR',
    primary_category: 'VARCHAR',
    secondary_categories: 'VARCHAR[]',
    tier: 'VARCHAR',
    ecosystem_layer: 'VARCHAR',
    is_verified: 'BOOLEAN',
    liveness: 'VARCHAR',
    days_since_active: 'BIGINT',
    first_seen_on: 'DATE',
    departed_on: 'DATE',
  },
  liveness: {
    handle: 'VARCHAR',
    days_since_active: 'BIGINT',
    liveness: 'VARCHAR',
    is_unread: 'BOOLEAN',
    is_out: 'BOOLEAN',
  },
  past_ghost_index: PAST_GHOST_COLUMNS,
  scores: { handle: 'VARCHAR', category: 'VARCHAR', observed_weight: 'BIGINT', source_count: 'BIGINT' },
  signals: { handle: 'VARCHAR', key: 'VARCHAR', value_at: 'TIMESTAMP', source: 'VARCHAR' },
  int_agents__categories: { handle: 'VARCHAR', category: 'VARCHAR' },
  int_records__handles: { record_id: 'VARCHAR', handle: 'VARCHAR' },
  int_records: {
    record_id: 'VARCHAR',
    source: 'VARCHAR',
    name: 'VARCHAR',
    description: 'VARCHAR',
    website: 'VARCHAR',
    repository_url: 'VARCHAR',
    departed_on: 'DATE',
  },
  raw_corrections: {
    line: 'BIGINT',
    corrected_on: 'DATE',
    record_id: 'VARCHAR',
    field: 'VARCHAR',
    value: 'VARCHAR',
  },
  raw_identity_overrides: OVERRIDE_COLUMNS,
  int_tokens__copies: { id: 'VARCHAR', other: 'VARCHAR', is_same: 'BOOLEAN' },
  int_records__keys: { record_id: 'VARCHAR', source: 'VARCHAR', key: 'VARCHAR', is_strong: 'BOOLEAN' },
  int_accounts__proofs: { record_id: 'VARCHAR', account: 'VARCHAR' },
  int_hosts__proofs: { record_id: 'VARCHAR', host: 'VARCHAR', how: 'VARCHAR' },
  int_agents__hosts: { handle: 'VARCHAR', host: 'VARCHAR', how: 'VARCHAR' },
  int_operators__agents: {
    chain: 'VARCHAR',
    operator: 'VARCHAR',
    handle: 'VARCHAR',
    is_credited: 'BOOLEAN',
    shared_by: 'BIGINT',
  },
  raw_catalog_abilities: {
    kind: 'VARCHAR',
    subject: 'VARCHAR',
    does: 'VARCHAR',
    owner: 'VARCHAR',
    source_url: 'VARCHAR',
  },
  raw_catalog_accounts: { developer: 'VARCHAR', account: 'VARCHAR' },
  stg_catalog__developers: { id: 'VARCHAR', website: 'VARCHAR' },
  stg_catalog__families: { name: 'VARCHAR', organization: 'VARCHAR' },
  endpoints: { handle: 'VARCHAR', url: 'VARCHAR' },
  int_agents__tool_lists: {
    handle: 'VARCHAR',
    address: 'VARCHAR',
    is_own: 'BOOLEAN',
    is_withheld: 'BOOLEAN',
    received_hash: 'VARCHAR',
    hidden_texts: 'BIGINT',
  },
  raw_tool_lists: { received_hash: 'VARCHAR', tools: 'JSON' },
  int_agents__tool_changes: {
    handle: 'VARCHAR',
    silent_on: 'DATE',
    changes_often: 'BOOLEAN',
    silent_days: 'BIGINT',
  },
  int_x402_payer_days__sums: {
    operator: 'VARCHAR',
    scope: 'VARCHAR',
    is_apart: 'BOOLEAN',
    payer: 'VARCHAR',
    relation: 'VARCHAR',
    payments: 'BIGINT',
    volume: 'HUGEINT',
  },
  past_liveness: { day: 'DATE', handle: 'VARCHAR', is_alive: 'BOOLEAN' },
  int_agents__uptime: {
    handle: 'VARCHAR',
    probed_addresses: 'BIGINT',
    observations_7: 'BIGINT',
    observations_30: 'BIGINT',
    measured_days_30: 'BIGINT',
    answered_days_30: 'BIGINT',
    uptime_7d: SHARE,
    uptime_30d: SHARE,
    latency_p50_ms: 'BIGINT',
    vantages: 'BIGINT',
  },
  stg_erc8004_identity__registrations: {
    agent_key: 'VARCHAR',
    owner: 'VARCHAR',
    registered_at: 'TIMESTAMP',
  },
  stg_erc8004_identity__events: { agent_key: 'VARCHAR', kind: 'VARCHAR', account: 'VARCHAR' },
  stg_erc8004_identity__wallets: { agent_key: 'VARCHAR', wallet: 'VARCHAR', is_signed: 'BOOLEAN' },
  int_erc8004_wallets__signatures: { handle: 'VARCHAR', chain: 'VARCHAR', wallet: 'VARCHAR' },
  stg_erc8004_files__texts: {
    agent_key: 'VARCHAR',
    text: 'VARCHAR',
    first_read_on: 'DATE',
    last_read_on: 'DATE',
    is_first: 'BOOLEAN',
  },
  stg_erc8004_files__files: {
    agent_key: 'VARCHAR',
    chain: 'VARCHAR',
    outcome: 'VARCHAR',
    uri: 'VARCHAR',
    name: 'VARCHAR',
    description: 'VARCHAR',
    services: 'JSON',
    wallets: 'JSON',
    tags: 'JSON',
  },
  stg_endpoint_probes__probes: {
    url: 'VARCHAR',
    host: 'VARCHAR',
    kind: 'VARCHAR',
    outcome: 'VARCHAR',
    last_ok_at: 'TIMESTAMP',
    dead_days: 'BIGINT',
  },
  stg_endpoint_probes__quotes: { url: 'VARCHAR', host: 'VARCHAR', chain: 'VARCHAR', pay_to: 'VARCHAR' },
  stg_endpoint_probes__proofs: { host: 'VARCHAR', agent_key: 'VARCHAR' },
  stg_endpoint_probes__cards: {
    host: 'VARCHAR',
    outcome: 'VARCHAR',
    skills: 'JSON',
    last_ok_at: 'TIMESTAMP',
    dead_days: 'BIGINT',
  },
  stg_x402_bazaar__listings: {
    feed: 'VARCHAR',
    resource: 'VARCHAR',
    host: 'VARCHAR',
    service_name: 'VARCHAR',
    description: 'VARCHAR',
    tags: 'JSON',
    gone_since: 'DATE',
  },
  stg_x402_bazaar__offers: {
    feed: 'VARCHAR',
    resource: 'VARCHAR',
    host: 'VARCHAR',
    chain: 'VARCHAR',
    pay_to: 'VARCHAR',
    is_gone: 'BOOLEAN',
  },
  stg_docker_mcp__servers: { name: 'VARCHAR' },
  int_docker_entries__agents: { name: 'VARCHAR', handle: 'VARCHAR' },
  stg_mcp_registry__servers: { name: 'VARCHAR', repository: 'VARCHAR', departed_on: 'DATE' },
  int_mcp_server__repositories: { name: 'VARCHAR' },
  int_mcp_server__signal_inputs: { handle: 'VARCHAR', key: 'VARCHAR', item: 'VARCHAR', value: 'DOUBLE' },
  int_agents__payers: {
    handle: 'VARCHAR',
    chain: 'VARCHAR',
    operator: 'VARCHAR',
    payer: 'VARCHAR',
    is_independent: 'BOOLEAN',
    is_counted: 'BOOLEAN',
  },
  int_x402_payers__known_shares: {
    chain: 'VARCHAR',
    operator: 'VARCHAR',
    payer: 'VARCHAR',
    known: 'DOUBLE',
    is_known: 'BOOLEAN',
  },
  int_x402_windows__coverage: { chain: 'VARCHAR', days: 'BIGINT', observed_days: 'BIGINT' },
  stg_x402_payments__payments: {
    chain: 'VARCHAR',
    operator: 'VARCHAR',
    payer: 'VARCHAR',
    paid_on: 'DATE',
    amount: 'HUGEINT',
  },
  stg_x402_payments__fundings: { operator: 'VARCHAR', wallet: 'VARCHAR', amount: 'HUGEINT' },
  x402_demand: {
    operator: 'VARCHAR',
    chain: 'VARCHAR',
    apart_on: 'VARCHAR',
    days: 'BIGINT',
    payments: 'BIGINT',
    volume_atomic: 'HUGEINT',
    unique_payers: 'BIGINT',
    wash_flags: 'VARCHAR[]',
    notices: 'VARCHAR[]',
  },
}

/** Rows by table; a missing table is empty, a missing column of a row is null. */
export type World = Record<string, object[]>

/** The given tables of a world on the logical date. Throws for a table that no model here reads. */
export function given(world: World): Record<string, Given> {
  const unknown = Object.keys(world).find((name) => !(name in COLUMNS))
  if (unknown) throw new Error(`${unknown}: add its columns to test/model/given.ts`)
  const run = [{ day: DAY, day_end: `${DAY} 23:59:59` }]
  return Object.fromEntries(
    Object.entries({ run, ...world, ...Object.fromEntries(missing(world)) }).map(([name, rows]) => [
      name,
      { columns: COLUMNS[name] ?? {}, rows },
    ]),
  )
}

const missing = (world: World): [string, object[]][] =>
  Object.keys(COLUMNS)
    .filter((name) => name !== 'run' && !(name in world))
    .map((name) => [name, []])

/** One agent of a world; by default an active, ranked, unproven ERC-8004 service. */
export interface GivenAgent {
  handle: string
  name?: string
  description?: string
  /** The number of its registration. */
  id?: number
  source?: string
  recordId?: string
  category?: string
  layer?: string
  tier?: 'evidence_ranked' | 'indexed'
  isVerified?: boolean
  liveness?: 'alive' | 'not_alive' | 'unknown'
  daysSinceActive?: number | null
  /** True if an outage makes its liveness unknown. */
  isOut?: boolean
  firstSeenOn?: string
  departedOn?: string | null
}

/** The rows of an agent in the tables that every model reads. */
export function worldWithAgents(agents: GivenAgent[]): World {
  const full = agents.map((agent, n) => ({
    name: `Sample ${agent.handle}`,
    recordId: `erc8004_identity:eip155:8453/${agent.id ?? n}`,
    category: 'service',
    layer: 'services',
    tier: 'evidence_ranked',
    isVerified: false,
    liveness: 'alive',
    daysSinceActive: 3,
    isOut: false,
    firstSeenOn: daysAgo(60),
    departedOn: null,
    ...agent,
  }))
  const present = full.filter((agent) => agent.departedOn === null)
  return {
    agents: full.map((item) => ({
      handle: item.handle,
      name: item.name,
      primary_category: item.category,
      secondary_categories: [],
      tier: item.tier,
      ecosystem_layer: item.layer,
      is_verified: item.isVerified,
      liveness: item.departedOn === null ? item.liveness : null,
      days_since_active: item.daysSinceActive,
      first_seen_on: item.firstSeenOn,
      departed_on: item.departedOn,
    })),
    liveness: present.map((item) => ({
      handle: item.handle,
      days_since_active: item.daysSinceActive,
      liveness: item.liveness,
      is_unread: item.isOut,
      is_out: item.isOut,
    })),
    int_agents__categories: present.map((item) => ({
      handle: item.handle,
      category: item.category,
    })),
    int_records__handles: full.map((item) => ({ record_id: item.recordId, handle: item.handle })),
    int_records: full.map((item) => ({
      record_id: item.recordId,
      source: item.source ?? item.recordId.split(':')[0],
      name: item.name,
      description: item.description,
      departed_on: item.departedOn,
    })),
  }
}

/** The rows that credit an agent with stars: a server signed in with the account that owns the repository. */
export const starred = (handle: string, stars: number, owner = handle): World => ({
  ...bound(handle, `mcp_registry:io.github.${handle}/tool`),
  int_mcp_server__signal_inputs: [
    { handle, key: 'github_stars_lasting', item: `${owner}/tool`, value: stars },
  ],
})

/** One more record of an agent, still listed by its source. */
export const bound = (handle: string, recordId: string): World => ({
  int_records__handles: [{ record_id: recordId, handle }],
  int_records: [{ record_id: recordId, source: recordId.split(':')[0], departed_on: null }],
})

/** Merges worlds: rows of the same table follow each other. */
export function together(...worlds: World[]): World {
  const all: World = {}
  for (const world of worlds)
    for (const [name, rows] of Object.entries(world)) all[name] = [...(all[name] ?? []), ...rows]
  return all
}

/** The rows that violate one check of `sql/checks`. */
export const runCheck = (db: Database, name: string): Promise<object[]> =>
  db.rows(readFileSync(join(SQL_FOLDER, 'checks', `${name}.sql`), 'utf8'))
