import { expect, test } from 'vitest'
import { toGivenTables } from './given_tables.ts'
import { noon, PROVENANCE, provenance, readInputs } from './inputs_given.ts'

const SERVER = {
  int_records__handles: 'record_id handle',
  stg_mcp_registry__servers: `name updated_at:timestamp departed_on:date ${PROVENANCE}`,
  stg_mcp_registry__first_versions: `name published_at:timestamp ${PROVENANCE}`,
  int_github_accounts__transfers: 'account changed_on:date',
  int_mcp_server__own_repositories: 'name repository shared_by:bigint',
  int_repositories__aliases: `repository full_name is_newest:boolean stars:bigint forks:bigint pushed_at:timestamp ${PROVENANCE}`,
  int_mcp_server__lasting_counts: `name key value:bigint ${PROVENANCE}`,
  int_agents__package_downloads: `handle category key item value:double value_at:timestamp ${PROVENANCE}`,
}

const NAMES = ['s1', 's2', 'gone']

const server = (rows: Partial<Record<keyof typeof SERVER, object[]>>): Promise<string[]> =>
  readInputs(
    toGivenTables(SERVER, {
      int_records__handles: NAMES.map((name) => ({
        record_id: `mcp_registry:${name}`,
        handle: `of-${name}`,
      })),
      stg_mcp_registry__servers: NAMES.map((name) => ({
        ...{ name, updated_at: noon(9), departed_on: name === 'gone' ? '2026-03-01' : null },
        ...provenance(2),
      })),
      ...rows,
    }),
    'int_mcp_server__signal_inputs',
  )

test('a server counts its latest update and its first version, until it departs', async () => {
  const stg_mcp_registry__first_versions = NAMES.map((name) => ({
    ...{ name, published_at: noon(1) },
    ...provenance(1),
  }))
  expect(await server({ stg_mcp_registry__first_versions })).toEqual(
    ['s1', 's2'].flatMap((name) => [
      `of-${name} registry_published_at ${name} = 2026-03-01, from 1`,
      `of-${name} registry_updated_at ${name} = 2026-03-09, from 2`,
    ]),
  )
})

test('servers share the stars and forks of their own repository; downloads count by registry and together', async () => {
  const repository = { repository: 'known/mcp', full_name: 'Known/mcp', stars: 10, forks: 21 }
  const npm = { handle: 'of-s1', key: 'npm_downloads', value: 7, ...provenance(6) }
  const rows = await server({
    int_mcp_server__own_repositories: ['s1', 's2'].map((name) => ({
      ...{ name, repository: 'known/mcp', shared_by: 2 },
    })),
    int_repositories__aliases: [{ ...repository, is_newest: true, pushed_at: noon(8), ...provenance(5) }],
    int_mcp_server__lasting_counts: ['s1', 's2'].flatMap((name) => [
      { name, key: 'github_stars_lasting', value: 9, ...provenance(3) },
      { name, key: 'github_forks_lasting', value: 20, ...provenance(4) },
    ]),
    int_agents__package_downloads: [
      { ...npm, category: 'mcp_server', item: 'served' },
      { ...npm, category: 'mcp_server', item: 'served', key: 'pypi_downloads', value: 5, ...provenance(7) },
      { ...npm, category: 'developer', item: 'own' },
    ],
  })
  expect(rows.filter((row) => row.startsWith('of-s1') && !row.endsWith('from 2'))).toEqual([
    'of-s1 github_forks Known/mcp = 10.5, from 5',
    'of-s1 github_forks_lasting Known/mcp = 10, from 4',
    'of-s1 github_pushed_at Known/mcp = 2026-03-08, from 5',
    'of-s1 github_stars Known/mcp = 5, from 5',
    'of-s1 github_stars_lasting Known/mcp = 4.5, from 3',
    'of-s1 npm_downloads served = 7, from 6',
    'of-s1 package_downloads npm:served = 7, from 6',
    'of-s1 package_downloads pypi:served = 5, from 7',
    'of-s1 pypi_downloads served = 5, from 7',
  ])
})

const TOKEN = {
  int_records__handles: 'record_id handle',
  stg_coingecko_ai_agents__tokens: `id market_cap:double volume:double gone_since:date ${PROVENANCE}
    traded_at:timestamp traded_observed_at traded_source_url traded_response_sha256`,
  stg_defillama__protocols: `slug gecko_id tvl:double listed_at:timestamp gone_since:date ${PROVENANCE}`,
}

test('a token has its quote, its latest trade and what its protocols hold, until each is gone', async () => {
  const ids = ['traded', 'still', 'gone']
  const traded = {
    traded_at: noon(8),
    traded_observed_at: provenance(9).observed_at,
    traded_source_url: provenance(9).source_url,
    traded_response_sha256: provenance(9).response_sha256,
  }
  const token = (id: string, n: number) => ({ id, market_cap: 1000 * n, volume: n, ...provenance(n) })
  const protocol = (slug: string, gecko_id: string, n: number) => ({
    ...{ slug, gecko_id, tvl: n, listed_at: noon(n) },
    ...provenance(n),
  })
  const given = toGivenTables(TOKEN, {
    int_records__handles: ids.map((id) => ({ record_id: `coingecko_ai_agents:${id}`, handle: id })),
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
  expect(await readInputs(given, 'int_tokenized__signal_inputs')).toEqual([
    'still token_market_cap still = 2000, from 2',
    'still token_volume still = 2, from 2',
    'traded token_market_cap traded = 1000, from 1',
    'traded token_protocol_listed_at vault = 2026-03-04, from 4',
    'traded token_traded_at traded = 2026-03-08, from 9',
    'traded token_tvl vault = 4, from 4',
    'traded token_volume traded = 1, from 1',
  ])
})
