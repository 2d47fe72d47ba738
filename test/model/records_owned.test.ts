import { expect, test } from 'vitest'
import { readValues, toGivenTables } from './given_tables.ts'

const TABLES = {
  int_trust__original_owners: 'agent_key owner',
  stg_erc8004_identity__wallets: 'agent_key wallet is_signed:boolean',
  stg_erc8004_files__files: 'agent_key name',
  int_erc8004_agents__hosts: 'agent_key host',
  stg_mcp_registry__servers: 'name title repository repository_subfolder departed_on:date',
  stg_endpoint_probes__cards: 'host name url last_ok_at:timestamp',
  int_accounts__proofs: 'record_id account',
  int_hosts__proofs: 'record_id host how',
}

type World = Partial<Record<keyof typeof TABLES, object[]>>

const owned = (world: World): Promise<string[]> =>
  readValues(toGivenTables(TABLES, world), 'int_records__owner_keys', "record_id || ' ' || key")

/** Registrations that stay with their creator: id, owner, name and the hosts in the file. */
function registrations(...made: [id: string, owner: string, name: string | null, ...hosts: string[]][]) {
  return {
    int_trust__original_owners: made.map(([agent_key, owner]) => ({ agent_key, owner })),
    stg_erc8004_files__files: made.map(([agent_key, , name]) => ({ agent_key, name })),
    int_erc8004_agents__hosts: made.flatMap(([agent_key, , , ...hosts]) =>
      hosts.map((host) => ({ agent_key, host })),
    ),
  }
}

const both = (key: string, ids = ['1', '2']) => ids.map((id) => `erc8004_identity:${id} ${key}`)

test.each<[string, World, string[]]>([
  [
    'one name, however it is spelt',
    registrations(['1', '0xa', 'Oak  Tree!'], ['2', '0xa', 'oak-tree']),
    both('owned:wallet/0xa/oak tree'),
  ],
  ['two names', registrations(['1', '0xa', 'Oak One'], ['2', '0xa', 'Oak Two']), []],
  ['two owners', registrations(['1', '0xa', 'Oak'], ['2', '0xb', 'Oak']), []],
  ['no file', registrations(['1', '0xa', null], ['2', '0xa', null]), []],
  ['a name that is hardly one', registrations(['1', '0xa', 'ai'], ['2', '0xa', 'AI']), []],
  [
    'a host in common',
    registrations(['1', '0xa', 'Oak', 'oak.example'], ['2', '0xa', 'Oak', 'oak.example', 'x.example']),
    both('owned:wallet/0xa/oak'),
  ],
  [
    'a host that the other does not speak of',
    registrations(['1', '0xa', 'Oak', 'oak.example'], ['2', '0xa', 'Oak']),
    both('owned:wallet/0xa/oak'),
  ],
  ['other hosts', registrations(['1', '0xa', 'Oak', 'oak.example'], ['2', '0xa', 'Oak', 'elm.example']), []],
])('registrations of one owner are one or not: %s', async (_, world, keys) => {
  expect(await owned(world)).toEqual(keys)
})

test('a registration that was given to the owner of another is not one with it', async () => {
  const { int_trust__original_owners: kept, ...world } = registrations(
    ['1', '0xa', 'Oak'],
    ['2', '0xa', 'Oak'],
  )
  expect(await owned({ ...world, int_trust__original_owners: kept.slice(0, 1) })).toEqual([])
})

test('a wallet answers for what it signed, but not for what merely names it', async () => {
  const signed = (is_signed: boolean) => ({
    ...registrations(['1', '0xa', 'Oak'], ['2', '0xb', 'Oak']),
    stg_erc8004_identity__wallets: [{ agent_key: '2', wallet: '0xa', is_signed }],
  })
  expect(await owned(signed(true))).toEqual(both('owned:wallet/0xa/oak'))
  expect(await owned(signed(false))).toEqual([])
})

test('a wallet with many registrations, on whichever chains, answers for none', async () => {
  const of = (count: number) =>
    registrations(
      ...Array.from({ length: count }, (_, n): [string, string, string] => [`${n}`, '0xa', `Oak ${n >> 1}`]),
    )
  expect(await owned(of(5))).toHaveLength(4)
  expect(await owned(of(6))).toEqual([])
})

const server = (name: string, title: string, repository: string | null, more: object = {}) => ({
  ...{ name: `io.github.ash/${name}`, title, repository, repository_subfolder: '' },
  ...more,
})

test.each<[string, object[], number]>([
  ['numbered', [server('fetch', 'Fetch', 'ash/s'), server('fetch-2', 'fetch', 'ash/s')], 2],
  ['without code in one', [server('fetch', 'Fetch', 'ash/s'), server('Fetch', 'Fetch', null)], 2],
  ['with other code', [server('fetch', 'Fetch', 'ash/s'), server('fetch-2', 'Fetch', 'ash/t')], 0],
  [
    'in other folders',
    [
      server('fetch', 'Fetch', 'ash/s', { repository_subfolder: 'a' }),
      server('fetch-2', 'Fetch', 'ash/s', { repository_subfolder: 'b' }),
    ],
    0,
  ],
  ['with another name', [server('fetch', 'Tool', 'ash/s'), server('catch', 'Tool', 'ash/s')], 0],
  ['with another title', [server('fetch', 'One', 'ash/s'), server('fetch-2', 'Two', 'ash/s')], 0],
  [
    'of another account',
    [server('fetch', 'Fetch', 'ash/s'), server('', 'Fetch', 'ash/s', { name: 'io.github.elm/fetch' })],
    0,
  ],
  [
    'that has departed',
    [server('fetch', 'Fetch', 'ash/s'), server('fetch-2', 'Fetch', 'ash/s', { departed_on: '2026-03-01' })],
    0,
  ],
])('servers of one account are one or not: %s', async (_, stg_mcp_registry__servers, count) => {
  const signedIn = (stg_mcp_registry__servers as { name: string }[]).map(({ name }) => ({
    ...{ record_id: `mcp_registry:${name}`, account: name.split('/')[0]?.slice(10) },
  }))
  expect(await owned({ stg_mcp_registry__servers, int_accounts__proofs: signedIn })).toHaveLength(count)
  expect(await owned({ stg_mcp_registry__servers, int_accounts__proofs: signedIn.slice(1) })).toEqual([])
})

test('a server under a domain and the card that this domain serves are one by their name', async () => {
  const world = (host: string, url: string | null) => ({
    stg_mcp_registry__servers: [{ name: 'com.acme/mcp', title: 'Acme' }],
    int_hosts__proofs: [{ record_id: 'mcp_registry:com.acme/mcp', host: 'acme.com', how: 'registry' }],
    stg_endpoint_probes__cards: [{ host, name: 'ACME', url, last_ok_at: '2026-03-01' }],
  })
  expect(await owned(world('acme.com', 'https://acme.com/a2a'))).toEqual([
    'a2a_cards:acme.com owned:domain/acme.com/acme',
    'mcp_registry:com.acme/mcp owned:domain/acme.com/acme',
  ])
  expect(await owned(world('acme.com', 'https://elsewhere.example/a2a'))).toEqual([])
  expect(await owned(world('user.acme.com', null))).toEqual([])
})
