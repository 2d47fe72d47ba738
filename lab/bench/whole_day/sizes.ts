/** Numbers of copies of what the replay holds. */
export interface Sizes {
  /** Copies of each ERC-8004 registration, itself among them. */
  agents: number
  /** Copies of each server of the MCP registry, itself among them. */
  servers: number
}

/** An id, and which copy of it. */
interface CopiedId {
  id: bigint
  copy: number
}

/** Returns the id of a copy: copies are neighbours, so that holes between ids stay in proportion. */
export const toCopiedId = ({ id, copy }: CopiedId, copies: number): bigint =>
  id * BigInt(copies) + BigInt(copy)

export const fromCopiedId = (id: bigint, copies: number): CopiedId => ({
  id: id / BigInt(copies),
  copy: Number(id % BigInt(copies)),
})

/** All copies of a thing, by number. */
export const copyNumbers = (copies: number): number[] => Array.from({ length: copies }, (_, copy) => copy)
