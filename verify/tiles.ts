import { concatBytes, Malformed, sameBytes } from './bytes.ts'
import { hashChildren, hashLeaf, type LeafRange, treeRoot } from './tree.ts'

/**
 * The files of a log (c2sp.org/tlog-tiles): tiles of 256 hashes, and bundles of the entries themselves. What is missing
 * or has another form throws Malformed.
 *
 * hashTilePath(level, index, size)  → the path of a tile of hashes below the log's folder
 * entryBundlePath(index, size)      → the path of a bundle of entries there
 * isLogPath(path, size)             → true for one of them
 * readLogEntry(log, index)          → the bytes of an entry, which a proof must still prove
 * readProofHashes(log, ranges)      → the hashes that a proof of tree.ts consists of
 * rootAt(log, size)                 → the root that the tiles give for a tree of this size
 * replay(log, onEntry)              → every entry hashed and every tile compared: root and problems
 */

/** A log of `size` entries whose files can be read. */
export interface ReadableLog {
  size: number
  /** The bytes at a path below the log's folder, or null where nothing is. */
  read(path: string): Promise<Uint8Array | null>
}

const WIDTH = 256
const HASH = 32

/** The path of a tile of hashes in a log of this size. */
export const hashTilePath = (level: number, index: number, size: number): string =>
  `tile/${level}/${formatTileNumber(index)}${partial(tileWidth(level, index, size))}`

/** The path of the entries that the tile of level 0 with this index is made of. */
export const entryBundlePath = (index: number, size: number): string =>
  `tile/entries/${formatTileNumber(index)}${partial(tileWidth(0, index, size))}`

const tileWidth = (level: number, index: number, size: number): number =>
  Math.min(WIDTH, Math.floor(size / WIDTH ** level) - index * WIDTH)

const partial = (width: number): string => (width === WIDTH ? '' : `.p/${width}`)

function formatTileNumber(index: number): string {
  const last = String(index % 1000).padStart(3, '0')
  let path = last
  for (let rest = Math.floor(index / 1000); rest > 0; rest = Math.floor(rest / 1000))
    path = `x${String(rest % 1000).padStart(3, '0')}/${path}`
  return path
}

const LOG_PATH = /^tile\/(entries|\d)\/((?:x\d{3}\/){0,5}\d{3})(?:\.p\/\d{1,3})?$/

/** True if a log of this size has a file at a path: constant time, however large a size is claimed. */
export function isLogPath(path: string, size: number): boolean {
  const [, place = '', digits = ''] = LOG_PATH.exec(path) ?? []
  const [level, index] = [place === 'entries' ? 0 : Number(place), Number(digits.replace(/\D/g, ''))]
  if (digits === '' || tileWidth(level, index, size) <= 0) return false
  return path === (place === 'entries' ? entryBundlePath(index, size) : hashTilePath(level, index, size))
}

/** The bytes of the entry with this index, as its bundle has them. */
export async function readLogEntry(log: ReadableLog, index: number): Promise<Uint8Array> {
  if (index >= log.size)
    throw new Malformed(`the log has ${log.size} entries, and none with the index ${index}`)
  const tile = Math.floor(index / WIDTH)
  const entries = await bundle(log, tile)
  return entries[index - tile * WIDTH] as Uint8Array
}

async function bundle(log: ReadableLog, index: number): Promise<Uint8Array[]> {
  const path = entryBundlePath(index, log.size)
  const entries = splitBundle(await requireFile(log, path), path)
  const width = tileWidth(0, index, log.size)
  if (entries.length !== width)
    throw new Malformed(`${path} has ${entries.length} entries instead of ${width}`)
  return entries
}

function splitBundle(bytes: Uint8Array, path: string): Uint8Array[] {
  const entries: Uint8Array[] = []
  for (let at = 0; at < bytes.length; ) {
    const from = at + 2
    at = from + (bytes[at] as number) * 256 + (bytes[at + 1] ?? 0)
    if (at > bytes.length) throw new Malformed(`${path} ends within an entry`)
    entries.push(bytes.slice(from, at))
  }
  return entries
}

/** The hashes of these subtrees, from the tiles. */
export async function readProofHashes(log: ReadableLog, ranges: LeafRange[]): Promise<Uint8Array[]> {
  const hashes: Uint8Array[] = []
  for (const range of ranges) hashes.push(await rangeHash(log, range))
  return hashes
}

/** The root that the tiles give for the first `size` entries. */
export const rootAt = (log: ReadableLog, size: number): Promise<Uint8Array> =>
  size === 0 ? Promise.resolve(treeRoot([])) : rangeHash(log, [0, size])

