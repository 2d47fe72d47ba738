import { expect, test } from 'vitest'
import { DAY } from './given.ts'
import { rowsFrom, toGivenTables } from './given_tables.ts'

const COLUMNS = {
  run: 'archived_at',
  int_records__handles: 'record_id handle',
  int_records: 'record_id source departed_on:date',
  int_erc8004_agents__hosts: 'agent_key is_proven:boolean',
  int_registrations__copies: 'agent_key original',
  stg_mcp_registry__servers: 'name remotes:json packages:json',
  int_mcp_server__repositories: 'name',
  signals: 'handle key value:double',
  signal_inputs: 'handle observed_at source_url',
  int_agents__profiles: `handle main_record name description primary_category secondary_categories:varchar[]
    website repository_url first_seen_on:date departed_on:date departed_reason record_urls:varchar[]`,
  tiers: 'handle tier',
  int_agents__payment_days: 'handle payment_days:bigint',
  int_agents__licenses: 'handle license',
  rankings: 'handle category rank:bigint score:decimal(6,2)',
  liveness: `handle liveness activity last_activity_at:timestamp days_since_active:bigint last_probe_ok_at:timestamp`,
  liveness_words: 'handle life',
  sources: 'name last_ok_on:date',
}

type Rows = Partial<Record<keyof typeof COLUMNS, object[]>>

const agent = (handle: string, primary_category: string, more: object = {}) => ({
  ...{ handle, primary_category, secondary_categories: [], record_urls: [] },
  ...more,
})

const bound = (handle: string, ...records: string[]) => records.map((record_id) => ({ record_id, handle }))

async function readAgents<T>(columns: string, rows: Rows): Promise<Record<string, T>> {
  const found = await rowsFrom<{ handle: string; it: T }>(
    toGivenTables(COLUMNS, { run: [{ archived_at: `${DAY}T01:00:00Z` }], ...rows }),
    ['agents'],
    `select handle, ${columns} as it from agents`,
  )
  expect(new Set(found.map(({ handle }) => handle)).size).toBe(found.length)
  return Object.fromEntries(found.map(({ handle, it }) => [handle, it]))
}

test('a server is hosted, packaged or both by any of its records, and proven by an account that signed it in', async () => {
  const server = (name: string, remotes: number, packages: number) => ({
    ...{ name, remotes: Array(remotes).fill({}), packages: Array(packages).fill({}) },
  })
  const found = await readAgents<string>("archetype || ', ' || coalesce(verification, 'unproven')", {
    int_agents__profiles: ['both', 'hosted', 'packaged', 'source', 'domain'].map((handle) =>
      agent(handle, 'mcp_server'),
    ),
    int_records__handles: [
      ...bound('both', 'mcp_registry:com.b/1', 'mcp_registry:io.github.b/2', 'mcp_registry:com.b/3'),
      ...bound('hosted', 'mcp_registry:io.github.h/1'),
      ...bound('packaged', 'mcp_registry:com.p/1'),
      ...bound('source', 'mcp_registry:com.s/1'),
      ...bound('domain', 'mcp_registry:com.d/1'),
    ],
    stg_mcp_registry__servers: [
      server('com.b/1', 1, 0),
      server('io.github.b/2', 0, 1),
      server('com.b/3', 0, 0),
      server('io.github.h/1', 1, 0),
      server('com.p/1', 0, 1),
      server('com.s/1', 0, 0),
      server('com.d/1', 0, 0),
    ],
    int_mcp_server__repositories: [{ name: 'io.github.b/2' }, { name: 'com.d/1' }],
  })
  expect(found).toEqual({
    both: 'hybrid_tool_server, registry namespace proves the repository account',
    hosted: 'hosted_tool_server, unproven',
    packaged: 'packaged_tool_server, unproven',
    source: 'source_tool_server, unproven',
    domain: 'source_tool_server, unproven',
  })
})

test('a service sells, answers a card or is registered, by any of its records; a listing that is gone sells nothing', async () => {
  const records = [
    ...bound('seller', 'x402_bazaar:a', 'a2a_cards:a', 'x402_bazaar:gone'),
    ...bound('carded', 'a2a_cards:b', 'erc8004_identity:k1', 'x402_bazaar:gone'),
    ...bound('proven', 'erc8004_identity:k2', 'erc8004_identity:k3'),
    ...bound('declared', 'erc8004_identity:k4'),
  ]
  const rows: Rows = {
    int_agents__profiles: ['seller', 'carded', 'proven', 'declared', 'bare'].map((handle) =>
      agent(handle, 'service'),
    ),
    int_records__handles: records,
    int_records: [...new Set(records.map(({ record_id }) => record_id))].map((record_id) => ({
      record_id,
      source: record_id.split(':')[0],
      departed_on: record_id.endsWith('gone') ? '2026-03-01' : null,
    })),
    int_erc8004_agents__hosts: [
      { agent_key: 'k2', is_proven: true },
      { agent_key: 'k4', is_proven: false },
    ],
    sources: [{ name: 'erc8004_identity', last_ok_on: DAY }],
  }
  const columns = `{archetype: archetype, is_verified: is_verified, is_registered: is_erc8004_registered}`
  expect(await readAgents(columns, rows)).toEqual({
    seller: { archetype: 'paid_service', is_verified: false, is_registered: false },
    carded: { archetype: 'callable_agent', is_verified: false, is_registered: true },
    proven: { archetype: 'registered_agent', is_verified: true, is_registered: true },
    declared: { archetype: 'registered_agent', is_verified: false, is_registered: true },
    bare: { archetype: 'registered_agent', is_verified: false, is_registered: false },
  })
  const unread = await readAgents('is_erc8004_registered', {
    ...rows,
    sources: [{ name: 'erc8004_identity' }],
  })
  expect(new Set(Object.values(unread))).toEqual(new Set([null]))
})

