import { expect, test } from 'vitest'
import { rowsFrom, toGivenTables } from './given_tables.ts'
import { PROVENANCE, provenance, readInputs } from './inputs_given.ts'
import type { Given } from './sql_harness.ts'

const every = (given: Record<string, Given>, model: string): Promise<object[]> =>
  rowsFrom(given, [model], `select * from ${model} order by all`)

test('a repository is a server’s own where the account that has it now is proven to be the server’s', async () => {
  const on = (day: number) => `2026-03-${String(day).padStart(2, '0')}`
  const servers: [name: string, repository: string, accounts: string[]][] = [
    ['unread', 'alder/unread', ['alder']],
    ['read', 'alder/read', ['alder']],
    ['renamed', 'alder/old', ['alder']],
    ['followed', 'birch/read', ['alder']],
    ['lost', 'alder/given', ['alder']],
    ['stale', 'alder/stale', ['alder']],
    ['of-domain', 'alder/read', []],
    ['of-other', 'birch/unread', ['alder']],
  ]
  const answered = (asked: string, repository: string, observed_on = on(9)) => ({
    ...{ asked, repository, owner: repository.split('/')[0], observed_on },
  })
  const given = toGivenTables(
    {
      stg_mcp_registry__servers: 'name repository repository_owner repository_subfolder first_seen_on:date',
      int_repositories__aliases: 'asked repository owner observed_on:date',
      int_accounts__proofs: 'record_id account',
    },
    {
      stg_mcp_registry__servers: [
        ...servers.map(([name, repository]) => ({
          ...{ name, repository, repository_owner: repository.split('/')[0], first_seen_on: on(9) },
        })),
        { name: 'none', repository_owner: 'alder', first_seen_on: on(9) },
      ],
      int_repositories__aliases: [
        answered('alder/read', 'alder/read'),
        answered('alder/old', 'alder/new'),
        answered('birch/read', 'alder/read'),
        answered('alder/given', 'mallow/given'),
        answered('alder/stale', 'alder/stale', on(8)),
      ],
      int_accounts__proofs: [...servers, ['none', '', ['alder']] as const].flatMap(([name, , accounts]) =>
        accounts.map((account) => ({ record_id: `mcp_registry:${name}`, account })),
      ),
    },
  )
  const rows = (await every(given, 'int_mcp_server__repositories')) as Record<string, string>[]
  expect(
    rows.map(({ name, repository, repository_owner }) => `${name} ${repository} ${repository_owner}`),
  ).toEqual([
    'followed alder/read alder',
    'read alder/read alder',
    'renamed alder/new alder',
    'unread alder/unread alder',
  ])
})

test('services on the proven domain of a present server share its repository', async () => {
  const names = ['com.alder/tool', 'com.gone/tool', 'io.github.alder/x']
  const on = (handle: string, host: string, how = 'proven') => ({ handle, host, how })
  const given = toGivenTables(
    {
      int_mcp_server__repositories: 'name repository',
      stg_mcp_registry__servers: 'name departed_on:date',
      int_agents__hosts: 'handle host how',
      int_agents__profiles: 'handle primary_category secondary_categories:varchar[]',
    },
    {
      int_mcp_server__repositories: names.map((name) => ({ name, repository: `of ${name}` })),
      stg_mcp_registry__servers: names.map((name) => ({
        ...{ name, departed_on: name === 'com.gone/tool' ? '2026-03-01' : null },
      })),
      int_agents__hosts: [
        on('service', 'api.alder.com'),
        on('service', 'www.alder.com'),
        on('service', 'gone.com'),
        on('service', 'alder.github.io'),
        on('second', 'alder.com'),
        on('unproven', 'alder.com', 'declared'),
        on('server', 'alder.com'),
      ],
      int_agents__profiles: ['service', 'second', 'unproven', 'server'].map((handle) => ({
        handle,
        primary_category: handle === 'service' || handle === 'unproven' ? 'service' : 'mcp_server',
        secondary_categories: handle === 'second' ? ['service'] : [],
      })),
    },
  )
  expect(await every(given, 'int_service__repositories')).toEqual([
    { handle: 'second', repository: 'of com.alder/tool', agents: 2 },
    { handle: 'service', repository: 'of com.alder/tool', agents: 2 },
  ])
})

