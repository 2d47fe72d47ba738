import { expect, test } from 'vitest'
import { readValues, rowsFrom, toGivenTables } from './given_tables.ts'

const GITHUB = `repository full_name repository_id:bigint owner_id:bigint is_found:boolean observed_on:date`
const TABLES = {
  observed_github: GITHUB,
  stg_github__repositories: GITHUB,
  stg_mcp_registry__servers: `name published_at:timestamp repository repository_owner repository_subfolder
    departed_on:date first_seen_on:date`,
  raw_catalog_accounts: 'developer account',
  stg_catalog__developers: 'id website',
  stg_endpoint_probes__cards: 'host last_ok_at:timestamp',
  stg_x402_bazaar__listings: 'host gone_since:date',
  stg_endpoint_probes__sellers: 'host',
  raw_shared_hosts: 'host',
  int_erc8004_agents__hosts: 'agent_key host is_proven:boolean is_only:boolean is_paid:boolean',
}

type World = Partial<Record<keyof typeof TABLES, object[]>>

const CATALOGUE: World = {
  raw_catalog_accounts: ['Maple', 'maple-labs'].map((account) => ({ developer: 'maple', account })),
  stg_catalog__developers: [{ id: 'maple', website: 'https://www.maple.example' }],
}

const server = (name: string, day = 1, repository: string | null = null) => ({
  ...{ name, repository, repository_owner: repository?.split('/')[0], repository_subfolder: '' },
  ...{ published_at: `2026-03-0${day} 12:00:00`, first_seen_on: '2026-03-01' },
})

const answer = (day: number, asked: string, answered: string, repository_id: number, owner_id: number) => ({
  ...{ repository: asked, full_name: answered, repository_id, owner_id },
  ...{ is_found: true, observed_on: `2026-03-0${day}` },
})

/** The proven accounts of records. */
const proven = (world: World): Promise<string[]> =>
  readValues(
    toGivenTables(TABLES, { ...CATALOGUE, ...world }),
    'int_accounts__proofs',
    "record_id || ' ' || account",
  )

const OF_CATALOGUE = ['maple', 'maple-labs'].map((account) => `catalog:developer/maple ${account}`)

test('an account is proven by signing in to it, by the catalogue, and by the very domain of the catalogue', async () => {
  const names = [
    'io.github.Maple/a',
    'example.maple/b',
    'com.maple/c',
    'dev.maple-labs/d',
    'example.maple.api/e',
  ]
  expect(await proven({ stg_mcp_registry__servers: names.map((name) => server(name)) })).toEqual([
    ...OF_CATALOGUE,
    'mcp_registry:example.maple/b maple',
    'mcp_registry:example.maple/b maple-labs',
    'mcp_registry:io.github.Maple/a maple',
  ])
})

test('a card or a shop on a domain of the catalogue is that of its host, and no account', async () => {
  const host = 'maple.example'
  const world: World = {
    stg_endpoint_probes__cards: [{ host, last_ok_at: '2026-03-01' }],
    stg_x402_bazaar__listings: [{ host }],
    stg_endpoint_probes__sellers: [{ host }],
  }
  expect(await proven(world)).toEqual(OF_CATALOGUE)
})

test('what was published before an account changed hands proves nothing, and nothing a name of the catalogue that did', async () => {
  const renamed = [answer(1, 'maple/kit', 'Maple/kit', 7, 1), answer(5, 'maple/kit', 'acer/kit', 7, 1)]
  const world: World = {
    observed_github: renamed,
    stg_mcp_registry__servers: [
      server('io.github.maple/before', 4),
      server('io.github.maple/then', 5),
      server('io.github.maple/since', 6),
      server('example.maple/domain', 6),
    ],
  }
  expect(await proven(world)).toEqual([
    'catalog:developer/maple maple-labs',
    'mcp_registry:example.maple/domain maple-labs',
    'mcp_registry:io.github.maple/since maple',
  ])
})

/** The servers credited with a repository, as `server repository`. */
const credited = async (world: World): Promise<string[]> => {
  const given = toGivenTables(TABLES, { ...CATALOGUE, ...world })
  const sql = "select name || ' ' || repository as found from int_mcp_server__repositories order by all"
  const rows = await rowsFrom<{ found: string }>(given, ['int_mcp_server__repositories'], sql)
  return rows.map(({ found }) => found)
}

test('who registers the name that a renamed account left has none of its repositories', async () => {
  const listed = server('io.github.ash/tool', 1, 'ash/tool')
  const moved = answer(2, 'ash/tool', 'elm/tool', 7, 1)
  const held = answer(1, 'ash/tool', 'ash/tool', 7, 1)
  const world = (now: object, seen: object[], more: object[] = []): World => ({
    stg_github__repositories: [now],
    observed_github: seen,
    stg_mcp_registry__servers: [listed, ...more],
  })
  expect(await credited(world(held, [held]))).toEqual(['io.github.ash/tool ash/tool'])
  expect(await credited(world(moved, [moved]))).toEqual([])
  // Its owner publishes it under his new name, and it is his.
  const republished = server('io.github.elm/tool', 2, 'elm/tool')
  expect(await credited(world(moved, [held, moved], [republished]))).toEqual(['io.github.elm/tool elm/tool'])
  // Somebody else makes a repository under the old name: what was published before is not his.
  const taken = answer(3, 'ash/tool', 'ash/tool', 9, 2)
  expect(await credited(world(taken, [held, moved, taken]))).toEqual([])
})

test('a bought domain with the name of an account has none of its repositories, the very domain of the catalogue has', async () => {
  const names = ['dev.maple/tool', 'com.maple-labs/tool', 'example.maple/tool']
  const servers = names.map((name) => server(name, 1, name.includes('labs') ? 'maple-labs/kit' : 'maple/kit'))
  expect(await credited({ stg_mcp_registry__servers: servers })).toEqual(['example.maple/tool maple/kit'])
})
