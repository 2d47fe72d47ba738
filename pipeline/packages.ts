import type { Catalog } from './catalog/catalog.ts'
import { pick } from './pick.ts'
import type { Known } from './source.ts'

/** The forms of names that the registries accept; what else is listed as a package is an address or a placeholder. */
const NAMES = {
  npm: /^(?=.{1,214}$)(?:@[a-z\d~-][a-z\d._~-]*\/)?[a-z\d~-][a-z\d._~-]*$/i,
  pypi: /^(?=.{1,214}$)[a-z\d](?:[a-z\d-]*[a-z\d])?$/,
}

/**
 * The names of the packages of one registry that present MCP servers list (rows of `mcp_registry`) or that count
 * for a catalogued developer, without versions. Those of PyPI are in the one form that it gives all spellings.
 */
export function packagesOf(registry: keyof typeof NAMES, servers: Known[], catalog: Catalog): string[] {
  const listed = servers
    .filter((row) => row.status !== 'deleted' && !row.gone_since)
    .flatMap(({ packages }) => (Array.isArray(packages) ? packages : []))
    .filter((entry) => String(pick(entry, 'registry')).toLowerCase() === registry)
    .map((entry) => packageName(registry, String(pick(entry, 'identifier') ?? '')))
  const curated = catalog.developers
    .flatMap(({ packages = [] }) => packages)
    .filter((name) => name.startsWith(`${registry}:`))
    .map((name) => name.slice(registry.length + 1))
  return [...new Set([...listed, ...curated])].filter((name) => NAMES[registry].test(name))
}

/**
 * The package that an identifier names, without a version: one text for each package that its registry (in lower case)
 * tells from others. Those of npm are told apart by their case, for old ones have capitals.
 */
export function packageName(registry: string, identifier: string): string {
  if (registry === 'npm') return withoutVersion(identifier)
  if (registry === 'pypi') return canonical(withoutVersion(identifier.replace(/==.*$/, '')))
  return withoutVersion(withoutTag(identifier.toLowerCase()))
}

/** `@scope/name@1.2.0` as `@scope/name`. */
const withoutVersion = (identifier: string) => identifier.replace(/(?<=.)@[^/@]*$/, '')

/** `registry.example/name:1.2.0` as `registry.example/name`; a digest goes too. */
const withoutTag = (identifier: string) => identifier.replace(/(?:@sha256)?:[^/]*$/, '')

/** PEP 503: case and the choice of `-`, `_` and `.` do not tell packages apart. */
const canonical = (name: string) => name.toLowerCase().replace(/[-_.]+/g, '-')
