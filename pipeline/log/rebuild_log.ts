import { hash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { dayDigest } from '../../core/log/days.ts'
import { LOG_FILES, type LoggedDay, type Subjects, subjectsPath } from '../../core/log/entries.ts'
import { checkpointBody, type TreeHead } from '../../core/log/note.ts'
import { splitBundle } from '../../core/log/proofs.ts'
import { bundlePath, TILE_WIDTH, tileWidth } from '../../core/log/tiles.ts'
import { TreeWriter } from './tree_writer.ts'

/** The other files of a log, as computed from its entries. */
export interface RebuiltLog {
  root: Uint8Array
  /** The text of `entries/XX.json` and of `entries/days.json`, by their paths. */
  lists: Map<string, string>
  /** The paths and bytes of the tiles that differ on disk. */
  tiles: Map<string, Uint8Array>
}

/** Damage of a log file that no other file of the log can restore. */
export class EntriesDamaged extends Error {
  readonly path: string

  constructor(path: string, reason: string) {
    super(reason)
    this.path = path
  }
}

/** Recomputes a log from its entries. Throws EntriesDamaged if they cannot be read. */
export function rebuildLog(root: string, { origin, size }: TreeHead): RebuiltLog {
  const tiles = new Map<string, Uint8Array>()
  const tree = new TreeWriter(comparingDisk(root, tiles), 0)
  const lists = new Map<string, Subjects>()
  const days: LoggedDay[] = []
  for (let tile = 0; tile * TILE_WIDTH < size; tile += 1) {
    const path = bundlePath(tile, tileWidth(0, tile, size))
    for (const bytes of readEntries(root, path, tileWidth(0, tile, size))) {
      const entry = parseEntry(path, bytes)
      addToList(lists, entry.subject, tree.size)
      tree.add(bytes)
      if (entry.kind === 'manifest')
        days.push(rebuildDay(entry, { origin, size: tree.size, root: tree.root() }, days.at(-1)))
    }
  }
  tree.finish()
  const texts = [...lists].map(([path, list]) => [path, listText(list)] as const)
  return {
    root: tree.root(),
    lists: new Map([...texts, [LOG_FILES.days, `${JSON.stringify(days)}\n`]]),
    tiles,
  }
}

/** Serializes a list of entries. */
export function listText(list: Subjects): string {
  const sorted = Object.entries(list).sort(([a], [b]) => (a < b ? -1 : 1))
  return `${JSON.stringify(Object.fromEntries(sorted))}\n`
}

/** A disk that writes nothing and collects the files that would differ. */
const comparingDisk = (root: string, others: Map<string, Uint8Array>) => ({
  read: () => Buffer.alloc(0),
  write(path: string, bytes: Uint8Array): void {
    const at = join(root, path)
    if (!existsSync(at) || !readFileSync(at).equals(bytes)) others.set(path, Uint8Array.from(bytes))
  },
})

function readEntries(root: string, path: string, count: number): Uint8Array[] {
  if (!existsSync(join(root, path))) throw new EntriesDamaged(path, 'it is missing')
  const entries = splitEntries(path, readFileSync(join(root, path)))
  if (entries.length === count) return entries
  throw new EntriesDamaged(path, `it has ${entries.length} entries instead of ${count}`)
}

function splitEntries(path: string, bytes: Uint8Array): Uint8Array[] {
  try {
    return splitBundle(bytes)
  } catch {
    throw new EntriesDamaged(path, 'it ends within an entry')
  }
}

interface Entry {
  kind: string
  subject: string
  date: string
  release: string
  manifest_sha256: string
}

function parseEntry(path: string, bytes: Uint8Array): Entry {
  try {
    const entry = JSON.parse(Buffer.from(bytes).toString()) as Entry
    if (typeof entry.subject === 'string') return entry
  } catch {
    // Thrown below.
  }
  throw new EntriesDamaged(path, 'it has an entry that is no JSON object with a subject')
}

function addToList(lists: Map<string, Subjects>, subject: string, index: number): void {
  const path = subjectsPath(subject)
  // Without a prototype: a subject is third-party text.
  const list = lists.get(path) ?? (Object.create(null) as Subjects)
  lists.set(path, list)
  const indices = list[subject] ?? []
  list[subject] = indices
  indices.push(index)
}

function rebuildDay(
  { date, release, manifest_sha256 }: Entry,
  head: TreeHead,
  before: LoggedDay | undefined,
): LoggedDay {
  const log_root = Buffer.from(head.root).toString('hex')
  const digested = {
    date,
    manifest_sha256,
    log_size: head.size,
    log_root,
    previous_digest: before?.digest ?? null,
  }
  return {
    ...{ date, release, manifest_sha256, first_index: before?.log_size ?? 0 },
    ...{ log_size: head.size, log_root, previous_digest: digested.previous_digest },
    digest: dayDigest(digested),
    checkpoint_sha256: hash('sha256', checkpointBody(head)),
  }
}
