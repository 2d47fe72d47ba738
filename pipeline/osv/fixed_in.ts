import type { AffectedRange } from './advisory.ts'
import { compareVersions, isVersion, type Registry } from './ecosystems.ts'
import type { PackageVersion } from './package_versions.ts'

/**
 * Returns the lowest version above the one in use in which an advisory's `fixed` events mend it and none of its ranges
 * holds; null where it names none.
 */
export function findFixedIn(used: PackageVersion, ranges: AffectedRange[]): string | null {
  const { registry, package: name, version } = used
  const own = ranges.filter((range) => range.registry === registry && range.package === name)
  const fixes = own
    .flatMap(({ events }) => events)
    .filter(({ event, version: fixed }) => event === 'fixed' && isVersion(registry, fixed))
    .map(({ version: fixed }) => fixed)
    .filter((fixed) => compareVersions(registry, fixed, version) > 0)
    .sort((a, b) => compareVersions(registry, a, b))
  return fixes.find((fixed) => !own.some(({ events }) => holds(registry, events, fixed))) ?? null
}

/** True if a version is within a range: after an `introduced`, and before what ends it. `0` is before all versions. */
function holds(registry: Registry, events: AffectedRange['events'], version: string): boolean {
  const reached = events
    .filter((entry) => entry.version === '0' || isVersion(registry, entry.version))
    .map((entry) => ({
      event: entry.event,
      at: entry.version === '0' ? -1 : compareVersions(registry, entry.version, version),
      version: entry.version,
    }))
    .filter(({ event, at }) => (event === 'last_affected' ? at < 0 : at <= 0))
    .sort((a, b) =>
      a.version === '0' ? -1 : b.version === '0' ? 1 : compareVersions(registry, a.version, b.version),
    )
  return reached.at(-1)?.event === 'introduced'
}
