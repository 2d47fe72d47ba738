import { afterAll, beforeAll, expect, test } from 'vitest'
import { agentTrust } from '../../core/resources/agent_trust.schema.ts'
import { agentTrustView } from '../../core/resources/agent_trust.ts'
import { compactAgent } from '../../core/resources/agents_bulk.schema.ts'
import { compactView } from '../../core/resources/agents_bulk.ts'
import { priceMultiplier } from '../../core/resources/price_multiplier.schema.ts'
import { priceMultiplierView } from '../../core/resources/price_multiplier.ts'
import { publicTrust } from '../../core/resources/public_trust.schema.ts'
import { publicTrustView } from '../../core/resources/public_trust.ts'
import { trustEvaluation } from '../../core/resources/trust_evaluation.schema.ts'
import { trustEvaluationView } from '../../core/resources/trust_evaluation.ts'
import type { AgentRecord } from '../../core/views/agent_record.ts'
import { readAgentRecords } from '../../pipeline/artifacts/agents/agent_records.ts'
import { type Database, openDatabase } from '../../pipeline/model/database.ts'
import { type Columns, createTable } from '../../pipeline/model/tables.ts'
import { createAgentRecord, createTrust, departed as goneRecord, INFO } from '../views/given_agent_record.ts'

const SIGNAL = `struct(key varchar, "value" double, value_at varchar, scaled decimal(5, 4), points decimal(9, 4),
  source_url varchar, observed_at varchar, response_sha256 varchar, input_count bigint)[]`
const RECORD = `struct(bound_on date, source varchar, name varchar, category varchar, url varchar, reason varchar,
  departed_on date)[]`

/** The part of an agent record that comes from the mart `agents`. */
function agentRow(agent: AgentRecord): object {
  const {
    records,
    keys,
    ties,
    overrides,
    standings,
    trust,
    reliability,
    rails,
    endpoints,
    tools,
    probes,
    changes,
    corrections,
    ...row
  } = agent
  return row
}

/** The marts that an agent record is read from, as far as these tests fill them. */
const MARTS: Record<string, Columns> = {
  signal_transactions: {
    handle: 'varchar',
    key: 'varchar',
    chain: 'varchar',
    block_number: 'bigint',
    transaction: 'varchar',
  },
  agents: {
    ...Object.fromEntries(Object.keys(agentRow(createAgentRecord('x'))).map((name) => [name, 'varchar'])),
    secondary_categories: 'varchar[]',
    source_urls: 'varchar[]',
    rank: 'bigint',
    score: 'decimal(6, 2)',
    is_verified: 'boolean',
    is_erc8004_registered: 'boolean',
    copies: 'bigint',
    is_socially_visible: 'boolean',
    days_since_active: 'bigint',
    departed_on: 'date',
  },
  identities: {
    handle: 'varchar',
    records: RECORD,
    keys: 'varchar[]',
    ties: 'struct(key varchar, other_count bigint, others varchar[])[]',
    overrides:
      'struct(record varchar, other varchar, verdict varchar, reason varchar, source_url varchar, date date)[]',
  },
  categories: { id: 'varchar', position: 'integer' },
  methodology_signals: { category: 'varchar', key: 'varchar', position: 'integer', weight: 'integer' },
  signal_definitions: { key: 'varchar', unit: 'varchar', source: 'varchar' },
  standings: {
    handle: 'varchar',
    category: 'varchar',
    score: 'decimal(6, 2)',
    missing: 'varchar[]',
    signals: SIGNAL,
  },
  trust: {
    ...Object.fromEntries(
      Object.keys(createTrust())
        .filter((name) => name !== 'advice')
        .map((name) => [name, 'varchar']),
    ),
    ...{ per_transaction: 'decimal(8, 2)', daily: 'decimal(8, 2)', cost_to_fake_usd: 'decimal(12, 2)' },
    ...{ payable: 'boolean', paid_days: 'bigint' },
    cost_parts: 'struct(part varchar, units bigint, usd decimal(12, 6))[]',
    wallets: 'struct(chain varchar, wallet varchar)[]',
    handle: 'varchar',
    score: 'integer',
    reasons: 'struct(code varchar, sentence varchar)[]',
    flags: 'struct(flag varchar, severity varchar, reason varchar, related varchar[])[]',
    points: 'struct(input varchar, "value" varchar, points integer)[]',
    is_erc8004_verified: 'boolean',
    basis: 'varchar',
    known_since: 'date',
    liveness: 'varchar',
    days_since_active: 'bigint',
    price_multiplier: 'decimal(3, 2)',
    risk_premium_pct: 'decimal(5, 2)',
  },
  reliability: { handle: 'varchar', reliability_30d: 'decimal(5, 2)', coverage: 'varchar' },
  rails: { handle: 'varchar', protocol: 'varchar' },
  endpoints: { handle: 'varchar', position: 'integer', kind: 'varchar', url: 'varchar' },
  agent_tools: {
    ...{ handle: 'varchar', position: 'bigint', servers: 'bigint', url: 'varchar', since: 'date' },
    ...{ total: 'bigint', tools_hash: 'varchar', tools: 'json', change: 'json' },
  },
  endpoint_probes: { handle: 'varchar', kind: 'varchar', url: 'varchar', outcome: 'varchar' },
  recent_changes: { day: 'date', kind: 'varchar', handle: 'varchar', category: 'varchar' },
  agent_owners: { handle: 'varchar', position: 'integer', owner: 'varchar' },
  seller_payments: { handle: 'varchar', position: 'integer', amount_usd: 'varchar' },
  package_checks: {
    ...{ handle: 'varchar', registry: 'varchar', package: 'varchar', version: 'varchar', known: 'integer' },
  },
  vulnerabilities: {
    ...{ handle: 'varchar', registry: 'varchar', package: 'varchar', version: 'varchar', id: 'varchar' },
    ...{ severity: 'varchar', cvss_score: 'double', fixed_in: 'varchar' },
  },
  incidents: { handle: 'varchar', kind: 'varchar', url: 'varchar', began_on: 'date' },
  server_settings: { handle: 'varchar', name: 'varchar', settings: 'varchar' },
  family_models: { handle: 'varchar', service: 'varchar', model: 'varchar', position: 'integer' },
  corrections: {
    line: 'bigint',
    corrected_on: 'date',
    handle: 'varchar',
    field: 'varchar',
    reason: 'varchar',
    source_url: 'varchar',
    status: 'varchar',
  },
}

