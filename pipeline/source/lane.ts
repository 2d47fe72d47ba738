import { createHash } from 'node:crypto'

/** A host is always in the same lane, of any source, so that jobs of two lanes never visit the same one at once. */
export const LANES = 8

/** Returns the lane of an address, from 0. */
export function assignLane(address: string): number {
  const host = URL.parse(address)?.host ?? address
  return createHash('sha256').update(host).digest().readUInt32BE() % LANES
}
