import { concatBytes, sameBytes, sha256Bytes } from './bytes.ts'

/**
 * Merkle trees of RFC 6962, section 2.1, with SHA-256. Hashes are 32 bytes; sizes and indices are safe integers.
 *
 * hashLeaf(entry), hashChildren(left, right), EMPTY_ROOT
 * treeRoot(leafHashes)                                   → root
 * provesInclusion({ index, size, leaf, proof, root })    → true if the leaf hash is at this index
 * isConsistent({ oldSize, oldRoot, size, root, proof })  → true if the old tree is the beginning of the new one
 * inclusionProofRanges(index, size)                      → the subtrees that a proof consists of: [from, to)[]
 * consistencyProofRanges(oldSize, size)                  → the same of a proof of growth
 */

/** The leaves from..to-1. */
export type LeafRange = [from: number, to: number]

/** The root of a tree without leaves. */
export const EMPTY_ROOT = sha256Bytes(new Uint8Array())

/** The hash of an entry. */
export const hashLeaf = (entry: Uint8Array): Uint8Array => sha256Bytes(concatBytes(Uint8Array.of(0), entry))

/** The hash of a node over its children. */
export const hashChildren = (left: Uint8Array, right: Uint8Array): Uint8Array =>
  sha256Bytes(concatBytes(Uint8Array.of(1), left, right))

/** The root over leaf hashes. */
export function treeRoot(leaves: Uint8Array[]): Uint8Array {
  if (leaves.length === 0) return EMPTY_ROOT
  if (leaves.length === 1) return leaves[0] as Uint8Array
  const left = largestPower(leaves.length)
  return hashChildren(treeRoot(leaves.slice(0, left)), treeRoot(leaves.slice(left)))
}

/** The largest power of two below a size of at least 2: where RFC 6962 splits a tree. */
function largestPower(size: number): number {
  let power = 1
  while (power * 2 < size) power *= 2
  return power
}

/** True if a leaf hash is at this index of the tree with this root. */
export function provesInclusion(claim: {
  index: number
  size: number
  leaf: Uint8Array
  proof: Uint8Array[]
  root: Uint8Array
}): boolean {
  const { index, size, leaf, proof, root } = claim
  if (!isCount(index) || !isCount(size) || index >= size || !areHashes([leaf, root, ...proof])) return false
  const found = throughTree(index, size, leaf, [...proof])
  return found !== null && sameBytes(found, root)
}

/**
 * The root of the tree of `size` leaves above a leaf; takes the hashes of the proof from its end. Null: not so many.
 */
function throughTree(index: number, size: number, leaf: Uint8Array, proof: Uint8Array[]): Uint8Array | null {
  const ranges = inclusionProofRanges(index, size)
  if (proof.length !== ranges.length) return null
  return ranges.reduce(
    (hash, [from], i) =>
      from < index ? hashChildren(proof[i] as Uint8Array, hash) : hashChildren(hash, proof[i] as Uint8Array),
    leaf,
  )
}

/** True if the tree of `oldSize` leaves is a prefix of the one of `size`. */
export function isConsistent(claim: {
  oldSize: number
  oldRoot: Uint8Array
  size: number
  root: Uint8Array
  proof: Uint8Array[]
}): boolean {
  const { oldSize, oldRoot, size, root, proof } = claim
  if (!isCount(oldSize) || !isCount(size) || oldSize > size || !areHashes([oldRoot, root, ...proof]))
    return false
  const ranges = consistencyProofRanges(oldSize, size)
  if (proof.length !== ranges.length) return false
  if (oldSize === 0) return sameBytes(oldRoot, EMPTY_ROOT)
  if (oldSize === size) return sameBytes(oldRoot, root)
  const known = new Map(ranges.map(([from, to], i) => [`${from}-${to}`, proof[i] as Uint8Array]))
  // Where the old tree is a whole subtree of the new one, the proof leaves it out.
  if (!known.has(`0-${oldSize}`) && isPower(oldSize)) known.set(`0-${oldSize}`, oldRoot)
  return sameBytes(rootOver(0, oldSize, known), oldRoot) && sameBytes(rootOver(0, size, known), root)
}

function rootOver(from: number, to: number, known: Map<string, Uint8Array>): Uint8Array {
  const given = known.get(`${from}-${to}`)
  if (given !== undefined) return given
  const middle = from + largestPower(to - from)
  return hashChildren(rootOver(from, middle, known), rootOver(middle, to, known))
}

/** The subtrees whose hashes prove a leaf, from the leaf upwards. */
export function inclusionProofRanges(index: number, size: number): LeafRange[] {
  const ranges: LeafRange[] = []
  let [from, to] = [0, size]
  while (to - from > 1) {
    const middle = from + largestPower(to - from)
    if (index < middle) {
      ranges.unshift([middle, to])
      to = middle
    } else {
      ranges.unshift([from, middle])
      from = middle
    }
  }
  return ranges
}

/** The subtrees whose hashes prove that a tree grew out of an older one, in the order of RFC 6962. */
export function consistencyProofRanges(oldSize: number, size: number): LeafRange[] {
  if (oldSize === 0 || oldSize === size) return []
  const ranges: LeafRange[] = []
  let [from, to] = [0, size]
  while (to !== oldSize) {
    const middle = from + largestPower(to - from)
    if (oldSize <= middle) {
      ranges.unshift([middle, to])
      to = middle
    } else {
      ranges.unshift([from, middle])
      from = middle
    }
  }
  return from === 0 ? ranges : [[from, to], ...ranges]
}

const isCount = (value: number): boolean => Number.isSafeInteger(value) && value >= 0
const isPower = (size: number): boolean => size === 1 || largestPower(size) * 2 === size
const areHashes = (all: Uint8Array[]): boolean => all.every((bytes) => bytes.length === 32)
