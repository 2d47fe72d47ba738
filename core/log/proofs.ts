import { AssayError } from '../domain/errors.ts'
import { bundlePath, HASH_BYTES, TILE_WIDTH, tilePath, tileWidth } from './tiles.ts'
import { largestPowerBelow, nodeHash, rootOf } from './tree.ts'

/** The files of a log of `size` entries. */
export interface LogFiles {
  size: number
  /** The bytes of a file below the log, or null where there is none. */
  read(path: string): Promise<Uint8Array | null>
}

/** The hashes that lead from the entry with this index to the root, the lowest first (RFC 6962, 2.1.1). */
export async function inclusionProof(log: LogFiles, index: number): Promise<Uint8Array[]> {
  const path: Uint8Array[] = []
  let [from, to] = [0, log.size]
  while (to - from > 1) {
    const middle = from + largestPowerBelow(to - from)
    if (index < middle) path.unshift(await rangeHash(log, middle, to))
    else path.unshift(await rangeHash(log, from, middle))
    if (index < middle) to = middle
    else from = middle
  }
  return path
}

/** The bytes of the entry with this index. */
export async function entryAt(log: LogFiles, index: number): Promise<Uint8Array> {
  const tile = Math.floor(index / TILE_WIDTH)
  const bundle = await need(log, bundlePath(tile, tileWidth(0, tile, log.size)))
  const entries = splitBundle(bundle)
  const entry = entries[index % TILE_WIDTH]
  if (entry === undefined) throw damaged(`the entry ${index} is missing`)
  return entry
}

/** The entries of a bundle: each has its length before it, in two bytes. */
export function splitBundle(bundle: Uint8Array): Uint8Array[] {
  const entries: Uint8Array[] = []
  for (let at = 0; at < bundle.length; ) {
    const length = ((bundle[at] as number) << 8) | (bundle[at + 1] ?? 0)
    if (at + 2 + length > bundle.length) throw damaged('a bundle of entries ends too early')
    entries.push(bundle.subarray(at + 2, at + 2 + length))
    at += 2 + length
  }
  return entries
}

/** The root over the entries from `from` to before `to`, where `from` is a multiple of the power of two that spans them. */
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
  const bytes = await need(log, tilePath(level, tile, tileWidth(level, tile, log.size)))
  const start = (first % TILE_WIDTH) * HASH_BYTES
  return rootOf(bytes.subarray(start, start + hashes * HASH_BYTES))
}

async function need(log: LogFiles, path: string): Promise<Uint8Array> {
  const bytes = await log.read(path)
  if (bytes === null) throw damaged(`${path} is missing`)
  return bytes
}

const damaged = (problem: string): AssayError =>
  new AssayError(`the log is damaged: ${problem}. Publish the day again, or copy the release again.`)
