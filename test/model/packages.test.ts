import { expect, test } from 'vitest'
import { buildFrom, type Given } from './sql_harness.ts'

const SERVED = {
  name: 'VARCHAR',
  status: 'VARCHAR',
  packages: 'JSON',
  ...Object.fromEntries(
    [
      ...[
        'title',
        'description',
        'version',
        'published_at',
        'updated_at',
        'status_changed_at',
        'website_url',
      ],
      ...['repository_url', 'repository_subfolder', 'remotes', 'first_seen_on', 'observed_at', 'source_url'],
      ...['settings', 'response_sha256'],
    ].map((name) => [name, 'VARCHAR']),
  ),
  observed_on: 'DATE',
  gone_since: 'DATE',
}
const COUNTED = {
  package: 'VARCHAR',
  is_found: 'BOOLEAN',
  downloads: 'BIGINT',
  last_week: 'BIGINT',
  period_end: 'DATE',
  observed_on: 'DATE',
  observed_at: 'VARCHAR',
  source_url: 'VARCHAR',
  response_sha256: 'VARCHAR',
}

const lists = (name: string, registry: string, identifier: string, registry_url?: string) => ({
  ...{ name, status: 'active', observed_on: '2026-03-31' },
  // Rows from before registry addresses were read have none.
  packages: [{ registry, identifier, ...(registry_url === undefined ? {} : { registry_url }) }],
})
const counted = (name: string, count: number) => ({
  ...{ package: name, is_found: true, downloads: count, last_week: count },
})

function given(servers: ReturnType<typeof lists>[], npm: object[], pypi: object[]): Record<string, Given> {
  const none = (...names: string[]): Given => ({
    columns: Object.fromEntries(names.map((name) => [name, 'VARCHAR'])),
    rows: [],
  })
  return {
    raw_mcp_registry: { columns: SERVED, rows: servers },
    raw_npm_downloads: { columns: COUNTED, rows: npm },
    raw_pypi_downloads: { columns: COUNTED, rows: pypi },
    raw_repository_addresses: none('url', 'host', 'owner', 'repository', 'folder'),
    raw_catalog_packages: none('developer', 'registry', 'package'),
    int_accounts__proofs: none('record_id', 'account'),
    int_mcp_server__repositories: none('name', 'repository_owner'),
    int_records__handles: {
      columns: { record_id: 'VARCHAR', handle: 'VARCHAR' },
      rows: servers.map(({ name }) => ({ record_id: `mcp_registry:${name}`, handle: name })),
    },
  }
}

test('Foo and foo on npm are two packages, each with its own downloads', async () => {
  const servers = [lists('capital', 'npm', 'Foo@1.2.0'), lists('small', 'npm', 'foo')]
  const db = await buildFrom(given(servers, [counted('Foo', 700), counted('foo', 5)], []), [
    'int_agents__package_downloads',
  ])
  expect(
    await db.rows('select handle, item, value from int_agents__package_downloads order by handle'),
  ).toEqual([
    { handle: 'capital', item: 'Foo', value: 700 },
    { handle: 'small', item: 'foo', value: 5 },
  ])
  expect(
    await db.rows('select package from stg_npm_downloads__packages group by package having count(*) > 1'),
  ).toEqual([])
  db.close()
})

test('Foo_Bar, foo.bar and foo-bar on PyPI are one package, whose downloads are shared', async () => {
  const servers = [
    lists('a', 'pypi', 'Foo_Bar==2.0'),
    lists('b', 'PyPI', 'foo.bar'),
    lists('c', 'pypi', 'foo-bar@1.0'),
  ]
  const db = await buildFrom(given(servers, [], [counted('foo-bar', 60)]), ['int_agents__package_downloads'])
  expect(
    await db.rows('select handle, item, value from int_agents__package_downloads order by handle'),
  ).toEqual(['a', 'b', 'c'].map((handle) => ({ handle, item: 'foo-bar', value: 20 })))
  db.close()
})

test.each([
  ['registry.example/Sample/weather:1.2.0', 'registry.example/sample/weather'],
  ['sample/weather@sha256:00ff', 'sample/weather'],
  ['https://sample.example/weather.mcpb', 'https://sample.example/weather.mcpb'],
])('elsewhere %s is %s, by neither case nor version', async (identifier, name) => {
  const db = await buildFrom(given([lists('a', 'oci', identifier)], [], []), ['stg_mcp_registry__packages'])
  expect(await db.rows('select registry, package from stg_mcp_registry__packages')).toEqual([
    { registry: 'oci', package: name },
  ])
  db.close()
})

test('a package of another registry gets no downloads of the public one and takes none away', async () => {
  const servers = [
    lists('honest', 'npm', 'tool', 'https://registry.npmjs.org'),
    lists('evil', 'npm', 'tool', 'https://npm.evil.example'),
    lists('evil-too', 'pypi', 'tool', 'https://pypi.evil.example/simple'),
    lists('plain', 'pypi', 'tool', 'https://pypi.org'),
  ]
  const db = await buildFrom(given(servers, [counted('tool', 70)], [counted('tool', 9)]), [
    'int_agents__package_downloads',
  ])
  expect(await db.rows('select handle, value from int_agents__package_downloads order by handle')).toEqual([
    { handle: 'honest', value: 70 },
    { handle: 'plain', value: 9 },
  ])
  db.close()
})

test.each([
  ['oci', 'acme/tool:1', 'https://docker.io', 'acme/tool'],
  ['oci', 'acme/tool:1', 'https://ghcr.io', 'ghcr.io/acme/tool'],
  ['oci', 'ghcr.io/acme/tool:1', 'https://ghcr.io', 'ghcr.io/acme/tool'],
  ['oci', 'ghcr.io/acme/tool:1', undefined, 'ghcr.io/acme/tool'],
  ['oci', 'ghcr.io/acme/tool:1', 'https://registry.evil.example', null],
  ['oci', 'acme/tool', 'https://ghcr.io/other', null],
  ['nuget', 'Tool', 'https://api.nuget.org/v3/index.json', 'tool'],
  ['nuget', 'Tool', 'https://nuget.evil.example/v3/index.json', null],
  ['mcpb', 'https://github.com/a/b/tool.mcpb', 'https://github.com', 'https://github.com/a/b/tool.mcpb'],
  ['own', 'tool', 'https://own.example', null],
])('of %s %s in %s is %s', async (registry, identifier, address, name) => {
  const db = await buildFrom(given([lists('a', registry, identifier, address)], [], []), [
    'stg_mcp_registry__packages',
  ])
  expect(await db.rows('select package from stg_mcp_registry__packages')).toEqual(
    name === null ? [] : [{ package: name }],
  )
  db.close()
})
