import { expect, test } from 'vitest'
import { readRows, toGivenTables } from './given_tables.ts'

const TABLES = {
  raw_shared_hosts: 'host',
  stg_mcp_registry__servers:
    'name title description website_url repository departed_on:date departed_reason published_at:timestamp first_seen_on:date observed_at',
  stg_coingecko_ai_agents__tokens: 'id name gone_since:date first_seen_on:date observed_at',
  stg_catalog__developers: 'id name website source_urls:varchar[]',
  stg_catalog__families: 'id name provider source_urls:varchar[]',
  stg_erc8004_identity__registrations:
    'agent_key chain registry agent_id source_url registered_at:timestamp first_seen_on:date observed_at',
  raw_chains: 'chain explorer',
  stg_erc8004_files__files: 'agent_key name description',
  int_tokens__copies: 'id other is_same:boolean',
  stg_erc8004_files__services: 'agent_key kind endpoint',
  int_registrations__copies: 'agent_key original since:date',
  stg_x402_bazaar__listings:
    'type method feed resource host service_name description source_url gone_since:date first_seen_on:date observed_at',
  stg_endpoint_probes__cards:
    'host name description source_url last_ok_at:timestamp first_seen_on:date observed_at',
}

type World = Partial<Record<keyof typeof TABLES, object[]>>

const listed = (world: World, wanted: string): Promise<object[]> =>
  readRows(toGivenTables(TABLES, world), 'int_records', `record_id, ${wanted}`)

test('a server of the registry has the address of its repository, where that is one', async () => {
  const stg_mcp_registry__servers = [
    { name: 'a/one', title: 'One', repository: 'sample/one', published_at: '2026-01-05 10:00:00' },
    { name: 'a/two', departed_on: '2026-03-01', departed_reason: 'deleted' },
  ]
  expect(
    await listed({ stg_mcp_registry__servers }, 'name, repository_url, published_at, departed_on'),
  ).toEqual([
    {
      ...{ record_id: 'mcp_registry:a/one', name: 'One', repository_url: 'https://github.com/sample/one' },
      ...{ published_at: '2026-01-05T10:00:00Z', departed_on: null },
    },
    {
      ...{ record_id: 'mcp_registry:a/two', name: 'a/two', repository_url: null },
      ...{ published_at: null, departed_on: '2026-03-01' },
    },
  ])
})

test('a token has departed when it is no longer listed, and says so', async () => {
  const stg_coingecko_ai_agents__tokens = [{ id: 'here' }, { id: 'gone', gone_since: '2026-03-01' }]
  expect(
    await listed({ stg_coingecko_ai_agents__tokens }, 'departed_on, departed_reason is null as is_silent'),
  ).toEqual([
    { record_id: 'coingecko_ai_agents:gone', departed_on: '2026-03-01', is_silent: false },
    { record_id: 'coingecko_ai_agents:here', departed_on: null, is_silent: true },
  ])
})

test('the first source of an entry of the catalogue is its address', async () => {
  const source_urls = ['https://one.example/', 'https://two.example/']
  const world = {
    stg_catalog__developers: [{ id: 'dev', name: 'Dev', source_urls }],
    stg_catalog__families: [{ id: 'fam', name: 'Fam', provider: 'Dev', source_urls }],
  }
  expect(await listed(world, 'record_url')).toEqual([
    { record_id: 'catalog:developer/dev', record_url: 'https://one.example/' },
    { record_id: 'catalog:family/fam', record_url: 'https://one.example/' },
  ])
})

test('a registration has what its file says, and a name without one', async () => {
  const registration = (agent_id: string) => ({
    ...{ agent_key: `eip155:8453/${agent_id}`, chain: 'eip155:8453', registry: '0xregistry', agent_id },
    registered_at: '2026-01-05 10:00:00',
  })
  const service = (kind: string, endpoint: string) => ({ agent_key: 'eip155:8453/7', kind, endpoint })
  const world = {
    stg_erc8004_identity__registrations: [registration('7'), registration('8')],
    raw_chains: [{ chain: 'eip155:8453', explorer: 'https://explorer.example' }],
    stg_erc8004_files__files: [{ agent_key: 'eip155:8453/7', name: 'Sample', description: 'Says things.' }],
    stg_erc8004_files__services: [
      service('web', 'https://two.example/'),
      service('web', 'https://one.example/'),
      service('web', 'https://all.example/{id}'),
      service('mcp', 'https://a.example/'),
    ],
  }
  expect(
    await listed(world, 'source_key, name, description, website, record_url, published_at, departed_on'),
  ).toEqual([
    {
      ...{ record_id: 'erc8004_identity:eip155:8453/7', source_key: 'erc8004-8453-7', name: 'Sample' },
      ...{ description: 'Says things.', website: 'https://one.example/' },
      record_url: 'https://explorer.example/token/0xregistry?a=7',
      ...{ published_at: '2026-01-05T10:00:00Z', departed_on: null },
    },
    {
      ...{ record_id: 'erc8004_identity:eip155:8453/8', source_key: 'erc8004-8453-8' },
      ...{ name: 'ERC-8004 agent 8', description: null, website: null },
      record_url: 'https://explorer.example/token/0xregistry?a=8',
      ...{ published_at: '2026-01-05T10:00:00Z', departed_on: null },
    },
  ])
})

