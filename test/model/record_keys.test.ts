import { expect, test } from 'vitest'
import { readValues, toGivenTables } from './given_tables.ts'

const TABLES = {
  int_erc8004_agents__hosts: 'agent_key host is_proven:boolean is_only:boolean is_paid:boolean',
  int_operators__payment_requests: 'chain operator host resource is_confirmed:boolean',
  int_records__owner_keys: 'record_id key',
  int_mcp_server__repositories: 'name repository repository_owner repository_subfolder',
  int_accounts__proofs: 'record_id account',
  int_hosts__proofs: 'record_id host how',
  raw_shared_hosts: 'host',
  raw_catalog_same_as: 'developer key',
  stg_endpoint_probes__cards: 'host last_ok_at:timestamp',
  stg_catalog__developers: 'id',
  stg_catalog__families: 'id organization',
  stg_coingecko_ai_agents__tokens: 'id',
  stg_erc8004_identity__registrations: 'agent_key chain owner',
  stg_erc8004_identity__wallets: 'agent_key chain wallet is_signed:boolean',
  stg_mcp_registry__packages: 'name registry package',
  stg_mcp_registry__servers: 'name remotes:json',
  stg_x402_bazaar__listings: 'host resource gone_since:date',
  stg_x402_bazaar__offers: 'host chain pay_to is_gone:boolean',
}

/** The claims of records, by source and record. */
const claimed = (world: Partial<Record<keyof typeof TABLES, object[]>>): Promise<string[]> =>
  readValues(
    toGivenTables(TABLES, world),
    'int_records__keys',
    "source || ' | ' || record_id || if(is_strong, ' is ', ' is of ') || key",
  )

test('a server is its name, repository and packages, and is of the account that signed it in; an address alone is a claim', async () => {
  const name = 'io.github.Sample/Tool'
  const remotes = [{ type: 'http', url: 'https://api.example/mcp' }]
  const world = {
    stg_mcp_registry__servers: [{ name, remotes }],
    int_accounts__proofs: [{ record_id: `mcp_registry:${name}`, account: 'sample' }],
    stg_mcp_registry__packages: [{ name, registry: 'npm', package: 'tool' }],
    int_mcp_server__repositories: [
      { name, repository: 'sample/tool', repository_owner: 'sample', repository_subfolder: 'src' },
    ],
  }
  expect(await claimed(world)).toEqual([
    `mcp_registry | mcp_registry:${name} is mcp:io.github.sample/tool`,
    `mcp_registry | mcp_registry:${name} is of account:github.com/sample`,
    `mcp_registry | mcp_registry:${name} is package:npm/tool`,
    `mcp_registry | mcp_registry:${name} is repository:github.com/sample/tool#src`,
  ])
})

test('a server of a domain is the endpoints on it and below it, and no others', async () => {
  const name = 'org.Example.api/tool'
  const on = ['api.example.org', 'API.example.org', 'eu.api.example.org:8443']
  const others = [
    '{host}.api.example.org',
    'example.org',
    'xapi.example.org',
    'api.example.org.evil.test',
    'pages.example',
    'one.pages.example',
  ]
  const remotes = [...on, ...others].map((host) => ({ type: 'http', url: `https://${host}/mcp` }))
  const world = {
    stg_mcp_registry__servers: [
      { name, remotes: [...remotes, { type: 'http', url: 'http://api.example.org/' }] },
    ],
    int_hosts__proofs: ['api.example.org', 'pages.example'].map((host) => ({
      ...{ record_id: `mcp_registry:${name}`, host, how: 'registry' },
    })),
    raw_shared_hosts: [{ host: 'pages.example' }],
  }
  expect(await claimed(world)).toEqual([
    `mcp_registry | mcp_registry:${name} is endpoint:https://API.example.org/mcp`,
    `mcp_registry | mcp_registry:${name} is endpoint:https://api.example.org/mcp`,
    `mcp_registry | mcp_registry:${name} is endpoint:https://eu.api.example.org:8443/mcp`,
    `mcp_registry | mcp_registry:${name} is mcp:org.example.api/tool`,
    `mcp_registry | mcp_registry:${name} is of domain:api.example.org`,
  ])
})

test('a registration is the host that names it and no other or asks to be paid at its wallet, and of those that it names itself, its owner and a wallet that signed', async () => {
  const host = (name: string, is_proven: boolean, is_only: boolean, is_paid = false) => ({
    ...{ agent_key: 'eip155:8453/1', host: name, is_proven, is_only, is_paid },
  })
  const world = {
    stg_erc8004_identity__registrations: [
      { agent_key: 'eip155:8453/1', chain: 'eip155:8453', owner: '0xowner' },
    ],
    stg_erc8004_identity__wallets: [
      { agent_key: 'eip155:8453/1', chain: 'eip155:8453', wallet: '0xsigned', is_signed: true },
      { agent_key: 'eip155:8453/1', chain: 'eip155:8453', wallet: '0xunsigned', is_signed: false },
    ],
    int_erc8004_agents__hosts: [
      host('only.example', true, true),
      host('one-of-two.example', true, false),
      host('claimed.example', false, false),
      host('paid.example', false, false, true),
    ],
    int_hosts__proofs: ['only.example', 'paid.example'].map((host) => ({
      ...{ record_id: 'erc8004_identity:eip155:8453/1', host, how: 'proof' },
    })),
    int_records__owner_keys: [
      { record_id: 'erc8004_identity:eip155:8453/1', key: 'owned:wallet/0xowner/name' },
    ],
  }
  const record = 'erc8004_identity | erc8004_identity:eip155:8453/1'
  expect(await claimed(world)).toEqual([
    `${record} is erc8004:eip155:8453/1`,
    `${record} is of domain:claimed.example`,
    `${record} is of domain:one-of-two.example`,
    `${record} is of domain:only.example`,
    `${record} is of domain:paid.example`,
    `${record} is of wallet:eip155:8453/0xowner`,
    `${record} is of wallet:eip155:8453/0xsigned`,
    `${record} is origin:https://only.example`,
    `${record} is origin:https://paid.example`,
    `${record} is owned:wallet/0xowner/name`,
  ])
})