test('each category has its archetype and layer, and the catalogue proves its own', async () => {
  const columns = "concat_ws(', ', archetype, ecosystem_layer, is_verified, verification)"
  expect(
    await readAgents(columns, {
      int_agents__profiles: ['model_family', 'developer', 'tokenized', 'service', 'mcp_server'].map(
        (category) => agent(category, category),
      ),
    }),
  ).toEqual({
    model_family: 'foundation_model, models, true, curated catalogue',
    developer: 'builder, builders, true, curated catalogue',
    tokenized: 'agent_token, markets, false',
    service: 'registered_agent, services, false',
    mcp_server: 'source_tool_server, tools, false',
  })
})

test('an agent is seen by people with a website, or a star on a repository', async () => {
  const stars: [string, string, number][] = [
    ['one star', 'github_stars', 1],
    ['a star in total', 'github_stars_total', 1],
    ['no star', 'github_stars', 0],
    ['a fork', 'github_forks', 5],
  ]
  expect(
    await readAgents('is_socially_visible', {
      int_agents__profiles: [
        ...stars.map(([handle]) => agent(handle, 'service')),
        agent('a website', 'service', { website: 'https://a.example' }),
        agent('neither', 'service'),
      ],
      signals: [
        ...stars.map(([handle, key, value]) => ({ handle, key, value })),
        { handle: 'one star', key: 'github_stars_total', value: 1 },
      ],
    }),
  ).toEqual({
    'one star': true,
    'a star in total': true,
    'no star': false,
    'a fork': false,
    'a website': true,
    neither: false,
  })
})

test('an agent has its rank in its own category, and the addresses and latest time of what it was read from', async () => {
  const input = (n: number) => ({
    ...{
      handle: 'a',
      observed_at: `2026-03-${10 + n}T00:00:00Z`,
      source_url: `https://source.example/${10 + n}`,
    },
  })
  const inputs = Array.from({ length: 21 }, (_, n) => input(n))
  const rows: Rows = {
    int_agents__profiles: [
      agent('a', 'service', { record_urls: ['https://record.example/'] }),
      agent('departed', 'service', { departed_on: '2026-03-01' }),
    ],
    tiers: [{ handle: 'a', tier: 'evidence_ranked' }],
    rankings: [
      { handle: 'a', category: 'service', rank: 4 },
      { handle: 'a', category: 'developer', rank: 1 },
    ],
    liveness: [{ handle: 'a', liveness: 'alive' }],
    signal_inputs: [...inputs, input(0)],
  }
  const columns =
    '{tier: tier, rank: rank, liveness: liveness, last_updated: last_updated, source_urls: list_sort(source_urls)}'
  expect(await readAgents(columns, rows)).toEqual({
    a: {
      ...{ tier: 'evidence_ranked', rank: 4, liveness: 'alive', last_updated: '2026-03-30T00:00:00Z' },
      source_urls: ['https://record.example/', ...inputs.slice(0, 20).map((input) => input.source_url)],
    },
    departed: {
      ...{ tier: 'indexed', rank: null, liveness: null, last_updated: `${DAY}T01:00:00Z` },
      source_urls: [],
    },
  })
})

test('an agent says how often its registration is repeated, and a departed copy whose text it had', async () => {
  const registration = (id: string) => ({
    ...{ record_id: `erc8004_identity:${id}`, source: 'erc8004_identity' },
  })
  const world: Rows = {
    int_agents__profiles: [
      agent('first', 'service', { main_record: 'erc8004_identity:1' }),
      agent('copy', 'service', { main_record: 'erc8004_identity:2', departed_on: DAY }),
      agent('other', 'service', { main_record: 'erc8004_identity:4' }),
      agent('server', 'mcp_server', { main_record: 'mcp_registry:com.a/b' }),
    ],
    int_records__handles: [
      ...bound('first', 'erc8004_identity:1'),
      ...bound('copy', 'erc8004_identity:2'),
      ...bound('other', 'erc8004_identity:4'),
      ...bound('server', 'mcp_registry:com.a/b'),
    ],
    int_records: [
      ...['1', '2', '3', '4'].map(registration),
      { record_id: 'mcp_registry:com.a/b', source: 'mcp_registry' },
    ],
    int_registrations__copies: [
      { agent_key: '2', original: '1' },
      { agent_key: '3', original: '1' },
    ],
  }
  expect(await readAgents('copies', world)).toEqual({ first: 2, copy: 0, other: 0, server: null })
  expect(await readAgents('copy_of', world)).toEqual({
    first: null,
    copy: 'first',
    other: null,
    server: null,
  })
})
