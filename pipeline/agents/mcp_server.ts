import { pick } from '../source/pick.ts'
import { given } from './file_values.ts'

/** Where the registry says of a server what is its own. */
const OFFICIAL = 'io.modelcontextprotocol.registry/official'

const MAX_ADDRESS = 2_000

/** Whether an item of the registry is the newest version of its server, as far as it says. */
export const isNewest = (item: unknown): boolean =>
  given(pick(item, '_meta', OFFICIAL), ['isLatest', 'is_latest']) !== false

/** The row of a server, in whichever of the two forms in which the registry has listed it. */
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
    status_message: given(official, ['statusMessage', 'status_message']),
    status_changed_at: given(official, ['statusChangedAt', 'status_changed_at']),
    published_at: given(official, ['publishedAt', 'published_at']),
    updated_at: given(official, ['updatedAt', 'updated_at']),
    repository_url: typeof repository === 'string' ? repository : pick(repository, 'url'),
    repository_source: pick(repository, 'source'),
    repository_subfolder: pick(repository, 'subfolder'),
    website_url: given(server, ['websiteUrl', 'website_url']),
    packages: distinct(pick(server, 'packages'), (entry) => ({
      registry: text(given(entry, ['registryType', 'registry_type', 'registry_name'])),
      identifier: text(given(entry, ['identifier', 'name'])),
      registry_url: addressText(given(entry, ['registryBaseUrl', 'registry_base_url'])),
    })),
    remotes: distinct(pick(server, 'remotes'), (entry) => ({
      type: text(given(entry, ['type', 'transport_type'])),
      url: text(given(entry, ['url'])),
    })),
  }
}

/** The list with what `read` makes of each entry, each once, in a fixed order; anything but a list stays as it is. */
function distinct(list: unknown, read: (entry: unknown) => object): unknown {
  if (!Array.isArray(list)) return list ?? []
  const entries = list.map((entry) => JSON.stringify(read(entry)))
  return [...new Set(entries)].sort().map((entry) => JSON.parse(entry))
}

const text = (value: unknown) => (typeof value === 'string' ? value : null)

/** The address of a registry. An odd one stays, capped: without it the package would be taken for one of the public registry. */
const addressText = (value: unknown) =>
  value == null
    ? null
    : (text(value) ?? JSON.stringify(value)).toWellFormed().slice(0, MAX_ADDRESS).toWellFormed()
