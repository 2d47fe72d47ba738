/** Something that a repository depends on, by the keys under which an index may know it. */
export interface Dependency {
  /** The file that names it, relative to the repository. */
  file: string
  /** What the file calls it. */
  name: string
  /** e.g. `package:npm/@scope/name` or `endpoint:https://host/mcp`, as `normalKey` writes them. */
  keys: string[]
}

/** A key in the one form in which two of them are compared. */
export function normalKey(key: string): string {
  const [, kind = '', value = ''] = /^(package:\w+\/|endpoint:)(.*)$/.exec(key) ?? []
  if (kind === 'package:pypi/') return kind + value.toLowerCase().replace(/[-_.]+/g, '-')
  if (kind === 'package:oci/') return kind + imageOf(value)
  if (kind === 'package:npm/') return kind + value.toLowerCase()
  return kind === 'endpoint:' ? kind + endpointOf(value) : key
}

/** An image without registry of Docker's own, tag and digest. */
const imageOf = (image: string): string =>
  image
    .toLowerCase()
    .replace(/@sha256:.*$/, '')
    .replace(/:[^/:]*$/, '')
    .replace(/^(?:index\.|registry-1\.)?docker\.io\/(?:library\/)?/, '')

function endpointOf(url: string): string {
  if (!URL.canParse(url)) return url
  const { origin, pathname } = new URL(url)
  return `${origin}${pathname.replace(/\/+$/, '')}`
}
