import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { SQL_FOLDER } from '../../pipeline/model/build.ts'
import type { Database } from '../../pipeline/model/database.ts'
import { toGivenTables } from './given_tables.ts'
import { buildFrom } from './sql_harness.ts'

const DAY = '2026-03-31'
const TABLES = {
  run: 'day:date',
  int_accounts__proofs: 'record_id account',
  int_hosts__proofs: 'record_id host how',
  raw_shared_hosts: 'host',
  int_trust__original_owners: 'agent_key owner',
  stg_erc8004_identity__wallets: 'agent_key wallet is_signed:boolean',
  int_records__keys: 'record_id key',
  int_records__handles: 'record_id handle bound_on:date',
  int_records: 'record_id departed_on:date',
  int_agents__profiles: 'handle departed_on:date',
  agents: 'handle name primary_category rank:bigint liveness departed_on:date',
  trust: 'handle verdict',
  grave_flags: 'handle flags',
  find_order: 'handle position:bigint',
  int_operators__agents: 'chain operator handle is_credited:boolean',
  int_x402_operators__scopes: 'operator chain',
  int_x402_payer_days__sums: 'operator scope only_chain payer payments:bigint volume:hugeint relation',
  raw_chains: 'chain name',
  recent_changes: 'day:date kind category handle rank_after:bigint',
}
type World = Partial<Record<keyof typeof TABLES, object[]>>

const [BASE, POLYGON] = ['eip155:8453', 'eip155:137']

/** Agents, each with one record `mcp_registry:NAME` or `erc8004_identity:NAME`, ranked in the order of their names. */
function createWorld(records: Record<string, string>, more: World = {}, departed: string[] = []): World {
  const handles = Object.keys(records)
  const departedOn = (handle: string) => (departed.includes(handle) ? '2026-03-20' : null)
  return {
    run: [{ day: DAY }],
    int_records__handles: handles.map((handle) => ({
      record_id: records[handle],
      handle,
      bound_on: '2026-03-01',
    })),
    int_records: handles.map((handle) => ({ record_id: records[handle], departed_on: departedOn(handle) })),
    int_agents__profiles: handles.map((handle) => ({ handle, departed_on: departedOn(handle) })),
    agents: handles.map((handle, nth) => ({
      ...{ handle, name: handle, primary_category: 'service', rank: nth === 0 ? 1 : null },
      ...{ liveness: departed.includes(handle) ? null : nth === 0 ? 'alive' : 'unknown' },
      departed_on: departedOn(handle),
    })),
    trust: handles.map((handle) => ({ handle, verdict: 'caution' })),
    find_order: handles.map((handle, position) => ({ handle, position: position + 1_000 })),
    raw_chains: [{ chain: BASE, name: 'Base' }],
    ...more,
  }
}

/** Builds the marts over a world, expects their check to pass, and reads from them. */
async function inOwners<T>(world: World, sql: string): Promise<T[]> {
  const given = toGivenTables(TABLES, world)
  // Given columns have types without blanks.
  if (given.grave_flags) given.grave_flags.columns.flags = 'STRUCT(flag VARCHAR)[]'
  const models = ['owners', 'owner_agents', 'owner_changes', 'agent_owners', 'int_trust__proven_ties']
  const db = await buildFrom(given, models)
  try {
    expect(await brokenTies(db)).toEqual([])
    return await db.rows<T>(sql)
  } finally {
    db.close()
  }
}

const brokenTies = (db: Database) =>
  db.rows(readFileSync(join(SQL_FOLDER, 'checks/owners_are_proven.sql'), 'utf8'))

const TIES = `select owner || ' ' || handle || ' ' || how as tie from int_owners__ties order by tie`
const readTies = async (world: World) => (await inOwners<{ tie: string }>(world, TIES)).map(({ tie }) => tie)