const HOSTILE = '\u202e<b>Alder\u200b</b>\n\u0000'
const LONG = 'x'.repeat(400)
const FLAGS = [
  {
    flag: 'impersonation',
    severity: 'minor',
    reason: 'It has the name of 2 others.',
    related: ['ash', 'oak'],
  },
  { flag: 'sudden_death', severity: 'minor', reason: 'It stopped.', related: [] },
]

const daysAgo = (count: number): string =>
  new Date(Date.parse('2026-03-31') - count * 86_400_000).toISOString().slice(0, 10)

const SIGNALS = ['first', 'second', 'third']

/** Two agents: one whose every third-party text is hostile, and one that has departed. */
const ROWS: Record<string, object[]> = {
  agents: [
    {
      ...agentRow(createAgentRecord('alder')),
      name: HOSTILE,
      description: LONG,
      activity: 'github_pushed_at',
      website: 'javascript:alert(1)',
      repository_url: 'https://user@github.com/a/b',
    },
    { ...agentRow(goneRecord('ash')), name: '\u200b\u202e' },
  ],
  identities: [
    {
      handle: 'alder',
      records: [{ bound_on: '2026-02-01', source: 'x402_bazaar', name: HOSTILE, url: 'https://a.example/' }],
      keys: [LONG],
      ties: [{ key: LONG, other_count: 1, others: ['birch'] }],
      overrides: [{ record: LONG, other: 'a:x\u202e', verdict: 'same' }],
    },
    { handle: 'ash', records: [], keys: [], ties: [], overrides: [] },
  ],
  categories: [
    { id: 'service', position: 3 },
    { id: 'developer', position: 4 },
  ],
  methodology_signals: ['developer', 'service'].flatMap((category) =>
    SIGNALS.map((key, at) => ({ category, key, position: SIGNALS.length - at, weight: 10 })),
  ),
  signal_definitions: SIGNALS.map((key) => ({ key, unit: 'stars', source: 'github' })),
  standings: ['developer', 'service'].map((category) => ({
    handle: 'alder',
    category,
    score: 71.25,
    missing: [],
    signals: [
      { key: 'third', value: 7, scaled: 0.25, points: 2.5, response_sha256: 'ab', input_count: 2 },
      { key: 'second', points: 1.5, input_count: 0 },
    ],
  })),
  trust: [
    { ...createTrust(), handle: 'alder', flags: FLAGS, price_multiplier: 0.9, risk_premium_pct: 11.11 },
    { ...goneRecord('ash').trust, handle: 'ash', flags: [] },
  ],
  reliability: [{ handle: 'alder', reliability_30d: 96.67, coverage: 'full' }],
  rails: ['a2a', 'x402', 'mcp'].map((protocol) => ({ handle: 'alder', protocol })),
  endpoints: [
    { handle: 'alder', position: 4, kind: 'web', url: 'https://a.example' },
    { handle: 'alder', position: 1, kind: 'mcp', url: 'https://A.example/mcp?q="' },
    { handle: 'alder', position: 2, kind: 'a2a', url: `https://a.example/${LONG}${LONG}` },
  ],
  agent_tools: ['https://A.example/mcp', 'javascript:alert(1)', 'https://b.example/'].map((url, at) => ({
    ...{ handle: 'alder', position: 3 - at, servers: 5, url, since: '2026-03-30', total: 1 },
    ...{ tools: [{ name: 'fell', title: null, description: 'Fells.' }], change: null },
  })),
  endpoint_probes: [
    { handle: 'alder', kind: 'mcp', url: 'https://A.example/mcp?q="', outcome: 'gated' },
    { handle: 'alder', kind: 'a2a', url: `https://a.example/${LONG}${LONG}`, outcome: 'answers' },
  ],
  recent_changes: Array.from({ length: 60 }, (_, at) =>
    ['promotion', 'mover'].map((kind) => ({ day: daysAgo(at), kind, handle: 'alder', category: 'service' })),
  ).flat(),
}

