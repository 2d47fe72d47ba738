import { type HostHandler, jsonResponse } from './answers.ts'
import { getStatus, type ServerLife, selectVersions } from './servers.ts'
import { sampleWorld } from './world.ts'

/** One in this many servers with a repository is in the catalogue. */
const EVERY = 12
/** An entry without a server in the registry. */
const UNKNOWN = {
  title: 'Sample Remote',
  type: 'remote',
  remote: { transport_type: 'streamable-http', url: 'https://catalogue.sample.example/mcp' },
}

/** Docker's catalogue of MCP servers, whole in one file. */
export const dockerHost: HostHandler = ({ seed, day, url: { pathname } }) => {
  if (pathname !== '/mcp/catalog/v3/catalog.json') return jsonResponse({ message: 'Not Found' }, 404)
  const listed = sampleWorld(seed)
    .servers.filter(({ repository }) => repository !== null)
    .filter((server, index) => index % EVERY === 0 && isPresent(server, day))
  const entries = listed.map((server) => [toEntryName(server), toEntry(server)])
  return jsonResponse({ registry: { ...Object.fromEntries(entries), 'sample-remote': UNKNOWN } })
}

const isPresent = (server: ServerLife, day: number): boolean =>
  selectVersions(server, day).length > 0 && getStatus(server, day) === 'active'

const toEntryName = ({ name }: ServerLife): string => name.replaceAll(/[^\w-]+/g, '-')

const toEntry = (server: ServerLife): object => ({
  description: server.description,
  title: server.title ?? '',
  type: 'server',
  dateAdded: server.versions[0]?.publishedAt,
  image: `images.sample.example/${toEntryName(server)}@sha256:${'0'.repeat(64)}`,
  source: server.repository?.url,
  upstream: server.repository?.url,
  remote: {},
})
