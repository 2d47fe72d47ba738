import { hash } from 'node:crypto'
import { HASH_BYTES } from './tiles.ts'

// RFC 6962: what is hashed begins with a 0 for an entry and with a 1 for a node.
const MAX_BYTES = 65_535
const entry = new Uint8Array(1 + MAX_BYTES)
const node = Buffer.alloc(1 + 2 * HASH_BYTES, 1)

/** The hash of a log entry, of at most 65,535 bytes, so that its length fits into a bundle. */
export function leafHash(bytes: Uint8Array): Buffer {
  requireShort(bytes)
  entry.set(bytes, 1)
  return sha256(entry.subarray(0, 1 + bytes.length), Buffer.alloc(HASH_BYTES))
}

/**
 * Writes the hash of a log entry to a given offset. The entry lies in a buffer, and the byte before it is lent for the
 * prefix of what is hashed: a copy of each entry would cost a tenth of the tree.
 */
export function leafHashInPlace(
  { buffer, start, end }: { buffer: Buffer; start: number; end: number },
  into: Buffer,
  at: number,
): void {
  const lent = buffer[start - 1] ?? 0
  buffer[start - 1] = 0
  sha256(buffer.subarray(start - 1, end), into, at)
  buffer[start - 1] = lent
}

/** Throws if an entry is too long for a bundle. */
export function requireShort(bytes: Uint8Array): void {
  if (bytes.length > MAX_BYTES)
    throw new RangeError(`an entry of ${bytes.length} bytes is too long for a log`)
}

/** The hash of a node of the tree. */
export function nodeHash(left: Uint8Array, right: Uint8Array): Buffer {
  node.set(left, 1)
  node.set(right, 1 + HASH_BYTES)
  return sha256(node, Buffer.alloc(HASH_BYTES))
}

/**
 * The root over the hashes of subtrees, one behind another, of which all are complete and of one size, or the last one
 * is smaller. RFC 6962 splits at the largest power of two, which is to join neighbours and to carry a last one that has
 * none. Without a buffer for each hash, of which the collector would look at millions.
 */
export function computeRoot(hashes: Uint8Array): Buffer {
  if (hashes.length === 0) return sha256(hashes, Buffer.alloc(HASH_BYTES))
  const level = Buffer.from(hashes)
  for (let length = level.length; length > HASH_BYTES; ) length = joinNeighbours(level, length)
  return level.subarray(0, HASH_BYTES)
}

/** Writes the hashes of the level above over the first ones of a level, and returns their length. */
function joinNeighbours(level: Buffer, length: number): number {
  let above = 0
  for (let at = 0; at < length; at += 2 * HASH_BYTES, above += HASH_BYTES) {
    const isPair = at + HASH_BYTES < length
    if (!isPair) level.copyWithin(above, at, length)
    else {
      level.copy(node, 1, at, at + 2 * HASH_BYTES)
      sha256(node, level, above)
    }
  }
  return above
}

// Five times as fast as getting the hash as a buffer, of which each is allocated apart.
function sha256(bytes: Uint8Array, into: Buffer, at = 0): Buffer {
  into.write(hash('sha256', bytes, 'binary'), at, 'binary')
  return into
}

/** The largest power of two below a number above 1. */
export function largestPowerBelow(count: number): number {
  let power = 1
  while (power * 2 < count) power *= 2
  return power
}
