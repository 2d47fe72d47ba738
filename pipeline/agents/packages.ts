import type { Catalog } from '../catalog/catalog.ts'
import { pick } from '../source/pick.ts'
import type { KnownRow } from '../source/source.ts'
import { type Candidate, takeTurns } from '../source/turns.ts'
import { type ListedPackage, toPackageName } from './package_name.ts'
import { parseRepository } from './repository.ts'

/** The name patterns that the registries accept; anything else listed as a package is an address or a placeholder. */
export const PACKAGE_NAMES = {
  npm: /^(?=.{1,214}$)(?:@[a-z\d~-][a-z\d._~-]*\/)?[a-z\d~-][a-z\d._~-]*$/i,
  pypi: /^(?=.{1,214}$)[a-z\d](?:[a-z\d-]*[a-z\d])?$/,
}

/** A package with its owner: a namespace of the registry, which its publisher proved, or the catalogue. */
export interface NamedPackage {
  name: string
  owner: string
  /** The repository that is named with it, as `owner/name` on GitHub; null without one. */
  repository: string | null
}

/**
 * Returns the packages of one registry that present MCP servers list (rows of `mcp_registry`) or that count for a
 * catalogued developer.
 */
export function listPackages(
  registry: keyof typeof PACKAGE_NAMES,
  servers: KnownRow[],
  catalog: Catalog,
): NamedPackage[] {
  const listed = servers
    .filter((row) => row.status !== 'deleted' && !row.gone_since)
    .flatMap((row) => {
      const party = { owner: getNamespace(row), repository: findRepository(row) }
      return listedIn(row.packages).map((entry) => ({ entry, party }))
    })
    .flatMap(({ entry, party }) => {
      const named = toPackageName(entry)
      return named?.registry === registry ? [{ name: named.package, ...party }] : []
    })
  const curated = catalog.developers.flatMap(({ id, packages = [] }) =>
    packages
      .filter((name) => name.startsWith(`${registry}:`))
      .map((name) => ({ name: name.slice(registry.length + 1), owner: `catalogue/${id}`, repository: null })),
  )
  return [...listed, ...curated].filter(({ name }) => PACKAGE_NAMES[registry].test(name))
}

/** The packages in the column of a row of `mcp_registry`. */
export const listedIn = (packages: unknown): ListedPackage[] =>
  (Array.isArray(packages) ? packages : []).map((entry) => ({
    registry: String(pick(entry, 'registry')),
    identifier: String(pick(entry, 'identifier') ?? ''),
    // Rows of before this was read have none.
    registry_url: pick(entry, 'registry_url') == null ? null : String(pick(entry, 'registry_url')),
    version: pick(entry, 'version') == null ? null : String(pick(entry, 'version')),
  }))

/** The namespace of a server, which its publisher proved. */
export const getNamespace = ({ name }: KnownRow): string => String(name).split('/')[0] ?? ''

function findRepository({ repository_url }: KnownRow): string | null {
  const found = parseRepository(typeof repository_url === 'string' ? repository_url : null)
  return found?.host === 'github.com' ? found.key.slice('github.com/'.length) : null
}

/**
 * Returns the packages in the order in which a source spends its requests on them (`takeTurns`), each once; `known` are
 * the source's own rows, and `stars` of repositories stand for the use of a package whose downloads are unknown.
 */
export function orderPackages(
  named: NamedPackage[],
  known: KnownRow[],
  day: string,
  maxFresh: number,
  stars: ReadonlyMap<string, number> = new Map(),
): string[] {
  const before = new Map(known.map((row) => [row.package, row]))
  const candidates = named.map(({ name, owner, repository }): Candidate<string> => {
    const row = before.get(name)
    return {
      item: name,
      name,
      owner,
      lastRequestedOn: row?.observed_on ?? null,
      existed: row?.is_found === true,
      use: Number(row?.downloads ?? stars.get(repository ?? '') ?? 0),
    }
  })
  return takeTurns(candidates, day, maxFresh)
}
