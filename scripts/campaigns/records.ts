import type { Catalog } from '../../pipeline/catalog/catalog.ts'
import { CATEGORIES } from '../../pipeline/category.ts'
import { creditedRepository, githubOf, isPresent } from './claims.ts'
import { Rule } from './compare.ts'
import { listAt, textAt } from './json.ts'
import type { Bound } from './past.ts'
import { OFFICIAL, type Reading, type Readings } from './readings.ts'
import { shownText } from './shown.ts'

/** One record of an agent, as the registry's body or the catalogue has it. */
export interface Listed {
  bound: Bound
  category: 'model_family' | 'developer' | 'mcp_server'
  source: 'catalog' | 'mcp_registry'
  /** The source's own name for it. */
  key: string
  name: string
  description: string | null
  website: string | null
  repository: string | null
  url: string
  server: Reading | null
  departed: { on: string; reason: string } | null
}

/** The records that are bound to one agent; one that nothing recorded knows of is left out. */
export function listedRecords(bound: Bound[], { servers }: Readings, catalog: Catalog): Listed[] {
  return bound.flatMap((one) => {
    const key = one.record_id.slice(one.record_id.indexOf(':') + 1)
    const server = servers.get(key)
    if (one.record_id.startsWith('mcp_registry:')) return server ? [serverRecord(one, key, server)] : []
    return catalogRecord(one, key.slice(key.indexOf('/') + 1), catalog) ?? []
  })
}

/** Order of speaking: those that are there, then by category, then by name. */
export function bySpokesman(a: Listed, b: Listed): number {
  const place = ({ category }: Listed): number => CATEGORIES.indexOf(category)
  const gone = ({ departed }: Listed): number => Number(departed !== null)
  return gone(a) - gone(b) || place(a) - place(b) || (a.bound.record_id < b.bound.record_id ? -1 : 1)
}

/** What the summary shows of a record. */
export function shownRecord({ source, key, category, url, bound, departed }: Listed): object {
  const { bound_on, reason } = bound
  const departed_on = departed?.on ?? null
  return { source, name: shownText(key, 100, null), category, url, bound_on, reason, departed_on }
}

/** Whether the registry made the publisher sign in to the account that holds the code. */
export const isProvenBySignIn = ({ key, server }: Listed): boolean =>
  server !== null && key.toLowerCase().startsWith('io.github.') && creditedRepository(key, server) !== null

/** The archetype of an agent from the ways in which its servers can be run. */
export function archetypeOf(main: Listed, records: Listed[]): string {
  if (main.category === 'model_family') return 'foundation_model'
  if (main.category === 'developer') return 'builder'
  const has = (list: string): boolean =>
    records.some(({ server }) => server !== null && listAt(server.item, 'server', list).length > 0)
  if (has('remotes')) return has('packages') ? 'hybrid_tool_server' : 'hosted_tool_server'
  return has('packages') ? 'packaged_tool_server' : 'source_tool_server'
}

/** When and why an agent without a record that is still there left. */
export function departureOf(records: Listed[]): object | null {
  const left = records.flatMap(({ departed }) => departed ?? [])
  if (left.length < records.length) return null
  const on = left
    .map((one) => one.on)
    .sort()
    .at(-1)
  const reasons = left.filter((one) => one.on === on).map((one) => one.reason)
  return { on, reason: new Rule(reasons.join(' or '), (shown) => reasons.some((reason) => reason === shown)) }
}

function serverRecord(bound: Bound, name: string, server: Reading): Listed {
  const { item } = server
  const repository = githubOf(textAt(item, 'server', 'repository', 'url'))
  return {
    bound,
    category: 'mcp_server',
    source: 'mcp_registry',
    key: name,
    name: textAt(item, 'server', 'title') ?? name,
    description: textAt(item, 'server', 'description'),
    website: textAt(item, 'server', 'websiteUrl'),
    repository: repository && `https://github.com/${repository.name}`,
    url: `https://registry.modelcontextprotocol.io/v0.1/servers/${encodeURIComponent(name)}/versions/latest`,
    server,
    departed: isPresent(server) ? null : departure(server),
  }
}

/** The publisher's own act counts, on the date that the registry gives for it; else the listing without the server. */
function departure({ item, goneOn, response }: Reading): { on: string; reason: string } {
  const status = textAt(item, ...OFFICIAL, 'status')
  if (status === 'active') return { on: goneOn ?? '', reason: 'no longer listed in the MCP registry' }
  const time = textAt(item, ...OFFICIAL, 'statusChangedAt') ?? textAt(item, ...OFFICIAL, 'updatedAt')
  const on = time === null ? response.date : new Date(time).toISOString().slice(0, 10)
  return { on, reason: `${status} by its publisher in the MCP registry` }
}

function catalogRecord(bound: Bound, id: string, { families, developers }: Catalog): Listed | null {
  const isFamily = bound.record_id.startsWith('catalog:family/')
  const family = isFamily ? families.find((one) => one.id === id) : undefined
  const developer = isFamily ? undefined : developers.find((one) => one.id === id)
  const entry = family ?? developer
  if (entry === undefined) return null
  return {
    bound,
    category: isFamily ? 'model_family' : 'developer',
    source: 'catalog',
    key: id,
    name: entry.name,
    description: family ? `Model family by ${family.provider}.` : null,
    website: developer?.website ?? null,
    repository: null,
    url: entry.source_urls[0] ?? '',
    server: null,
    departed: null,
  }
}
