import { listAt, pick } from '../source/pick.ts'
import { ECOSYSTEMS, REGISTRIES } from './ecosystems.ts'

/** Events of a range of versions, as OSV names them. */
export const EVENTS = ['introduced', 'fixed', 'last_affected'] as const

/** A range of affected versions of a package: its events in their order. */
export interface AffectedRange {
  registry: string
  package: string
  events: { event: (typeof EVENTS)[number]; version: string }[]
}

const MAX_RANGES = 500

/** Returns the ranges of versions of npm and PyPI packages in an advisory; ranges of commits are left out. */
export const affectedRanges = (advisory: unknown): AffectedRange[] =>
  listAt(advisory, 'affected')
    .flatMap((part) => {
      const [ecosystem, name] = [pick(part, 'package', 'ecosystem'), pick(part, 'package', 'name')]
      const registry = REGISTRIES.find((known) => ECOSYSTEMS[known] === ecosystem)
      if (registry === undefined || typeof name !== 'string') return []
      // PEP 503; names of npm keep their case.
      const canonical = registry === 'pypi' ? name.toLowerCase().replace(/[-_.]+/g, '-') : name
      return listAt(part, 'ranges')
        .filter((range) => pick(range, 'type') !== 'GIT')
        .map((range) => ({ registry, package: canonical, events: listAt(range, 'events').flatMap(toEvents) }))
    })
    .slice(0, MAX_RANGES)

const toEvents = (entry: unknown): AffectedRange['events'] =>
  EVENTS.flatMap((event) => {
    const version = pick(entry, event)
    return typeof version === 'string' ? [{ event, version }] : []
  })