let db: Database
let alder: AgentRecord
let ash: AgentRecord

beforeAll(async () => {
  db = await openDatabase(':memory:')
  for (const [name, columns] of Object.entries(MARTS)) await createTable(db, name, columns, ROWS[name] ?? [])
  ;[alder, ash] = (await readAgentRecords(db, 'true')) as [AgentRecord, AgentRecord]
})
afterAll(() => db.close())

test('an agent record has the shape that the views know, and nothing else', () => {
  expect(Object.keys(alder).sort()).toEqual(Object.keys(createAgentRecord('alder')).sort())
  expect(Object.keys(alder.trust).sort()).toEqual(Object.keys(createTrust()).sort())
  expect(alder.standings[0]).not.toHaveProperty('handle')
})

test('a standing has every signal of its methodology in its order, observed or not', () => {
  const listed = { unit: 'stars', weight: 10, source: 'github' }
  const unseen = { value: null, scaled: null, is_assumed: true, response_sha256: null, input_count: 0 }
  const seen = { value: 7, scaled: 0.25, is_assumed: false, response_sha256: 'ab', input_count: 2 }
  expect(alder.standings[0]?.signals).toMatchObject([
    { key: 'third', ...listed, ...seen, points: 2.5 },
    { key: 'second', ...listed, ...unseen, points: 1.5 },
    { key: 'first', ...listed, ...unseen, points: 0 },
  ])
})

test('third-party text is cleaned and capped, and named by the handle when nothing is left', () => {
  expect(alder.name).toBe('<b>Alder</b>')
  expect(alder.records[0]?.name).toBe('<b>Alder</b>')
  expect(ash.name).toBe('ash')
  for (const text of [alder.description, alder.keys[0], alder.ties[0]?.key, alder.overrides[0]?.record])
    expect(text).toBe(`${'x'.repeat(299)}…`)
})

test('an address is shown only when it is a plain one of http or https, as it is written in full', () => {
  expect(alder.website).toBeNull()
  expect(alder.repository_url).toBeNull()
  expect(alder.endpoints).toEqual([
    { kind: 'mcp', url: 'https://a.example/mcp?q=%22' },
    { kind: 'web', url: 'https://a.example/' },
  ])
  expect(alder.probes).toEqual([{ kind: 'mcp', url: 'https://a.example/mcp?q=%22', outcome: 'gated' }])
})

test('the latest act has the name that is shown, decimals are numbers, and others named by a flag are one', () => {
  expect(alder.activity).toBe('Latest push')
  expect(alder.trust).toMatchObject({
    price_multiplier: 0.9,
    risk_premium_pct: 11.11,
    known_since: '2026-01-30',
  })
  expect(alder.reliability).toMatchObject({ reliability_30d: 96.67, coverage: 'full' })
  expect(alder.trust.flags.map((flag) => flag.related)).toEqual(['ash', null])
})

test('lists come in one order: rails and categories of the interface, the newest change first, at most 100', () => {
  expect(alder.rails).toEqual(['x402', 'mcp', 'a2a'])
  expect(alder.standings.map((row) => row.category)).toEqual(['service', 'developer'])
  expect(alder.changes).toHaveLength(100)
  expect(alder.changes.slice(0, 3).map(({ day, kind }) => `${day} ${kind}`)).toEqual([
    '2026-03-31 mover',
    '2026-03-31 promotion',
    '2026-03-30 mover',
  ])
  expect(alder.changes.at(-1)).toMatchObject({ day: daysAgo(49), kind: 'promotion' })
})

test('a departed agent has an agent record, with what is gone left empty', () => {
  expect(ash).toMatchObject({ standings: [], reliability: null, rails: [], endpoints: [], changes: [] })
  expect(ash.trust.verdict).toBe('reject')
})

test('only the agents that are asked for are read', async () => {
  expect((await readAgentRecords(db, "handle between 'as' and 'at'")).map((agent) => agent.handle)).toEqual([
    'ash',
  ])
})

test('every trust view of what is read fits its schema', () => {
  for (const agent of [alder, ash]) {
    trustEvaluation.parse(trustEvaluationView(agent, INFO))
    agentTrust.parse(agentTrustView(agent, INFO))
    publicTrust.parse(publicTrustView(agent, INFO))
    priceMultiplier.parse(priceMultiplierView(agent, INFO))
    compactAgent.parse(compactView(agent, INFO))
  }
})

test('the lists of tools of its servers are in order, and one at an address that must not be shown is left out', () => {
  expect(alder.tools.servers).toBe(5)
  expect(alder.tools.lists.map(({ url }) => url)).toEqual(['https://b.example/', 'https://a.example/mcp'])
  expect(alder.tools.lists[0]).toMatchObject({
    ...{ since: '2026-03-30', total: 1, change: null },
    tools: [{ name: 'fell', title: null, description: 'Fells.' }],
  })
  expect(ash.tools).toEqual({ servers: 0, lists: [] })
})
