import { OperationalError } from '../domain/errors.ts'
import { consistencyRanges, inclusionRanges, isIncluded, joinSubtrees, type Range } from './proof_ranges.ts'
import { bundlePath, HASH_BYTES, TILE_WIDTH, tilePath, tileWidth } from './tiles.ts'
import { computeRoot, largestPowerBelow, leafHash, nodeHash } from './tree.ts'

/** The files of a log of `size` entries. */
export interface LogFiles {
  size: number
  /** The bytes of a file below the log, or null where there is none. */
  read(path: string): Promise<Uint8Array | null>
}

/** The hashes that lead from the entry with this index to the root, the lowest first (RFC 6962, 2.1.1). */
export const inclusionProof = (log: LogFiles, index: number): Promise<Uint8Array[]> =>
  hashesOver(log, inclusionRanges(index, log.size))

/** The bytes of an entry that the tree with this root is proven to hold; throws OperationalError where it is not. */
export async function readProvenEntry(log: LogFiles, index: number, root: Uint8Array): Promise<Uint8Array> {
  const entry = await readEntry(log, index)
  const proof = await inclusionProof(log, index)
  if (isIncluded({ index, size: log.size, root }, leafHash(entry), proof)) return entry
  throw damagedError(`no proof leads from the entry ${index} to the root`)
}

/**
 * The root that the first `size` entries have, proven to be the beginning of the tree with this root; throws
 * OperationalError where the files do not prove any.
 */
export async function provenRootAt(log: LogFiles, size: number, root: Uint8Array): Promise<Uint8Array> {
  const { old, added } = consistencyRanges(size, log.size)
  const [before, after] = [await hashesOver(log, old), await hashesOver(log, added)]
  if (Buffer.compare(joinSubtrees([...old, ...added], [...before, ...after]), root) !== 0)
    throw damagedError(`its tiles do not lead to the root of its ${log.size} entries`)
  return joinSubtrees(old, before)
}

async function hashesOver(log: LogFiles, ranges: readonly Range[]): Promise<Uint8Array[]> {
  const hashes: Uint8Array[] = []
  for (const [from, to] of ranges) hashes.push(await rangeHash(log, from, to))
  return hashes
}

/** The bytes of the entry with this index. */
export async function readEntry(log: LogFiles, index: number): Promise<Uint8Array> {
  const tile = Math.floor(index / TILE_WIDTH)
  const bundle = await requireFile(log, bundlePath(tile, tileWidth(0, tile, log.size)))
  const entries = splitBundle(bundle)
  const entry = entries[index % TILE_WIDTH]
  if (entry === undefined) throw damagedError(`the entry ${index} is missing`)
  return entry
}

/** The entries of a bundle: each has its length before it, in two bytes. */
export function splitBundle(bundle: Uint8Array): Uint8Array[] {
  const entries: Uint8Array[] = []
  for (let at = 0; at < bundle.length; ) {
    const length = ((bundle[at] as number) << 8) | (bundle[at + 1] ?? 0)
    if (at + 2 + length > bundle.length) throw damagedError('a bundle of entries ends too early')
    entries.push(bundle.subarray(at + 2, at + 2 + length))
    at += 2 + length
  }
  return entries
}

/**
 * The root over the entries from `from` to before `to`, where `from` is a multiple of the power of two that spans them.
 */
async function rangeHash(log: LogFiles, from: number, to: number): Promise<Uint8Array> {
  const count = to - from
  if (Number.isInteger(Math.log2(count)) && from % count === 0) return subtreeHash(log, from, count)
  const middle = from + largestPowerBelow(count)
  return nodeHash(await rangeHash(log, from, middle), await rangeHash(log, middle, to))
}

/** The hash of a complete subtree, from the tile that holds it or the hashes right below it. */
async function subtreeHash(log: LogFiles, from: number, count: number): Promise<Uint8Array> {
  const level = Math.floor(Math.log2(count) / 8)
  const span = TILE_WIDTH ** level
  const [first, hashes] = [from / span, count / span]
  const tile = Math.floor(first / TILE_WIDTH)
  const path = tilePath(level, tile, tileWidth(level, tile, log.size))
  const bytes = await requireFile(log, path)
  if (bytes.length !== tileWidth(level, tile, log.size) * HASH_BYTES)
    throw damagedError(`${path} has ${bytes.length} bytes`)
  const start = (first % TILE_WIDTH) * HASH_BYTES
  return computeRoot(bytes.subarray(start, start + hashes * HASH_BYTES))
}

async function requireFile(log: LogFiles, path: string): Promise<Uint8Array> {
  const bytes = await log.read(path)
  if (bytes === null) throw damagedError(`${path} is missing`)
  return bytes
}

const damagedError = (problem: string): OperationalError =>
  new OperationalError(`the log is damaged: ${problem}. Publish the day again, or copy the release again.`)
