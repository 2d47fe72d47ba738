import { hash } from 'node:crypto'
import { HASH_BYTES } from './tiles.ts'

// RFC 6962: what is hashed begins with a 0 for an entry and with a 1 for a node.
const MOST_BYTES = 65_535
const entry = Buffer.alloc(1 + MOST_BYTES)
const node = Buffer.alloc(1 + 2 * HASH_BYTES, 1)

/** The hash of an entry of the log; it has at most 65,535 bytes, so that its length fits into a bundle. */
export function leafHash(bytes: Uint8Array): Buffer {
  if (bytes.length > MOST_BYTES)
    throw new RangeError(`an entry of ${bytes.length} bytes is too long for a log`)
  entry.set(bytes, 1)
  return sha256(entry.subarray(0, 1 + bytes.length))
}

/** The hash of a node of the tree. */
export function nodeHash(left: Uint8Array, right: Uint8Array): Buffer {
  node.set(left, 1)
  node.set(right, 1 + HASH_BYTES)
  return sha256(node)
}

/**
 * The root over hashes of subtrees, of which all are complete and of one size, or the last one is smaller. RFC 6962
 * splits at the largest power of two, which is to join neighbours and to carry a last one that has none.
 */
export function rootOf(hashes: readonly Uint8Array[]): Uint8Array {
  let level = hashes
  while (level.length > 1) level = joined(level)
  return level[0] ?? sha256(Buffer.alloc(0))
}

function joined(hashes: readonly Uint8Array[]): Uint8Array[] {
  const above: Uint8Array[] = []
  for (let at = 0; at < hashes.length; at += 2) {
    const [left, right] = [hashes[at] as Uint8Array, hashes[at + 1]]
    above.push(right === undefined ? left : nodeHash(left, right))
  }
  return above
}

// Five times as fast as to ask for the hash as a buffer, of which each is allocated apart.
const sha256 = (bytes: Uint8Array): Buffer => Buffer.from(hash('sha256', bytes, 'binary'), 'binary')

/** The largest power of two below a number above 1. */
export function largestPowerBelow(count: number): number {
  let power = 1
  while (power * 2 < count) power *= 2
  return power
}
