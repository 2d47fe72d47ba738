import { closeSync, existsSync, openSync, readdirSync, realpathSync, statSync } from 'node:fs'
import { dirname, isAbsolute, join, relative } from 'node:path'
import { MAX_FILE_BYTES } from '../bounds.ts'
import { Malformed } from '../bytes.ts'
import { type PublishedSource, Unreachable } from '../source.ts'
import { readUpTo } from './read_up_to.ts'

const RELEASE = /^\d{4}-\d\d-\d\d-[0-9a-f]{12}$/

/** An output folder that runs publish to. */
export interface OutputFolder {
  /** The release that `current` names. */
  current: PublishedSource
  /** Returns a release by its id, or null if it is not stored. */
  release(id: string): PublishedSource | null
  /** Ids of all stored releases, the oldest first. */
  ids: string[]
}

/** Opens an output folder; null where none was published to. Throws Malformed where its links lead out of it. */
export function openFolder(output: string): OutputFolder | null {
  if (!existsSync(join(output, 'current'))) return null
  const releases = realpathSync(join(output, 'releases'))
  const current = realpathSync(join(output, 'current'))
  if (releases !== join(realpathSync(output), 'releases') || dirname(current) !== releases)
    throw new Malformed(`${output}: its links "current" and "releases" lead out of it`)
  const ids = readdirSync(releases, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && RELEASE.test(entry.name))
    .map(({ name }) => name)
    .sort()
  return {
    current: folderSource(current),
    release: (id) => (ids.includes(id) ? folderSource(join(releases, id)) : null),
    ids,
  }
}

/** The release in one folder; `root` ends with its id, and has no links in it. */
function folderSource(root: string): PublishedSource {
  return {
    name: root,
    kind: 'folder',
    shows: () => true,
    keys: async () => [...filesUnder(root, '')],
    read: async (key, max) => {
      const bytes = readIfThere(root, key, max ?? MAX_FILE_BYTES)
      if (max === undefined && bytes !== null && bytes.length > MAX_FILE_BYTES)
        throw new Malformed(`${key} has more than ${MAX_FILE_BYTES} bytes`)
      return bytes
    },
  }
}

/**
 * The first `max` bytes of a file and one more; null where there is none. Throws Malformed for what lies elsewhere.
 */
function readIfThere(root: string, key: string, max: number): Uint8Array | null {
  try {
    const path = realpathSync.native(join(root, key))
    const inside = relative(root, path)
    if (inside.startsWith('..') || isAbsolute(inside))
      throw new Malformed(`${key.slice(0, 200)} leads out of ${root}`)
    const stats = statSync(path)
    if (stats.isDirectory()) return null
    // A pipe or a device would be read without end.
    if (!stats.isFile()) throw new Malformed(`${key.slice(0, 200)} is no file`)
    return readHead(path, Math.min(stats.size, max + 1))
  } catch (cause) {
    if (cause instanceof Malformed) throw cause
    const { code } = cause as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'EISDIR') return null
    throw new Unreachable(`${join(root, key)} cannot be read (${code})`, { cause })
  }
}

function readHead(path: string, max: number): Uint8Array {
  const file = openSync(path, 'r')
  try {
    return readUpTo(file, max)
  } finally {
    closeSync(file)
  }
}

function* filesUnder(root: string, prefix: string): Generator<string> {
  for (const entry of readdirSync(join(root, prefix), { withFileTypes: true })) {
    const path = `${prefix}${entry.name}`
    if (entry.isDirectory()) yield* filesUnder(root, `${path}/`)
    else yield path
  }
}
