/** Registries of packages whose names are known, as the MCP registry calls them. */
export type KnownRegistry = 'npm' | 'pypi' | 'oci'

/** Returns a package's name in the form in which two of a registry are compared. */
export function normalPackage(registry: KnownRegistry, name: string): string {
  if (registry === 'pypi') return name.toLowerCase().replace(/[-_.]+/g, '-')
  return registry === 'oci' ? normalImage(name) : name
}

/** An image without registry of Docker's own, tag and digest. */
const normalImage = (image: string): string =>
  image
    .toLowerCase()
    .replace(/@sha256:.*$/, '')
    .replace(/:[^/:]*$/, '')
    .replace(/^(?:index\.|registry-1\.)?docker\.io\/(?:library\/)?/, '')
