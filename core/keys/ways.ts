/**
 * The ways in which a key is known to be an agent's, the surest first. Those of one rank are equally sure: of the agents
 * that have a key, one is chosen only if no other has it as surely.
 */
export const WAYS = {
  id: { sign: 'i', rank: 0, says: 'The key is its own id.' },
  former: { sign: 'f', rank: 0, says: 'The key is the handle of an agent that was merged into it.' },
  curated: { sign: 'c', rank: 1, says: 'The curated catalogue has it.' },
  host: { sign: 'h', rank: 2, says: 'The host itself confirms it.' },
  quote: { sign: 'q', rank: 2, says: 'Its own host asks for payment to this wallet.' },
  signature: { sign: 's', rank: 2, says: 'The wallet signed for it.' },
  verified: { sign: 'v', rank: 3, says: 'A registry or the catalogue verified that the host is its own.' },
  account: { sign: 'a', rank: 3, says: 'A registry verified the account of its publisher.' },
  owner: { sign: 'o', rank: 3, says: 'The wallet owns its registration.' },
  declared: { sign: 'd', rank: 4, says: 'Only its own record says so.' },
  listed: { sign: 'l', rank: 5, says: 'Only a listing says so, which anybody can write.' },
  imitating: { sign: 'x', rank: 6, says: 'Only its own record says so, and it looks like another agent.' },
} as const

export type Way = keyof typeof WAYS

/** Certainty of a way. */
export type Certainty = 'certain' | 'proven' | 'claimed'

/** Returns the certainty of a way: an id is certain, what another party or the chain confirms is proven. */
export function toCertainty(way: Way): Certainty {
  const { rank } = WAYS[way]
  return rank < 2 ? 'certain' : rank < 4 ? 'proven' : 'claimed'
}
