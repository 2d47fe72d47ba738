import { type HostHandler, jsonResponse } from './answers.ts'
import {
  findStatusChange,
  getStatus,
  type RegistryStatus,
  type ServerLife,
  selectVersions,
} from './servers.ts'
import { sampleWorld } from './world.ts'

const OFFICIAL = 'io.modelcontextprotocol.registry/official'
const SCHEMA = 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json'
const REASONS: Partial<Record<string, string>> = {
  deprecated: 'Sample: no longer looked after',
  deleted: 'Sample: taken back by its publisher',
}

/** One version of one server, as the registry lists it. */
interface Listing {
  /** Its position in the list, and the cursor of a page that ends with it. */
  key: string
  server: ServerLife
  version: string
  status: RegistryStatus
  statusChangedAt: string
  publishedAt: string
  updatedAt: string
  isLatest: boolean
}

/** The MCP registry: `/v0.1/servers`, page by page. */
export const registryHost: HostHandler = ({ seed, day, url: { pathname, searchParams: query } }) => {
  if (pathname !== '/v0.1/servers') return problem(404, 'Not Found', 'Endpoint not found')
  const limit = Number(query.get('limit') ?? 30)
  if (!Number.isInteger(limit) || limit < 1 || limit > 100)
    return invalid('query.limit', 'expected number from 1 to 100')
  const since = query.get('updated_since')
  if (since !== null && Number.isNaN(Date.parse(since)))
    return invalid('query.updated_since', 'expected RFC3339 timestamp')
  const after = query.get('cursor') ?? ''
  const found = sampleWorld(seed)
    .servers.flatMap((server) => listings(server, day))
    .filter((listing) => isRequested(listing, query, since) && listing.key > after)
    .sort((a, b) => (a.key < b.key ? -1 : 1))
  const page = found.slice(0, limit)
  const last = page.at(-1)
  const nextCursor = last && found.length > limit ? { nextCursor: last.key } : {}
  return jsonResponse({ servers: page.map(render), metadata: { ...nextCursor, count: page.length } })
}

function listings(server: ServerLife, day: number): Listing[] {
  const status = getStatus(server, day)
  if (status === null) return []
  const changed = findStatusChange(server, day)
  const versions = selectVersions(server, day)
  return versions.map(({ version, publishedAt }, index) => {
    const next = versions[index + 1]?.publishedAt
    const touched = changed !== null && changed > publishedAt ? changed : publishedAt
    return {
      key: `${server.name}:${version}`,
      server,
      version,
      status,
      publishedAt,
      statusChangedAt: changed ?? publishedAt,
      updatedAt: next ?? touched,
      isLatest: next === undefined,
    }
  })
}

function isRequested(listing: Listing, query: URLSearchParams, since: string | null): boolean {
  const version = query.get('version')
  if (version === 'latest' ? !listing.isLatest : version !== null && version !== listing.version) return false
  // A list of changes includes deletions.
  if (listing.status === 'deleted' && since === null && query.get('include_deleted') !== 'true') return false
  return since === null || Date.parse(listing.updatedAt) > Date.parse(since)
}

function render({ server, version, status, ...times }: Listing): object {
  const { name, description, title, repository, packages, remotes, websiteUrl } = server
  const message = REASONS[status ?? '']
  const { statusChangedAt: changed, publishedAt, updatedAt, isLatest } = times
  return {
    server: {
      $schema: SCHEMA,
      name,
      description,
      ...(title === null ? {} : { title }),
      ...(repository === null ? {} : { repository }),
      version,
      ...(packages.length === 0 ? {} : { packages: packages.map((item) => toPackage(item, version)) }),
      ...(remotes.length === 0 ? {} : { remotes }),
      ...(websiteUrl === null ? {} : { websiteUrl }),
    },
    _meta: {
      [OFFICIAL]: {
        status,
        statusChangedAt: changed,
        ...(message === undefined ? {} : { statusMessage: message }),
        publishedAt,
        updatedAt,
        isLatest,
      },
    },
  }
}

/** Images carry their version in the name, packages beside it. */
function toPackage(
  { registryType, identifier, settings = {} }: ServerLife['packages'][number],
  version: string,
): object {
  const transport = { type: 'stdio' }
  if (registryType === 'oci')
    return { registryType, identifier: `${identifier}:${version}`, transport, ...settings }
  return { registryType, identifier, version, transport, ...settings }
}

const invalid = (location: string, message: string): Response =>
  problem(422, 'Unprocessable Entity', 'validation failed', [{ location, message }])

function problem(status: number, title: string, detail: string, errors?: object[]): Response {
  const body = { title, status, detail, ...(errors ? { errors } : {}) }
  return jsonResponse(body, status, { 'content-type': 'application/problem+json' })
}
