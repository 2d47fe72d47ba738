/** The agents that have one term, and its impact on each: a sorted list of `agent * 256 + impact`, or a byte each. */
export type Postings = { list: Uint32Array } | { impacts: Uint8Array }

/** Returns the impact of a term on an agent, 0 if the agent does not have it. */
export function impactOn(postings: Postings, position: number): number {
  if ('impacts' in postings) return postings.impacts[position] as number
  const { list } = postings
  let [low, high] = [0, list.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((list[middle] as number) >>> 8 < position) low = middle + 1
    else high = middle
  }
  const found = list[low] ?? 0
  return low < list.length && found >>> 8 === position ? found & 255 : 0
}

/** A list is scanned unless so few agents are looked up in it that a binary search for each is quicker. */
export const LOOKUP_COST = 16

/** Returns the number of steps to read all agents of a term. */
export const scanCost = (postings: Postings): number =>
  'list' in postings ? postings.list.length : postings.impacts.length

/** Returns the number of steps to look a number of agents up in those of a term. */
export const lookupCost = (postings: Postings, agents: number): number =>
  'list' in postings ? Math.min(postings.list.length, agents * LOOKUP_COST) : agents