const listing = (path: string, more: object): object => ({
  ...{ feed: 'cdp', resource: `https://shop.example/${path}`, host: 'shop.example' },
  source_url: `https://feed.example/${path}`,
  ...more,
})

test('a seller is described by a resource that is still listed, and dated by all', async () => {
  const stg_x402_bazaar__listings = [
    listing('0', { description: 'Gone', gone_since: '2026-02-01', first_seen_on: '2026-01-03' }),
    listing('1', { description: ' ', service_name: ' ', first_seen_on: '2026-01-09', observed_at: '2' }),
    listing('2', { description: 'Second', service_name: 'Shop', first_seen_on: '2026-01-05' }),
    listing('3', { description: 'Third', service_name: 'Zebra', observed_at: '3' }),
    listing('4', { host: 'pages.example', service_name: 'Somebody' }),
  ]
  const world = { stg_x402_bazaar__listings, raw_shared_hosts: [{ host: 'pages.example' }] }
  expect(
    await listed(
      world,
      'name, description, record_url, departed_on, departed_reason, published_at, first_seen_on, observed_at',
    ),
  ).toEqual([
    {
      ...{ record_id: 'x402_bazaar:shop.example', name: 'Shop', description: 'Second' },
      ...{ record_url: 'https://feed.example/1', departed_on: null, departed_reason: null },
      ...{ published_at: '2026-01-03', first_seen_on: '2026-01-03', observed_at: '3' },
    },
  ])
})

test('a seller has departed when its last resource is no longer listed', async () => {
  const stg_x402_bazaar__listings = [
    listing('1', { gone_since: '2026-02-09' }),
    listing('2', { gone_since: '2026-02-03' }),
    listing('3', { host: 'open.example' }),
  ]
  expect(
    await listed({ stg_x402_bazaar__listings }, 'name, departed_on, departed_reason is null as is_silent'),
  ).toEqual([
    {
      ...{ record_id: 'x402_bazaar:open.example', name: 'open.example' },
      ...{ departed_on: null, is_silent: true },
    },
    {
      ...{ record_id: 'x402_bazaar:shop.example', name: 'shop.example' },
      ...{ departed_on: '2026-02-09', is_silent: false },
    },
  ])
})

test('a host has a record by its card once that was read', async () => {
  const stg_endpoint_probes__cards = [
    { host: 'read.example', name: ' ', last_ok_at: '2026-02-01' },
    { host: 'silent.example', name: null, last_ok_at: null },
  ]
  expect(await listed({ stg_endpoint_probes__cards }, 'name, website')).toEqual([
    { record_id: 'a2a_cards:read.example', name: 'read.example', website: 'https://read.example/' },
  ])
})

test('a registration that repeats the text of another has departed, and says whose text it is', async () => {
  const registered = (id: string) => ({
    ...{ agent_key: `eip155:8453/${id}`, chain: 'eip155:8453', registry: '0x', agent_id: id },
  })
  const world = {
    stg_erc8004_identity__registrations: [registered('7'), registered('8')],
    int_registrations__copies: [
      { agent_key: 'eip155:8453/8', original: 'eip155:8453/7', since: '2026-03-02' },
    ],
  }
  expect(await listed(world, 'departed_on, departed_reason')).toEqual([
    { record_id: 'erc8004_identity:eip155:8453/7', departed_on: null, departed_reason: null },
    {
      record_id: 'erc8004_identity:eip155:8453/8',
      departed_on: '2026-03-02',
      departed_reason: 'repeats the name and description of erc8004-8453-7, which had them first',
    },
  ])
})