test('a seller that asks for payment itself and a card that was read are their host, a listed one joins nobody, and a seller is of a wallet that is confirmed to be its own', async () => {
  const offer = (pay_to: string, is_gone: boolean) => ({
    ...{ host: 'shop.example', chain: 'eip155:8453', pay_to, is_gone },
  })
  const world = {
    stg_x402_bazaar__listings: [
      { host: 'shop.example' },
      { host: 'claimed.example' },
      { host: 'first.example', resource: 'https://first.example/' },
      // Its own listing left, and somebody else lists it again.
      { host: 'left.example', resource: 'https://left.example/', gone_since: '2026-03-01' },
      { host: 'left.example', resource: 'https://left.example/again' },
      { host: 'pages.example', resource: 'https://pages.example/' },
    ],
    raw_shared_hosts: [{ host: 'pages.example' }],
    int_hosts__proofs: [
      { record_id: 'x402_bazaar:shop.example', host: 'shop.example', how: 'quote' },
      { record_id: 'a2a_cards:card.example', host: 'card.example', how: 'card' },
    ],
    stg_x402_bazaar__offers: [offer('0xnow', false), offer('0xthen', true), offer('0xstranger', false)],
    int_operators__payment_requests: [
      ...['0xnow', '0xthen', '0xstranger'].map((operator) => ({
        ...{ chain: 'eip155:8453', host: 'shop.example', operator },
        is_confirmed: operator !== '0xstranger',
      })),
      { chain: 'eip155:8453', host: 'claimed.example', operator: '0xstranger', is_confirmed: false },
      // They were in the feed at its first read.
      ...['first', 'left', 'pages'].map((name) => ({
        ...{ chain: 'eip155:8453', host: `${name}.example`, resource: `https://${name}.example/` },
        ...{ operator: `0x${name}`, is_confirmed: true },
      })),
    ],
    stg_endpoint_probes__cards: [
      { host: 'card.example', last_ok_at: '2026-03-01' },
      { host: 'silent.example', last_ok_at: null },
    ],
  }
  expect(await claimed(world)).toEqual([
    'a2a_cards | a2a_cards:card.example is of domain:card.example',
    'a2a_cards | a2a_cards:card.example is origin:https://card.example',
    'x402_bazaar | x402_bazaar:claimed.example is of domain:claimed.example',
    'x402_bazaar | x402_bazaar:first.example is of domain:first.example',
    'x402_bazaar | x402_bazaar:first.example is origin:https://first.example',
    'x402_bazaar | x402_bazaar:left.example is of domain:left.example',
    'x402_bazaar | x402_bazaar:pages.example is of domain:pages.example',
    'x402_bazaar | x402_bazaar:shop.example is of domain:shop.example',
    'x402_bazaar | x402_bazaar:shop.example is of wallet:eip155:8453/0xnow',
    'x402_bazaar | x402_bazaar:shop.example is origin:https://shop.example',
  ])
})

test('an entry of the catalogue is itself and what it is said to be the same as, and of its organisation', async () => {
  const world = {
    stg_catalog__families: [
      { id: 'klode', organization: 'sample' },
      { id: 'alone', organization: null },
    ],
    stg_catalog__developers: [{ id: 'sample' }],
    raw_catalog_same_as: [{ developer: 'sample', key: 'mcp:org.sample/tool' }],
    int_accounts__proofs: [{ record_id: 'catalog:developer/sample', account: 'sample-org' }],
    stg_coingecko_ai_agents__tokens: [{ id: 'coin' }],
  }
  expect(await claimed(world)).toEqual([
    'catalog | catalog:developer/sample is developer:sample',
    'catalog | catalog:developer/sample is mcp:org.sample/tool',
    'catalog | catalog:developer/sample is of account:github.com/sample-org',
    'catalog | catalog:developer/sample is of organization:sample',
    'catalog | catalog:family/alone is family:alone',
    'catalog | catalog:family/klode is family:klode',
    'catalog | catalog:family/klode is of organization:sample',
    'coingecko_ai_agents | coingecko_ai_agents:coin is token:coingecko/coin',
  ])
})

test('a key that is claimed both ways is strong', async () => {
  const world = {
    raw_catalog_same_as: [{ developer: 'sample', key: 'account:github.com/sample' }],
    int_accounts__proofs: [{ record_id: 'catalog:developer/sample', account: 'sample' }],
  }
  expect(await claimed(world)).toEqual(['catalog | catalog:developer/sample is account:github.com/sample'])
})
