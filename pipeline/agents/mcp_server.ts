import { pick } from '../source/pick.ts'
import { findValue } from './file_values.ts'
import { toSettings } from './mcp_settings.ts'

/** The key of the registry's own metadata about a server. */
const OFFICIAL = 'io.modelcontextprotocol.registry/official'

const MAX_ADDRESS = 2_000

/** True unless the item of the registry says that it is not the newest version of its server. */
export const isNewest = (item: unknown): boolean =>
  findValue(pick(item, '_meta', OFFICIAL), ['isLatest', 'is_latest']) !== false

/** Converts a server to its row, from either of the two forms that the registry has used. */
export function toServer(item: unknown): Record<string, unknown> {
  // Before September 2025 an item was the server itself, with names in snake case.
  const server = pick(item, 'server') ?? item
  const official = pick(item, '_meta', OFFICIAL)
  const repository = pick(server, 'repository')
  return {
    name: pick(server, 'name'),
    title: pick(server, 'title'),
    description: pick(server, 'description'),
    version: pick(server, 'version'),
    status: pick(official, 'status') ?? pick(server, 'status'),
    status_message: findValue(official, ['statusMessage', 'status_message']),
    status_changed_at: findValue(official, ['statusChangedAt', 'status_changed_at']),
    published_at: findValue(official, ['publishedAt', 'published_at']),
    updated_at: findValue(official, ['updatedAt', 'updated_at']),
    repository_url: typeof repository === 'string' ? repository : pick(repository, 'url'),
    repository_source: pick(repository, 'source'),
    repository_subfolder: pick(repository, 'subfolder'),
    website_url: findValue(server, ['websiteUrl', 'website_url']),
    packages: distinct(pick(server, 'packages'), (entry) => ({
      registry: text(findValue(entry, ['registryType', 'registry_type', 'registry_name'])),
      identifier: text(findValue(entry, ['identifier', 'name'])),
      registry_url: addressText(findValue(entry, ['registryBaseUrl', 'registry_base_url'])),
      version: text(findValue(entry, ['version'])),
    })),
    remotes: distinct(pick(server, 'remotes'), (entry) => ({
      type: text(findValue(entry, ['type', 'transport_type'])),
      url: text(findValue(entry, ['url'])),
    })),
    settings: toSettings(server),
  }
}

/** Converts each entry with `read`, each once, in a fixed order; anything but a list is returned as it is. */
function distinct(list: unknown, read: (entry: unknown) => object): unknown {
  if (!Array.isArray(list)) return list ?? []
  const entries = list.map((entry) => JSON.stringify(read(entry)))
  return [...new Set(entries)].sort().map((entry) => JSON.parse(entry))
}

const text = (value: unknown) => (typeof value === 'string' ? value : null)

/**
 * The address of a registry. An odd one is kept, capped: without it the package would count as one of the public
 * registry.
 */
const addressText = (value: unknown) =>
  value == null
    ? null
    : (text(value) ?? JSON.stringify(value)).toWellFormed().slice(0, MAX_ADDRESS).toWellFormed()
