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
      'response_sha256',
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

const lists = (name: string, registry: string, identifier: string) => ({
  ...{ name, status: 'active', observed_on: '2026-03-31' },
  packages: [{ registry, identifier }],
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
    int_accounts__proven: none('record_id', 'account'),
    int_server_repositories__credited: none('name', 'repository_owner'),
    int_records__bound: {
      columns: { record_id: 'VARCHAR', handle: 'VARCHAR' },
      rows: servers.map(({ name }) => ({ record_id: `mcp_registry:${name}`, handle: name })),
    },
  }
}

test('Foo and foo on npm are two packages, each with its own downloads', async () => {
  const servers = [lists('capital', 'npm', 'Foo@1.2.0'), lists('small', 'npm', 'foo')]
  const db = await buildFrom(given(servers, [counted('Foo', 700), counted('foo', 5)], []), [
    'int_packages__downloaded',
  ])
  expect(await db.rows('select handle, item, value from int_packages__downloaded order by handle')).toEqual([
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
  const db = await buildFrom(given(servers, [], [counted('foo-bar', 60)]), ['int_packages__downloaded'])
  expect(await db.rows('select handle, item, value from int_packages__downloaded order by handle')).toEqual(
    ['a', 'b', 'c'].map((handle) => ({ handle, item: 'foo-bar', value: 20 })),
  )
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
