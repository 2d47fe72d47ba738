/** The default registry of each kind of package, by the host and path of its addresses. */
const PUBLIC: Record<string, { hosts: string[]; path: RegExp }> = {
  npm: { hosts: ['registry.npmjs.org', 'www.npmjs.com', 'npmjs.com'], path: /^\/?$/ },
  pypi: { hosts: ['pypi.org', 'pypi.python.org'], path: /^\/?(?:(?:simple|pypi)\/?)?$/ },
  nuget: {
    hosts: ['api.nuget.org', 'www.nuget.org', 'nuget.org'],
    path: /^\/?(?:v3(?:\/index\.json)?\/?)?$/,
  },
  cargo: { hosts: ['crates.io', 'index.crates.io', 'static.crates.io'], path: /^\/?$/ },
  oci: {
    hosts: ['docker.io', 'index.docker.io', 'registry-1.docker.io', 'hub.docker.com'],
    path: /^\/?(?:v[12]\/?)?$/,
  },
}

/** A package as a server lists it. */
export interface ListedPackage {
  registry: string
  identifier: string
  /** The address of the registry that it is in, where the server names one. */
  registry_url: string | null
  /** The version that the server names; null without one, and in rows of before this was read. */
  version?: string | null
}

/** The identity of a package: its registry in lower case, and the name without a version. */
export interface PackageName {
  registry: string
  package: string
}

/**
 * Returns the package that a server lists, with one canonical name for each package that its registry distinguishes.
 * Null for another registry than the public one: the name means something else there, and its ownership is not
 * verified. An image has its registry in its name, and a file given by its whole address has none.
 */
export function toPackageName({
  registry: kind,
  identifier,
  registry_url,
}: ListedPackage): PackageName | null {
  const registry = kind.toLowerCase()
  const named = { registry, package: packageName(registry, identifier) }
  if (registry_url === null || registry_url === '' || /^https?:\/\//i.test(identifier)) return named
  if (isPublic(registry, registry_url)) return named
  const host = registry === 'oci' ? hostAlone(registry_url) : null
  if (host === null) return null
  if (!hasHost(identifier)) return { registry, package: `${host}/${named.package}` }
  return named.package.startsWith(`${host}/`) ? named : null
}

function isPublic(registry: string, address: string): boolean {
  const url = URL.parse(withScheme(address))
  const known = Object.hasOwn(PUBLIC, registry) ? PUBLIC[registry] : undefined
  if (url === null || known === undefined || !isPlain(url)) return false
  return known.hosts.includes(url.host) && known.path.test(url.pathname)
}

/** The host of an address that names nothing else, or null. */
function hostAlone(address: string): string | null {
  const url = URL.parse(withScheme(address))
  return url !== null && isPlain(url) && /^\/?$/.test(url.pathname) ? url.host : null
}

const withScheme = (address: string) =>
  /^[a-z][a-z\d+.-]*:\/\//i.test(address) ? address : `https://${address}`

const isPlain = ({ protocol, username, password, search, hash }: URL): boolean =>
  /^https?:$/.test(protocol) && `${username}${password}${search}${hash}` === ''

/** True if the name of an image begins with the host of its registry, by the rule of its clients. */
const hasHost = (image: string): boolean => /^(?:[^/]*[.:][^/]*|localhost)\//i.test(image)

/** Returns the name in an identifier, without a version. npm names keep their case, for old ones have capitals. */
function packageName(registry: string, identifier: string): string {
  if (registry === 'npm') return withoutVersion(identifier)
  if (registry === 'pypi') return canonical(withoutVersion(identifier.replace(/==.*$/, '')))
  return withoutVersion(withoutTag(identifier.toLowerCase()))
}

/** `@scope/name@1.2.0` as `@scope/name`. */
const withoutVersion = (identifier: string) => identifier.replace(/(?<=.)@[^/@]*$/, '')

/** `registry.example/name:1.2.0` as `registry.example/name`; a digest goes too. */
const withoutTag = (identifier: string) => identifier.replace(/(?:@sha256)?:[^/]*$/, '')

/** PEP 503: case and the choice of `-`, `_` and `.` are not significant. */
const canonical = (name: string) => name.toLowerCase().replace(/[-_.]+/g, '-')
