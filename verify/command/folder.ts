import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { type Source, Unreachable } from '../source.ts'

/** An output folder that runs publish to. */
export interface OutputFolder {
  /** The release that `current` names. */
  current: Source
  /** A release by its id, or null where it is not kept. */
  release(id: string): Source | null
  /** The ids of all that are kept, the oldest first. */
  ids: string[]
}

/** Opens an output folder; null where none was published to. */
export function openFolder(output: string): OutputFolder | null {
  if (!existsSync(join(output, 'current'))) return null
  const releases = join(output, 'releases')
  const ids = readdirSync(releases).filter((name) => /^\d{4}-\d\d-\d\d-[0-9a-f]{12}$/.test(name))
  return {
    current: folderSource(realpathSync(join(output, 'current'))),
    release: (id) => (ids.includes(id) ? folderSource(join(releases, id)) : null),
    ids: ids.sort(),
  }
}

/** The release in one folder; `root` ends with its id. */
function folderSource(root: string): Source {
  return {
    name: root,
    kind: 'folder',
    shows: () => true,
    keys: async () => [...filesUnder(root, '')],
    read: async (key) => readIfThere(join(root, key)),
  }
}

function readIfThere(path: string): Uint8Array | null {
  try {
    return readFileSync(path)
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'EISDIR') return null
    throw new Unreachable(`${path} cannot be read (${code})`, { cause })
  }
}

function* filesUnder(root: string, prefix: string): Generator<string> {
  for (const entry of readdirSync(join(root, prefix), { withFileTypes: true })) {
    const path = `${prefix}${entry.name}`
    if (entry.isDirectory()) yield* filesUnder(root, `${path}/`)
    else yield path
  }
}