test('agents that list a package share it once each, and a developer has all of it', async () => {
  const lists = (name: string, is_departed = false) => ({
    ...{ registry: 'npm', package: 'tool', name, is_departed },
  })
  const bound = { 's/1': 'server', 's/2': 'server', 's/3': 'other', 's/4': 'past' }
  const given = toGivenTables(
    {
      stg_mcp_registry__packages: 'registry package name is_departed:boolean',
      int_records__handles: 'record_id handle',
      raw_catalog_packages: 'developer registry package',
      int_accounts__proofs: 'record_id account',
      int_mcp_server__repositories: 'name repository_owner',
      stg_npm_downloads__packages: `package downloads:bigint ${PROVENANCE}`,
      stg_pypi_downloads__packages: `package downloads:bigint ${PROVENANCE}`,
    },
    {
      stg_mcp_registry__packages: [lists('s/1'), lists('s/2'), lists('s/3'), lists('s/4', true)],
      int_records__handles: [
        ...Object.entries(bound).map(([name, handle]) => ({ record_id: `mcp_registry:${name}`, handle })),
        { record_id: 'catalog:developer/known', handle: 'known' },
      ],
      raw_catalog_packages: [{ developer: 'known', registry: 'pypi', package: 'tool' }],
      int_accounts__proofs: ['catalog:developer/known', 'mcp_registry:s/3'].map((record_id) => ({
        ...{ record_id, account: 'known' },
      })),
      int_mcp_server__repositories: [{ name: 's/3', repository_owner: 'known' }],
      stg_npm_downloads__packages: [{ package: 'tool', downloads: 7, ...provenance(1) }],
      stg_pypi_downloads__packages: [{ package: 'tool', downloads: 5, ...provenance(2) }],
    },
  )
  expect(await every(given, 'int_agents__packages')).toEqual([
    { handle: 'known', registry: 'npm', package: 'tool', category: 'developer', shared_by: 1 },
    { handle: 'known', registry: 'pypi', package: 'tool', category: 'developer', shared_by: 1 },
    { handle: 'other', registry: 'npm', package: 'tool', category: 'mcp_server', shared_by: 2 },
    { handle: 'server', registry: 'npm', package: 'tool', category: 'mcp_server', shared_by: 2 },
  ])
  expect(await readInputs(given, 'int_agents__package_downloads')).toEqual([
    'known npm_downloads tool = 7, from 1',
    'known pypi_downloads tool = 5, from 2',
    'other npm_downloads tool = 3.5, from 1',
    'server npm_downloads tool = 3.5, from 1',
  ])
})

test('a share of downloads is rounded to two digits', async () => {
  const given = toGivenTables(
    {
      int_agents__packages: 'handle registry package category shared_by:bigint',
      stg_npm_downloads__packages: `package downloads:bigint ${PROVENANCE}`,
      stg_pypi_downloads__packages: `package downloads:bigint ${PROVENANCE}`,
    },
    {
      int_agents__packages: [{ handle: 'a', registry: 'npm', package: 'tool', shared_by: 3 }],
      stg_npm_downloads__packages: [{ package: 'tool', downloads: 20, ...provenance(1) }],
    },
  )
  expect(await readInputs(given, 'int_agents__package_downloads')).toEqual([
    'a npm_downloads tool = 6.67, from 1',
  ])
})

test('feedback counts but from who owns, owned or signed, reviewers for hire and rings around one owner', async () => {
  const agents = Array.from({ length: 21 }, (_, n) => ({ agent_key: `k${n}`, owner: n < 5 ? 'x' : 'y' }))
  const about = (client: string, keys: number[]) => keys.map((n) => ({ agent_key: `k${n}`, client }))
  const upTo = (count: number) => Array.from({ length: count }, (_, n) => n)
  const given = toGivenTables(
    {
      stg_erc8004_reputation__feedback: 'agent_key client',
      stg_erc8004_identity__registrations: 'agent_key owner',
      stg_erc8004_identity__events: 'agent_key account',
      stg_erc8004_identity__wallets: 'agent_key wallet is_signed:boolean',
    },
    {
      stg_erc8004_reputation__feedback: [
        ...about('once', [0, 0]),
        ...about('x', [0, 5]),
        ...about('four', upTo(4)),
        ...about('ring', upTo(5)),
        ...about('two-owners', [0, 1, 2, 3, 5]),
        ...about('former', [0, 1]),
        ...about('signer', [0, 1]),
        ...about('named', [0]),
        ...about('busy', upTo(20)),
        ...about('for-hire', upTo(21)),
      ],
      stg_erc8004_identity__registrations: agents,
      stg_erc8004_identity__events: [{ agent_key: 'k0', account: 'former' }, { agent_key: 'k0' }],
      stg_erc8004_identity__wallets: [
        { agent_key: 'k0', wallet: 'signer', is_signed: true },
        { agent_key: 'k0', wallet: 'named', is_signed: false },
      ],
    },
  )
  const rows = await rowsFrom(
    given,
    ['int_feedback__independent_clients'],
    'select client, count(*) as agents from int_feedback__independent_clients group by client order by client',
  )
  expect(rows).toEqual([
    { client: 'busy', agents: 20 },
    { client: 'former', agents: 1 },
    { client: 'four', agents: 4 },
    { client: 'named', agents: 1 },
    { client: 'once', agents: 1 },
    { client: 'signer', agents: 1 },
    { client: 'two-owners', agents: 5 },
    { client: 'x', agents: 1 },
  ])
})