test('accounts, domains and wallets own by each kind of proof, the surest of several; claims and hosts of many do not', async () => {
  const record = 'erc8004_identity:eip155:8453/1'
  const world = createWorld(
    {
      a: 'mcp_registry:io.github.Acme/x',
      b: record,
      c: 'catalog:developer/acme',
      d: 'mcp_registry:example.acme/y',
    },
    {
      int_accounts__proofs: [
        { record_id: 'mcp_registry:io.github.Acme/x', account: 'acme' },
        { record_id: 'catalog:developer/acme', account: 'acme' },
        { record_id: 'mcp_registry:example.acme/y', account: 'acme' },
      ],
      int_hosts__proofs: [
        { record_id: 'mcp_registry:example.acme/y', host: 'acme.example', how: 'registry' },
        { record_id: 'catalog:developer/acme', host: 'acme.example', how: 'catalogue' },
        { record_id: record, host: 'b.example', how: 'proof' },
        { record_id: record, host: 'shared.example', how: 'card' },
      ],
      raw_shared_hosts: [{ host: 'shared.example' }],
      int_trust__original_owners: [{ agent_key: 'eip155:8453/1', owner: '0x01' }],
      stg_erc8004_identity__wallets: [
        { agent_key: 'eip155:8453/1', wallet: '0x01', is_signed: true },
        { agent_key: 'eip155:8453/1', wallet: '0x02', is_signed: false },
      ],
      int_records__keys: [{ record_id: record, key: 'wallet:eip155:8453/0x01' }],
    },
  )
  expect(await readTies(world)).toEqual([
    'domain:acme.example c curated',
    'domain:acme.example d verified',
    'domain:b.example b host',
    'github:acme a account',
    'github:acme c curated',
    'github:acme d curated',
    'wallet:0x01 b signature',
  ])
})

const ACCOUNT: World = {
  int_accounts__proofs: ['a', 'b', 'gone'].map((name) => ({
    ...{ record_id: `mcp_registry:io.github.acme/${name}`, account: 'acme' },
  })),
}
const THREE = {
  a: 'mcp_registry:io.github.acme/a',
  b: 'mcp_registry:io.github.acme/b',
  gone: 'mcp_registry:io.github.acme/gone',
}

test('an owner counts its agents by state; departed ones are counted and not listed, and an owner of these alone is none', async () => {
  const world = createWorld(
    THREE,
    { ...ACCOUNT, grave_flags: [{ handle: 'b', flags: [{ flag: 'wash' }] }] },
    ['gone'],
  )
  const counts = 'agents, alive, not_alive, unknown, departed, ranked, flagged, has_page'
  expect(await inOwners(world, `select owner, ${counts} from owners`)).toEqual([
    {
      ...{ owner: 'github:acme', agents: 2, alive: 1, not_alive: 0, unknown: 1, departed: 1, ranked: 1 },
      ...{ flagged: 1, has_page: true },
    },
  ])
  expect(await inOwners(world, 'select handle, position, flags from owner_agents order by position')).toEqual(
    [
      { handle: 'a', position: 1, flags: [] },
      { handle: 'b', position: 2, flags: ['wash'] },
    ],
  )
  expect(await inOwners(world, 'select handle, owner, others from agent_owners order by handle')).toEqual([
    { handle: 'a', owner: 'github:acme', others: 1 },
    { handle: 'b', owner: 'github:acme', others: 1 },
  ])
  expect(await inOwners(createWorld(THREE, ACCOUNT, ['a', 'b', 'gone']), 'select owner from owners')).toEqual(
    [],
  )
})

