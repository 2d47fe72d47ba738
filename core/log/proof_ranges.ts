import { computeRoot, largestPowerBelow, nodeHash } from './tree.ts'

/** The entries from..to-1. */
export type Range = [from: number, to: number]

/** The subtrees whose hashes prove an entry, the lowest first (RFC 6962, 2.1.1). */
export function inclusionRanges(index: number, size: number): Range[] {
  const ranges: Range[] = []
  for (let [from, to] = [0, size]; to - from > 1; ) {
    const middle = from + largestPowerBelow(to - from)
    ranges.unshift(index < middle ? [middle, to] : [from, middle])
    if (index < middle) to = middle
    else from = middle
  }
  return ranges
}

/**
 * The subtrees that a tree of `oldSize` entries and one of `size` are made of, such that the roots of both follow from
 * their hashes: those of the old tree, then those added (RFC 6962, 2.1.2, with the old root's parts).
 */
export function consistencyRanges(oldSize: number, size: number): { old: Range[]; added: Range[] } {
  return { old: completeSubtrees(0, oldSize), added: completeSubtrees(oldSize, size) }
}

/** True if the hash of an entry is at an index of the tree with this root; `proof` is of `inclusionRanges`. */
export function isIncluded(
  { index, size, root }: { index: number; size: number; root: Uint8Array },
  leaf: Uint8Array,
  proof: readonly Uint8Array[],
): boolean {
  const ranges = inclusionRanges(index, size)
  if (!(index >= 0 && index < size) || ranges.length !== proof.length) return false
  const found = ranges.reduce<Uint8Array>((hash, [from], at) => {
    const sibling = proof[at] as Uint8Array
    return from < index ? nodeHash(sibling, hash) : nodeHash(hash, sibling)
  }, leaf)
  return Buffer.compare(found, root) === 0
}

/** The root over whole subtrees, one behind another, that make up a tree. */
export function joinSubtrees(ranges: readonly Range[], hashes: readonly Uint8Array[]): Uint8Array {
  const parts = ranges.map(([from, to], at) => ({ from, to, hash: hashes[at] as Uint8Array }))
  if (parts.length === 0) return computeRoot(new Uint8Array())
  return concatParts(parts)
}

type Part = { from: number; to: number; hash: Uint8Array }

/** RFC 6962 splits at the largest power of two: so do the subtrees, each of which is whole. */
function concatParts(parts: readonly Part[]): Uint8Array {
  const [first, last] = [parts[0] as Part, parts.at(-1) as Part]
  if (parts.length === 1) return first.hash
  const middle = first.from + largestPowerBelow(last.to - first.from)
  const left = parts.filter(({ to }) => to <= middle)
  return nodeHash(concatParts(left), concatParts(parts.slice(left.length)))
}

/** The largest subtrees that fill a range, each of a power of two and at a multiple of it. */
function completeSubtrees(from: number, to: number): Range[] {
  const ranges: Range[] = []
  for (let at = from; at < to; ) {
    let count = 1
    while (at % (count * 2) === 0 && at + count * 2 <= to) count *= 2
    ranges.push([at, at + count])
    at += count
  }
  return ranges
}
