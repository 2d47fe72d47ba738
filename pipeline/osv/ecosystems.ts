import { compare as comparePep440, valid as validPep440 } from '@renovatebot/pep440'
import semver from 'semver'

/** Registries whose packages are asked for, with their names in OSV. */
export const ECOSYSTEMS = { npm: 'npm', pypi: 'PyPI' } as const

export type Registry = keyof typeof ECOSYSTEMS

export const REGISTRIES = Object.keys(ECOSYSTEMS) as Registry[]

/** True for a version that the registry could have; `latest` and ranges are none. */
export const isVersion = (registry: Registry, version: string): boolean =>
  /^[\w.+!-]{1,100}$/.test(version) &&
  (registry === 'npm' ? semver.valid(version) !== null : validPep440(version) !== null)

/** Compares two versions of a package, each one that `isVersion` accepts. */
export const compareVersions = (registry: Registry, a: string, b: string): number =>
  registry === 'npm' ? semver.compare(a, b) : comparePep440(a, b)
