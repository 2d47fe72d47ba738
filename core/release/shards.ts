/** How many packs the agents of a release are spread over in the layout `packs`. */
export const SHARDS = 4096

const HANDLE = '([\\w-]{1,64})'
const OF_AGENT = {
  public: [
    new RegExp(`^api/agent/${HANDLE}/.`),
    new RegExp(`^api/public/trust/${HANDLE}$`),
    new RegExp(`^api/reputation/multiplier/${HANDLE}$`),
    new RegExp(`^embed/${HANDLE}\\.svg$`),
    new RegExp(`^agents/${HANDLE}\\.html$`),
  ],
  private: [new RegExp(`^(?:dossiers|candidates|history)/${HANDLE}\\.json$`)],
}

/** The handle of the agent whose artifact this is, as it stands in the path; null for what is not one agent's. */
export function agentOf(side: 'public' | 'private', path: string): string | null {
  for (const pattern of OF_AGENT[side]) {
    const handle = pattern.exec(path)?.[1]
    if (handle !== undefined) return handle
  }
  return null
}

/** The pack that holds all artifacts of this agent, 0 to 4095: the hash of the handle, folded. */
export function shardOf(handle: string): number {
  const hash = hashOf(handle)
  return (hash ^ (hash >>> 16)) & (SHARDS - 1)
}

/** The 32-bit FNV-1a hash of a handle. */
export function hashOf(handle: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < handle.length; i++) hash = Math.imul(hash ^ handle.charCodeAt(i), 0x01000193)
  return hash >>> 0
}