test('the changes of an owner are those of all its agents, the departed too, a day together and the newest 60', async () => {
  const change = (handle: string, day: string, kind = 'mover') => ({ handle, day, kind, category: 'service' })
  const world = createWorld(
    THREE,
    {
      ...ACCOUNT,
      recent_changes: [
        change('a', '2026-03-30'),
        change('b', '2026-03-31'),
        change('a', '2026-03-31', 'tools_changed'),
        change('gone', '2026-03-31', 'departure'),
        change('a', '2026-03-31', 'mover'),
        change('stranger', '2026-03-31'),
      ],
    },
    ['gone'],
  )
  const listed = "select handle || ' ' || day || ' ' || kind as change from owner_changes order by position"
  expect((await inOwners<{ change: string }>(world, listed)).map((row) => row.change)).toEqual([
    'a 2026-03-31 mover',
    'a 2026-03-31 tools_changed',
    'b 2026-03-31 mover',
    'gone 2026-03-31 departure',
    'a 2026-03-30 mover',
  ])
  const many = Array.from({ length: 70 }, (_, nth) => change('a', '2026-03-30', `kind ${nth}`))
  const count = 'select count(*) as rows from owner_changes'
  expect(await inOwners(createWorld(THREE, { ...ACCOUNT, recent_changes: many }), count)).toEqual([
    { rows: 60 },
  ])
})

const sum = (operator: string, payer: string, more: object = {}) => ({
  ...{ operator, scope: 'all', only_chain: BASE, payer, payments: 1, volume: 1_000_000, relation: null },
  ...more,
})

test('payments are those to wallets that its agents are credited with, chain by chain, each payer once', async () => {
  const world = createWorld(THREE, {
    ...ACCOUNT,
    int_operators__agents: [
      { chain: BASE, operator: '0xa', handle: 'a', is_credited: true },
      { chain: BASE, operator: '0xb', handle: 'b', is_credited: true },
      { chain: POLYGON, operator: '0xb', handle: 'b', is_credited: true },
      { chain: BASE, operator: '0xclaimed', handle: 'b', is_credited: false },
    ],
    int_x402_payer_days__sums: [
      sum('0xa', '0xp', { payments: 2 }),
      sum('0xa', '0xfunded', { relation: 'funded' }),
      // A customer of both, and one of its own wallets.
      sum('0xb', '0xp', { scope: BASE, only_chain: null }),
      sum('0xb', '0xa', { scope: BASE, only_chain: null }),
      sum('0xb', '0xq', { scope: POLYGON, only_chain: null }),
      // The same across chains, which would count twice.
      sum('0xb', '0xp', { only_chain: null }),
      sum('0xclaimed', '0xr'),
    ],
  })
  expect(await inOwners(world, 'select unnest(payments, recursive := true) from owners')).toEqual([
    {
      ...{ chain: BASE, chain_name: 'Base', wallets: 2, payments: 5, volume_usd: '4.000000' },
      ...{ unique_payers: 3, independent_payers: 1 },
    },
    {
      ...{ chain: POLYGON, chain_name: POLYGON, wallets: 1, payments: 1, volume_usd: '1.000000' },
      ...{ unique_payers: 1, independent_payers: 1 },
    },
  ])
})

test('a wallet with one agent has a page only if it was paid, and one with many registrations may be a platform', async () => {
  const names = ['1', '2', '3', '4', '5', '6', '7']
  const many = Object.fromEntries(names.map((id) => [`agent-${id}`, `erc8004_identity:eip155:8453/${id}`]))
  const owned = (id: string, owner: string) => ({ agent_key: `eip155:8453/${id}`, owner })
  const world = createWorld(many, {
    int_trust__original_owners: names.map((id) => owned(id, id === '7' ? '0xone' : '0xmany')),
    int_records__keys: names.map((id) => ({
      ...{
        record_id: `erc8004_identity:eip155:8453/${id}`,
        key: `wallet:eip155:8453/${id === '7' ? '0xone' : '0xmany'}`,
      },
    })),
  })
  const sql = 'select owner, agents, may_be_platform, has_page from owners order by owner'
  const plain = [
    { owner: 'wallet:0xmany', agents: 6, may_be_platform: true, has_page: true },
    { owner: 'wallet:0xone', agents: 1, may_be_platform: false, has_page: false },
  ]
  expect(await inOwners(world, sql)).toEqual(plain)
  const paid = {
    ...world,
    int_x402_operators__scopes: [{ operator: '0xone', chain: BASE }],
    int_x402_payer_days__sums: [sum('0xone', '0xp')],
  }
  expect(await inOwners(paid, sql)).toEqual([plain[0], { ...plain[1], has_page: true }])
})
