import { currentRelease, currentTarget, type Release } from '../pipeline/release/release.ts'

/** How often the pointer is looked at, in milliseconds. */
const LOOK_EVERY = 1_000
/** Bytes of files that are kept in memory. */
const MEMORY = 64 * 1024 * 1024

/** A file as it is answered. */
export interface StoredFile {
  bytes: Buffer
  sha256: string
  contentType: string
}

/** One published release with a bounded memory of its files. A request keeps the release that it began with. */
export interface ServedRelease {
  release: Release
  /** The file, or null when the release has none of this path. Throws when it is damaged on disk. */
  file(side: 'public' | 'private', path: string): StoredFile | null
  /** What `make` returns, made once for this release. */
  once<T>(name: string, make: () => T): T
}

/** Follows the pointer of an output folder; null while nothing is published there. `now` is in milliseconds. */
export function releaseStore(output: string, now: () => number): () => ServedRelease | null {
  let served: ServedRelease | null = null
  let target: string | null = null
  let lookedAt = Number.NEGATIVE_INFINITY
  return () => {
    if (now() - lookedAt < LOOK_EVERY) return served
    lookedAt = now()
    const found = currentTarget(output)
    if (found === target && served !== null) return served
    const release = currentRelease(output)
    served = release === null ? null : serve(release)
    target = found
    return served
  }
}

function serve(release: Release): ServedRelease {
  const files = new Map<string, StoredFile>()
  const made = new Map<string, unknown>()
  let held = 0
  const remember = (key: string, file: StoredFile): StoredFile => {
    held += file.bytes.length
    files.set(key, file)
    for (const [oldest, { bytes }] of files) {
      if (held <= MEMORY) break
      files.delete(oldest)
      held -= bytes.length
    }
    return file
  }
  return {
    release,
    file(side, path) {
      const key = `${side}/${path}`
      const known = files.get(key)
      if (known) return known
      const found = release.file(side, path)
      return (
        found && remember(key, { bytes: found.read(), sha256: found.sha256, contentType: found.contentType })
      )
    },
    once<T>(name: string, make: () => T): T {
      if (!made.has(name)) made.set(name, make())
      return made.get(name) as T
    },
  }
}
