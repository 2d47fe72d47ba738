import { toPackageName } from '../agents/package_name.ts'
import { getNamespace, listedIn, PACKAGE_NAMES } from '../agents/packages.ts'
import type { KnownRow } from '../source/source.ts'
import { takeTurns } from '../source/turns.ts'
import { isVersion, REGISTRIES, type Registry } from './ecosystems.ts'

/** Maximum number of new ones of one namespace of the registry while others wait. */
const MAX_FRESH_PER_NAMESPACE = 200

/** A package in the version that a server names. */
export interface PackageVersion {
  registry: Registry
  package: string
  version: string
}

/** Returns the key of a package in a version. */
const formatVersionKey = ({ registry, package: name, version }: PackageVersion): string =>
  `${registry} ${name} ${version}`

/**
 * Returns the packages that present servers (rows of `mcp_registry`) name with a version, in the order of their turns;
 * `observed`: the rows of the last answers about them.
 */
export function listPackageVersions(
  servers: KnownRow[],
  observed: KnownRow[],
  day: string,
): PackageVersion[] {
  const last = new Map(
    observed.map((row) => [formatVersionKey(row as unknown as PackageVersion), row.observed_on]),
  )
  const candidates = servers
    .filter((row) => row.status !== 'deleted' && !row.gone_since)
    .flatMap((row) => versionsIn(row.packages).map((item) => ({ item, owner: getNamespace(row) })))
    .map(({ item, owner }) => {
      const name = formatVersionKey(item)
      return { item, name, owner, lastRequestedOn: last.get(name) ?? null, existed: true }
    })
  return takeTurns(candidates, day, MAX_FRESH_PER_NAMESPACE)
}

const versionsIn = (packages: unknown): PackageVersion[] =>
  listedIn(packages).flatMap((entry) => {
    const named = toPackageName(entry)
    const registry = REGISTRIES.find((name) => name === named?.registry)
    const { version } = entry
    if (named === null || registry === undefined || version == null) return []
    const isNamed = PACKAGE_NAMES[registry].test(named.package) && isVersion(registry, version)
    return isNamed ? [{ registry, package: named.package, version }] : []
  })
