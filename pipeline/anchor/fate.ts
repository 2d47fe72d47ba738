import type { Hex } from 'viem'
import { type AnchorChain, type Mined, NotNow } from './chain.ts'

/** A transaction that was signed here. */
export interface Sought {
  transaction_hash: Hex
  from: Hex
  nonce: number
  /** What it writes. */
  data: Hex
  /** The newest block when it was signed. */
  seen_block: number
}

/** What has become of it. `depth` counts the blocks from the one that decides to the newest. */
export type Fate =
  /** Its words are in a block: `hash` is another where its sender sent the same words again for a higher fee. */
  | { kind: 'mined'; hash: Hex; block: number; depth: number }
  /** It can still be mined, after so many of its sender's that the chain has not seen; whether the node has it. */
  | { kind: 'open'; isKnown: boolean; missing: number }
  /** Another transaction has used its nonce: it can never be mined as long as that block stays. */
  | { kind: 'replaced'; by: Hex; depth: number }

/** Asks the chain. Throws NotNow where that cannot be known, so that nothing is concluded from a silent node. */
export async function fateOf(chain: AnchorChain, sought: Sought): Promise<Fate> {
  const head = await chain.head()
  const depthOf = (block: number) => Math.max(head - block + 1, 0)
  const block = await chain.blockOf(sought.transaction_hash)
  if (block !== null) return { kind: 'mined', hash: sought.transaction_hash, block, depth: depthOf(block) }
  const missing = sought.nonce - (await chain.nonce(sought.from, 'latest'))
  if (missing >= 0) return { kind: 'open', isKnown: await chain.isKnown(sought.transaction_hash), missing }
  // A node that has no receipt may only have forgotten it: what used the nonce must be seen.
  const user = await userOfNonce(chain, sought, head)
  const depth = depthOf(user.block)
  return writesTheSame(user, sought)
    ? { kind: 'mined', hash: user.hash, block: user.block, depth }
    : { kind: 'replaced', by: user.hash, depth }
}

const writesTheSame = (user: Mined, { from, data }: Sought): boolean =>
  user.to === from && user.input.toLowerCase() === data

/** The transaction in a block that used a nonce. */
async function userOfNonce(
  chain: AnchorChain,
  { from, nonce, seen_block }: Sought,
  head: number,
): Promise<Mined & { block: number }> {
  const isUsedBy = async (block: number) => (await chain.nonce(from, block)) > nonce
  const block = await firstBlock(isUsedBy, seen_block, head)
  const all = block === null ? [] : await chain.transactions(block)
  const user = all.find((mined) => mined.from === from && mined.nonce === nonce)
  if (block === null || user === undefined)
    throw new NotNow(`the node does not show which transaction used nonce ${nonce}: another node may`)
  return { ...user, block }
}

/** The first block for which something holds that then stays true; null where it does not hold at the head. */
async function firstBlock(
  holds: (block: number) => Promise<boolean>,
  start: number,
  head: number,
): Promise<number | null> {
  if (!(await holds(head))) return null
  let before = Math.min(start, head) - 1
  // What was read when it was signed may have come from a node that lagged behind.
  for (let step = 1; before >= 0 && (await holds(before)); step *= 2) before -= step
  let from = Math.max(before, -1)
  let to = head
  while (to - from > 1) {
    const middle = Math.floor((from + to) / 2)
    if (await holds(middle)) to = middle
    else from = middle
  }
  return to
}
