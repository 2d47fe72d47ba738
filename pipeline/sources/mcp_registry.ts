import { z } from 'zod'
import { UpstreamChanged } from '../../core/domain/errors.ts'
import { pick } from '../pick.ts'
import { isDue } from '../schedule.ts'
import { defineSource, type Observation } from '../source.ts'

const SERVERS = 'https://registry.modelcontextprotocol.io/v0.1/servers'
const OFFICIAL = 'io.modelcontextprotocol.registry/official'
const MAX_PAGES = 2000

const Page = z.looseObject({
  servers: z.array(z.unknown()),
  metadata: z.looseObject({ nextCursor: z.string().nullish() }).nullish(),
})

const time = z.iso.datetime({ offset: true })
const address = z.string().max(2000)

/** The MCP registry: changes since the last fetch, and the complete list once in four weeks. */
export default defineSource({
  name: 'mcp_registry',
  title: 'MCP servers in the official MCP registry, as listed by their publishers',
  docs: 'https://registry.modelcontextprotocol.io/docs',
  license: 'MIT (registry); descriptions belong to their publishers',
  key: ['name'],
  budget: 1000,
  row: z.object({
    name: z
      .string()
      .max(200)
      .regex(/^[\w.-]+\/[\w.-]+$/),
    title: z.string().max(1000).nullable(),
    description: z.string().max(5000).nullable(),
    version: z.string().max(255).nullable(),
    status: z.enum(['active', 'deprecated', 'deleted']),
    status_message: z.string().max(5000).nullable(),
    status_changed_at: time.nullable(),
    published_at: time.nullable(),
    updated_at: time.nullable(),
    repository_url: address.nullable(),
    repository_source: z.string().max(100).nullable(),
    repository_subfolder: z.string().max(1000).nullable(),
    website_url: address.nullable(),
    packages: z.array(z.object({ registry: z.string().max(100), identifier: address })).max(200),
    remotes: z.array(z.object({ type: z.string().max(100), url: address })).max(200),
  }),
  async *fetch({ http, day, lastDay }) {
    // Changes alone never tell of a server that was removed without trace; a date run again reads all.
    const isWhole = lastDay === null || lastDay >= day || isDue('mcp_registry', lastDay, day, 28)
    const query = new URLSearchParams({ limit: '100', version: 'latest' })
    if (isWhole) query.set('include_deleted', 'true')
    else query.set('updated_since', `${lastDay}T00:00:00Z`)
    const servers = new Map<unknown, Observation>()
    const asked = new Set<string>()
    for (;;) {
      const url = `${SERVERS}?${query}`
      if (asked.has(url) || asked.size >= MAX_PAGES) throw new UpstreamChanged(url, 'its pages never end')
      asked.add(url)
      const from = await http.json(url, Page)
      for (const item of from.data?.servers ?? []) {
        if (pick(item, '_meta', OFFICIAL, 'isLatest') === false) continue
        const row = toRow(item)
        // A version published between two pages lists its server twice: the later reading stands.
        servers.set(typeof row.name === 'string' ? row.name : Symbol(), { from, row })
      }
      const cursor = from.data?.metadata?.nextCursor
      if (!cursor) break
      query.set('cursor', cursor)
    }
    if (isWhole && servers.size === 0) throw new UpstreamChanged(SERVERS, 'the complete list has no servers')
    yield* servers.values()
    return isWhole ? 'all' : 'changes'
  },
})

function toRow(item: unknown): Record<string, unknown> {
  const server = pick(item, 'server')
  const official = pick(item, '_meta', OFFICIAL)
  return {
    name: pick(server, 'name'),
    title: pick(server, 'title'),
    description: pick(server, 'description'),
    version: pick(server, 'version'),
    status: pick(official, 'status'),
    status_message: pick(official, 'statusMessage'),
    status_changed_at: pick(official, 'statusChangedAt'),
    published_at: pick(official, 'publishedAt'),
    updated_at: pick(official, 'updatedAt'),
    repository_url: pick(server, 'repository', 'url'),
    repository_source: pick(server, 'repository', 'source'),
    repository_subfolder: pick(server, 'repository', 'subfolder'),
    website_url: pick(server, 'websiteUrl'),
    packages: distinct(pick(server, 'packages'), { registry: 'registryType', identifier: 'identifier' }),
    remotes: distinct(pick(server, 'remotes'), { type: 'type', url: 'url' }),
  }
}

/** The list with the named fields only, each entry once, in a fixed order; anything but a list stays as it is. */
function distinct(list: unknown, fields: Record<string, string>): unknown {
  if (!Array.isArray(list)) return list ?? []
  const entries = list.map((entry) => {
    const values = Object.entries(fields).map(([to, from]) => [to, text(pick(entry, from))])
    return JSON.stringify(Object.fromEntries(values))
  })
  return [...new Set(entries)].sort().map((entry) => JSON.parse(entry))
}

const text = (value: unknown) => (typeof value === 'string' ? value : null)
