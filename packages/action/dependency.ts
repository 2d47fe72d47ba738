import { type KnownRegistry, normalPackage } from '../../core/domain/package_name.ts'

/** Key under which an index may list it, or the reason why that is uncertain. */
export type DependencyKey = { key: string } | { doubt: string }

/** Something that a repository depends on. It has either a key or a doubt. */
export interface Dependency {
  /** The file that names it, relative to the repository. */
  file: string
  /** Name in the file. */
  name: string
  /** e.g. `package:npm/@scope/name` or `endpoint:https://host/mcp`, as `normalKey` writes them. */
  key: string | null
  /** Reason for which the repository alone does not identify it, and what to do about it. */
  doubt: string | null
}

/** A dependency, identified as far as its source is. */
export const dependencyOn = (file: string, name: string, source: DependencyKey): Dependency => ({
  ...{ file, name },
  ...('key' in source ? { key: source.key, doubt: null } : { key: null, doubt: source.doubt }),
})

/** A key in the form in which two of them are compared. */
export function normalKey(key: string): string {
  const [, kind = '', value = ''] = /^(package:\w+\/|endpoint:)(.*)$/.exec(key) ?? []
  const registry = /^package:(npm|pypi|oci)/.exec(kind)?.[1]
  if (registry !== undefined) return kind + normalPackage(registry as KnownRegistry, value)
  return kind === 'endpoint:' ? kind + normalEndpoint(value) : key
}

function normalEndpoint(url: string): string {
  if (!URL.canParse(url)) return url
  const { origin, pathname } = new URL(url)
  return `${origin}${pathname.replace(/\/+$/, '')}`
}
