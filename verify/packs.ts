import { jsonOf, Malformed, textOf } from './bytes.ts'

const SHARDS = 4096
const NEWLINE = 10

type Line = [key: string, offset: number, bytes: number, sha256: string, contentType: string]

/** The key of the list of packs. */
export const PACKS_KEY = 'private/packs.json'

/** The number of the pack that an agent's files are in: the 32-bit FNV-1a hash of its handle, folded to 12 bits. */
export function shardOf(handle: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < handle.length; i += 1) hash = Math.imul(hash ^ handle.charCodeAt(i), 0x01000193)
  return ((hash >>> 0) ^ (hash >>> 16)) & (SHARDS - 1)
}

/** The keys of the packs by their number, null for an empty one. */
export function packKeys(list: Uint8Array): (string | null)[] {
  const hashes = jsonOf(list)
  if (!Array.isArray(hashes) || hashes.length !== SHARDS)
    throw new Malformed(`${PACKS_KEY} is no list of packs`)
  return hashes.map((hash) => (hash === null ? null : `private/packs/${hash}`))
}

/** The files in a pack: a line of JSON says where each stands behind it. */
export function filesOfPack(pack: Uint8Array): Map<string, Uint8Array> {
  const start = pack.indexOf(NEWLINE) + 1
  const lines = jsonOf(textOf(pack.subarray(0, start))) as Line[]
  return new Map(
    lines.map(([key, offset, bytes]) => [key, pack.subarray(start + offset, start + offset + bytes)]),
  )
}
