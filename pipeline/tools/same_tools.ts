import { canonicalHash } from './canonical.ts'

const EMPTY_LIST = canonicalHash([])

/**
 * Returns for each server how many others have the same tools, from the canonical hash of each server's list. A list
 * without tools is the same as none.
 */
export function sameToolsAs(hashes: ReadonlyMap<string, string>): Map<string, number> {
  const sizes = new Map<string, number>()
  for (const listHash of hashes.values()) sizes.set(listHash, (sizes.get(listHash) ?? 0) + 1)
  return new Map(
    [...hashes].map(([server, listHash]) => [
      server,
      listHash === EMPTY_LIST ? 0 : (sizes.get(listHash) ?? 1) - 1,
    ]),
  )
}
