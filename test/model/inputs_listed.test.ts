import { expect, test } from 'vitest'
import { tablesOf } from './given_tables.ts'
import { inputsOf, noon, PROVENANCE, seen } from './inputs_given.ts'

const SERVER = {
  int_records__bound: 'record_id handle',
  stg_mcp_registry__servers: `name title description website_url repository_url packages:json remotes:json
    published_at:timestamp updated_at:timestamp departed_on:date ${PROVENANCE}`,
  int_server_repositories__credited: 'name repository',
  stg_github__repositories: `repository full_name stars:bigint forks:bigint pushed_at:timestamp ${PROVENANCE}`,
  int_packages__downloaded: `handle category key item value:double value_at:timestamp ${PROVENANCE}`,
}

const LISTED = { packages: [{}, {}], remotes: [{}], published_at: noon(1), updated_at: noon(2) }
const NAMES = ['s1', 's2', 's3', 'gone']

const server = (rows: Partial<Record<keyof typeof SERVER, object[]>>): Promise<string[]> =>
  inputsOf(
    tablesOf(SERVER, {
      int_records__bound: NAMES.map((name) => ({ record_id: `mcp_registry:${name}`, handle: `of-${name}` })),
      ...rows,
    }),
    'int_mcp_server__signal_inputs',
  )

test('a server counts its dates, its channels and the fields that it fills in, until it departs', async () => {
  const fields = { title: 'T', description: 'D', website_url: 'W', repository_url: 'R' }
  expect(
    await server({
      stg_mcp_registry__servers: [
        { name: 's1', ...LISTED, ...fields, ...seen(1) },
        { name: 'gone', ...LISTED, ...fields, departed_on: '2026-03-01', ...seen(2) },
      ],
    }),
  ).toEqual([
    'of-s1 distribution_channels s1 = 3, from 1',
    'of-s1 metadata_fields s1 = 4, from 1',
    'of-s1 registry_published_at s1 = 2026-03-01, from 1',
    'of-s1 registry_updated_at s1 = 2026-03-02, from 1',
  ])
})

test('present servers of one repository share its stars and forks, and packages of servers count for them', async () => {
  const repository = { repository: 'known/tools', full_name: 'Known/tools', stars: 10, forks: 20 }
  const downloads = { handle: 'of-s1', key: 'npm_downloads', value: 7, ...seen(6) }
  const rows = await server({
    stg_mcp_registry__servers: NAMES.map((name) => ({
      ...{ name, ...LISTED, departed_on: name === 'gone' ? '2026-03-01' : null },
      ...seen(1),
    })),
    int_server_repositories__credited: NAMES.map((name) => ({ name, repository: 'known/tools' })),
    stg_github__repositories: [{ ...repository, pushed_at: noon(9), ...seen(5) }],
    int_packages__downloaded: [
      { ...downloads, category: 'mcp_server', item: 'served' },
      { ...downloads, category: 'developer', item: 'own' },
    ],
  })
  expect(rows.filter((row) => row.startsWith('of-s1') && !row.endsWith('from 1'))).toEqual([
    'of-s1 github_forks Known/tools = 6.67, from 5',
    'of-s1 github_pushed_at Known/tools = 2026-03-09, from 5',
    'of-s1 github_stars Known/tools = 3.33, from 5',
    'of-s1 npm_downloads served = 7, from 6',
  ])
})

const TOKEN = {
  int_records__bound: 'record_id handle',
  stg_coingecko_ai_agents__tokens: `id market_cap:double volume:double gone_since:date ${PROVENANCE}
    traded_at:timestamp traded_observed_at traded_source_url traded_response_sha256`,
  stg_defillama__protocols: `slug gecko_id tvl:double listed_at:timestamp gone_since:date ${PROVENANCE}`,
}

test('a token has its quote, its latest trade and what its protocols hold, until each is gone', async () => {
  const ids = ['traded', 'still', 'gone']
  const traded = {
    traded_at: noon(8),
    traded_observed_at: seen(9).observed_at,
    traded_source_url: seen(9).source_url,
    traded_response_sha256: seen(9).response_sha256,
  }
  const token = (id: string, n: number) => ({ id, market_cap: 1000 * n, volume: n, ...seen(n) })
  const protocol = (slug: string, gecko_id: string, n: number) => ({
    ...{ slug, gecko_id, tvl: n, listed_at: noon(n) },
    ...seen(n),
  })
  const given = tablesOf(TOKEN, {
    int_records__bound: ids.map((id) => ({ record_id: `coingecko_ai_agents:${id}`, handle: id })),
    stg_coingecko_ai_agents__tokens: [
      { ...token('traded', 1), ...traded },
      token('still', 2),
      { ...token('gone', 3), ...traded, gone_since: '2026-03-01' },
    ],
    stg_defillama__protocols: [
      protocol('vault', 'traded', 4),
      { ...protocol('closed', 'traded', 5), gone_since: '2026-03-01' },
      protocol('other', 'gone', 6),
    ],
  })
  expect(await inputsOf(given, 'int_tokenized__signal_inputs')).toEqual([
    'still token_market_cap still = 2000, from 2',
    'still token_volume still = 2, from 2',
    'traded token_market_cap traded = 1000, from 1',
    'traded token_protocol_listed_at vault = 2026-03-04, from 4',
    'traded token_traded_at traded = 2026-03-08, from 9',
    'traded token_tvl vault = 4, from 4',
    'traded token_volume traded = 1, from 1',
  ])
})
