/** Returns the number of agents that all bitmaps contain, and the positions of the first. */
export function matchBits(
  bitmaps: readonly Uint32Array[],
  limit: number,
): { total: number; first: number[] } {
  const [bitmap, ...others] = bitmaps
  const first: number[] = []
  let total = 0
  for (let at = 0; at < (bitmap?.length ?? 0); at += 1) {
    let bits = others.reduce((bits, other) => bits & (other[at] as number), bitmap?.[at] as number)
    if (bits === 0) continue
    total += bitCount(bits)
    for (; bits !== 0 && first.length < limit; bits &= bits - 1)
      first.push(at * 32 + 31 - Math.clz32(bits & -bits))
  }
  return { total, first }
}

/** True if all bitmaps contain an agent. */
export function isInAll(position: number, bitmaps: readonly Uint32Array[]): boolean {
  for (let nth = 0; nth < bitmaps.length; nth += 1)
    if (((((bitmaps[nth] as Uint32Array)[position >>> 5] as number) >>> (position & 31)) & 1) === 0)
      return false
  return true
}

function bitCount(bits: number): number {
  const pairs = bits - ((bits >>> 1) & 0x55555555)
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}
