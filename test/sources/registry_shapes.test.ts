import { expect, it } from 'vitest'
import mcpRegistry from '../../pipeline/sources/mcp_registry.ts'
import { checkRow, fetchAll, selectRows } from './context.ts'
import { fakeHttp } from './recorded_http.ts'

const OFFICIAL = 'io.modelcontextprotocol.registry/official'
const META = {
  status: 'active',
  publishedAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-01-01T00:00:00Z',
  isLatest: true,
}
const REPOSITORY = 'https://github.com/sample/one'
const LONE = '\ud800'

type Fields = Record<string, unknown>

const item = (server: Fields, official: unknown = META): unknown => ({
  server: { name: 'io.sample/one', description: 'Sample', version: '1.0.0', ...server },
  _meta: { [OFFICIAL]: official },
})
const packages = (...list: unknown[]) => item({ packages: list })
const npm = { registry: 'npm', identifier: 'a', registry_url: null }

/** An item as publishers write it, the verdict on its row, and the resulting values. */
const SHAPES: [label: string, given: unknown, verdict: ReturnType<typeof checkRow>, holds: Fields][] = [
  ['plain', item({}), 'kept', { name: 'io.sample/one', version: '1.0.0', status: 'active' }],
  ['an empty repository', item({ repository: {} }), 'kept', { repository_url: null }],
  ['no repository', item({ repository: null }), 'kept', { repository_url: null }],
  [
    'a repository that is an address',
    item({ repository: REPOSITORY }),
    'kept',
    { repository_url: REPOSITORY },
  ],
  ['a repository that is a list', item({ repository: [REPOSITORY] }), 'kept', { repository_url: null }],
  [
    'a repository whose address is a number',
    item({ repository: { url: 7 } }),
    'cleaned',
    { repository_url: null },
  ],
  [
    'a repository address without end',
    item({ repository: { url: 'x'.repeat(2001) } }),
    'cleaned',
    { repository_url: null },
  ],
  [
    'a subfolder that is an object',
    item({ repository: { subfolder: {} } }),
    'cleaned',
    { repository_subfolder: null },
  ],
  [
    'a source of the repository that is a list',
    item({ repository: { source: ['github'] } }),
    'cleaned',
    { repository_source: null },
  ],
  [
    'no packages and no remotes',
    item({ packages: null, remotes: null }),
    'kept',
    { packages: [], remotes: [] },
  ],
  [
    'packages in snake case',
    packages({ registry_type: 'npm', identifier: 'a' }),
    'kept',
    { packages: [npm] },
  ],
  ['packages of the first form', packages({ registry_name: 'npm', name: 'a' }), 'kept', { packages: [npm] }],
  [
    'one odd package of two',
    packages({ registryType: 'npm', identifier: 'a' }, { registryType: 'mcpb' }),
    'cleaned',
    { packages: [npm] },
  ],
  [
    'a package that is nothing',
    packages(null, { registryType: 'npm', identifier: 'a' }),
    'cleaned',
    { packages: [npm] },
  ],
  ['a package that is a text', packages('npm:a'), 'cleaned', { packages: [] }],
  [
    'a package with a number for a name',
    packages({ registryType: 'npm', identifier: 5 }),
    'cleaned',
    { packages: [] },
  ],
  [
    'a package of another registry, as an address, in snake case and odd',
    packages(
      { registryType: 'npm', identifier: 'a', registryBaseUrl: 'https://npm.sample.example' },
      { registry_type: 'npm', identifier: 'a', registry_base_url: 'https://npm.sample.example/b' },
      { registryType: 'npm', identifier: 'a', registryBaseUrl: 7 },
      { registryType: 'npm', identifier: 'a', registryBaseUrl: 'x'.repeat(3_000) },
    ),
    'kept',
    {
      packages: ['7', 'https://npm.sample.example', 'https://npm.sample.example/b', 'x'.repeat(2_000)].map(
        (registry_url) => ({ ...npm, registry_url }),
      ),
    },
  ],
  ['packages by name', item({ packages: { npm: 'a' } }), 'cleaned', { packages: [] }],
  [
    'packages twice',
    packages(
      { registryType: 'npm', identifier: 'a', version: '2' },
      { registryType: 'npm', identifier: 'a', version: 2 },
      { registryType: 'npm', identifier: 'a', version: '2' },
    ),
    'kept',
    { packages: [{ ...npm, version: '2' }, npm] },
  ],
  [
    'a remote in snake case',
    item({ remotes: [{ transport_type: 'sse', url: 'https://a.example' }] }),
    'kept',
    { remotes: [{ type: 'sse', url: 'https://a.example' }] },
  ],
  [
    'a remote without an address',
    item({ remotes: [{ type: 'sse' }, { type: 'sse', url: 'https://a.example' }] }),
    'cleaned',
    { remotes: [{ type: 'sse', url: 'https://a.example' }] },
  ],
  ['remotes that are a text', item({ remotes: 'https://a.example' }), 'cleaned', { remotes: [] }],
  ['a description without end', item({ description: 'x'.repeat(6_000) }), 'cleaned', { description: null }],
  ['a description that is a list', item({ description: ['x'] }), 'cleaned', { description: null }],
  [
    'a description with half a character',
    item({ description: `a${LONE}` }),
    'cleaned',
    { description: null },
  ],
  ['a title that is an object', item({ title: { en: 'x' } }), 'cleaned', { title: null }],
  ['a title without end', item({ title: 'x'.repeat(1_001) }), 'cleaned', { title: null }],
  ['a version that is a number', item({ version: 1 }), 'cleaned', { version: null }],
  ['no version', item({ version: undefined }), 'kept', { version: null }],
  ['a website that is a number', item({ websiteUrl: 1 }), 'cleaned', { website_url: null }],
  [
    'a website in snake case',
    item({ website_url: 'https://a.example' }),
    'kept',
    { website_url: 'https://a.example' },
  ],
  [
    'a status at the server',
    item({ status: 'deprecated' }, { ...META, status: undefined }),
    'kept',
    { status: 'deprecated' },
  ],
  ['a status that nobody knows', item({}, { ...META, status: 'yanked' }), 'cleaned', { status: null }],
  ['no status at all', item({}, { ...META, status: null }), 'kept', { status: null }],
  [
    'what is the registry’s own in snake case',
    item({}, { status: 'active', published_at: '2026-01-01T00:00:00Z', is_latest: true }),
    'kept',
    { published_at: '2026-01-01T00:00:00Z' },
  ],
  ['nothing of the registry’s own', item({}, null), 'kept', { status: null, updated_at: null }],
  [
    'times with nine digits of a second',
    item({}, { ...META, publishedAt: '2026-01-01T00:00:00.123456789Z' }),
    'kept',
    { published_at: '2026-01-01T00:00:00.123456789Z' },
  ],
  [
    'a time without a zone',
    item({}, { ...META, updatedAt: '2026-01-01 00:00:00' }),
    'cleaned',
    { updated_at: null },
  ],
  ['a time as a number', item({}, { ...META, updatedAt: 1_767_225_600 }), 'cleaned', { updated_at: null }],
  [
    'a server without the wrapper',
    { name: 'io.sample/one', version: '1.0.0', _meta: { [OFFICIAL]: META } },
    'kept',
    { name: 'io.sample/one' },
  ],
  [
    'a name with underscores and dots',
    item({ name: 'io.github.Sample_Owner/x.y_z-1' }),
    'kept',
    { name: 'io.github.Sample_Owner/x.y_z-1' },
  ],
  ['fields that nobody knows', item({ icons: [{}], $schema: '' }), 'kept', { name: 'io.sample/one' }],
  [
    'a status message that is an object',
    item({}, { ...META, statusMessage: {} }),
    'cleaned',
    { status_message: null },
  ],
  ['a name with two slashes', item({ name: 'io.sample/a/b' }), 'quarantined', {}],
  ['a name that is a number', item({ name: 5 }), 'quarantined', {}],
  ['no name', item({ name: undefined }), 'quarantined', {}],
  ['no object', 'io.sample/one', 'quarantined', {}],
]

it.each(SHAPES)('of %s the row is judged by its key alone', async (_, given, verdict, holds) => {
  const http = fakeHttp(() => ({ body: { servers: [given], metadata: { count: 1 } } }))
  const [row] = selectRows(await fetchAll(mcpRegistry, http))
  expect(checkRow(mcpRegistry, row)).toBe(verdict)
  if (verdict !== 'quarantined') expect(mcpRegistry.row.parse(row)).toMatchObject(holds)
})
