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
  if (kind === 'package:pypi/') return kind + value.toLowerCase().replace(/[-_.]+/g, '-')
  if (kind === 'package:oci/') return kind + normalImage(value)
  if (kind === 'package:npm/') return key
  return kind === 'endpoint:' ? kind + normalEndpoint(value) : key
}

/** An image without registry of Docker's own, tag and digest. */
const normalImage = (image: string): string =>
  image
    .toLowerCase()
    .replace(/@sha256:.*$/, '')
    .replace(/:[^/:]*$/, '')
    .replace(/^(?:index\.|registry-1\.)?docker\.io\/(?:library\/)?/, '')

function normalEndpoint(url: string): string {
  if (!URL.canParse(url)) return url
  const { origin, pathname } = new URL(url)
  return `${origin}${pathname.replace(/\/+$/, '')}`
}