/** The hash over a range that begins where RFC 6962 lets a subtree begin: its whole subtrees, joined from the right. */
async function rangeHash(log: ReadableLog, [from, to]: LeafRange): Promise<Uint8Array> {
  const hashes: Uint8Array[] = []
  for (let at = from; at < to; ) {
    let count = 1
    while (at % (count * 2) === 0 && at + count * 2 <= to) count *= 2
    hashes.push(await subtreeHash(log, at, count))
    at += count
  }
  return hashes.reduceRight((right, left) => hashChildren(left, right))
}

/** The hash of a whole subtree of a power of two of entries. */
async function subtreeHash(log: ReadableLog, from: number, count: number): Promise<Uint8Array> {
  let [level, first, hashes] = [0, from, count]
  while (hashes >= WIDTH) {
    level += 1
    first /= WIDTH
    hashes /= WIDTH
  }
  const index = Math.floor(first / WIDTH)
  const tile = await readTile(log, level, index)
  return treeRoot(tile.slice(first - index * WIDTH, first - index * WIDTH + hashes))
}

async function readTile(log: ReadableLog, level: number, index: number): Promise<Uint8Array[]> {
  const path = hashTilePath(level, index, log.size)
  const bytes = await requireFile(log, path)
  const width = tileWidth(level, index, log.size)
  if (bytes.length !== width * HASH)
    throw new Malformed(`${path} has ${bytes.length} bytes instead of ${width * HASH}`)
  return Array.from({ length: width }, (_, i) => bytes.slice(i * HASH, (i + 1) * HASH))
}

async function requireFile(log: ReadableLog, path: string): Promise<Uint8Array> {
  const bytes = await log.read(path)
  if (bytes === null) throw new Malformed(`${path} is missing`)
  return bytes
}

/**
 * Hashes every entry, and compares every tile with what the entries give. `onEntry` gets each entry, its index, and a
 * function that gives the root of the tree up to it, the entry included.
 */
export async function replay(
  log: ReadableLog,
  onEntry: (entry: Uint8Array, index: number, rootHere: () => Uint8Array) => void,
): Promise<{ root: Uint8Array; problems: string[] }> {
  const problems: string[] = []
  const tree = new GrowingTree()
  let level: Uint8Array[] = []
  for (let tile = 0; tile * WIDTH < log.size; tile += 1) {
    const entries = await bundle(log, tile)
    for (const [i, entry] of entries.entries()) {
      const hash = hashLeaf(entry)
      tree.add(hash)
      level.push(hash)
      try {
        onEntry(entry, tile * WIDTH + i, () => tree.root())
      } catch (error) {
        problems.push(`${entryBundlePath(tile, log.size)}: ${(error as Error).message}`)
      }
    }
  }
  for (let height = 0; level.length > 0; height += 1) {
    for (let index = 0; index * WIDTH < level.length; index += 1)
      problems.push(
        ...(await tileProblem(log, height, index, level.slice(index * WIDTH, (index + 1) * WIDTH))),
      )
    level = Array.from({ length: Math.floor(level.length / WIDTH) }, (_, i) =>
      treeRoot(level.slice(i * WIDTH, (i + 1) * WIDTH)),
    )
  }
  return { root: tree.root(), problems }
}

async function tileProblem(
  log: ReadableLog,
  level: number,
  index: number,
  expected: Uint8Array[],
): Promise<string[]> {
  const path = hashTilePath(level, index, log.size)
  const bytes = await log.read(path)
  if (bytes === null) return [`${path} is missing`]
  const below = level === 0 ? `the entries of ${entryBundlePath(index, log.size)}` : 'the tiles below it'
  return sameBytes(bytes, concatBytes(...expected)) ? [] : [`${path} is not the hashes of ${below}`]
}

/** The roots of the whole subtrees of a tree that grows: as many as its size has binary ones. */
class GrowingTree {
  readonly #peaks: { hash: Uint8Array; count: number }[] = []

  add(leaf: Uint8Array): void {
    let peak = { hash: leaf, count: 1 }
    for (let last = this.#peaks.at(-1); last?.count === peak.count; last = this.#peaks.at(-1)) {
      peak = { hash: hashChildren(last.hash, peak.hash), count: 2 * peak.count }
      this.#peaks.pop()
    }
    this.#peaks.push(peak)
  }

  root(): Uint8Array {
    const hashes = this.#peaks.map(({ hash }) => hash)
    return hashes.length === 0 ? treeRoot([]) : hashes.reduceRight((right, left) => hashChildren(left, right))
  }
}
