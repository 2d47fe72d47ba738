/** Number of packs over which the agents of a release are spread in the layout `packs`. */
export const SHARDS = 4096

/** The pack that holds all artifacts of this agent, 0 to 4095: the hash of the handle, folded. */
export function shardNumber(handle: string): number {
  const hash = fnv1a(handle)
  return (hash ^ (hash >>> 16)) & (SHARDS - 1)
}

/** The 32-bit FNV-1a hash of a handle. */
export function fnv1a(handle: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < handle.length; i++) hash = Math.imul(hash ^ handle.charCodeAt(i), 0x01000193)
  return hash >>> 0
}
