import type { Hex } from 'viem'
import { type AnchorChain, type MinedTransaction, NotNow } from './chain.ts'

/** A transaction that was signed here. */
export interface SentTransaction {
  transaction_hash: Hex
  from: Hex
  nonce: number
  /** The data it writes. */
  data: Hex
  /** The newest block at the time of signing. */
  seen_block: number
}

/** Status of a transaction. `depth` counts the blocks from the decisive one to the newest. */
export type TxStatus =
  /** Its data is in a block: `hash` differs if its sender sent the same data again for a higher fee. */
  | { kind: 'mined'; hash: Hex; block: number; depth: number }
  /**
   * It can still be mined, after `missing` others of its sender that the chain has not seen; `isKnown` if the node has
   * it.
   */
  | { kind: 'open'; isKnown: boolean; missing: number }
  /** Another transaction has used its nonce: it can never be mined unless that block is dropped. */
  | { kind: 'replaced'; by: Hex; depth: number }

/**
 * Reads the status from the chain. Throws NotNow if it cannot be known, so that a silent node leads to no conclusion.
 */
export async function readTxStatus(chain: AnchorChain, sent: SentTransaction): Promise<TxStatus> {
  const head = await chain.head()
  const countDepth = (block: number) => Math.max(head - block + 1, 0)
  const block = await chain.findBlock(sent.transaction_hash)
  if (block !== null) return { kind: 'mined', hash: sent.transaction_hash, block, depth: countDepth(block) }
  const missing = sent.nonce - (await chain.nonce(sent.from, 'latest'))
  if (missing >= 0) return { kind: 'open', isKnown: await chain.isKnown(sent.transaction_hash), missing }
  // A node without the receipt may have pruned it, so the transaction that used the nonce must be found.
  const user = await findNonceUser(chain, sent, head)
  const depth = countDepth(user.block)
  return hasSameData(user, sent)
    ? { kind: 'mined', hash: user.hash, block: user.block, depth }
    : { kind: 'replaced', by: user.hash, depth }
}

const hasSameData = (user: MinedTransaction, { from, data }: SentTransaction): boolean =>
  user.to === from && user.input.toLowerCase() === data

/** Returns the transaction that used a nonce, with its block. */
async function findNonceUser(
  chain: AnchorChain,
  { from, nonce, seen_block }: SentTransaction,
  head: number,
): Promise<MinedTransaction & { block: number }> {
  const isUsedBy = async (block: number) => (await chain.nonce(from, block)) > nonce
  const block = await findFirstBlock(isUsedBy, seen_block, head)
  const all = block === null ? [] : await chain.transactions(block)
  const user = all.find((mined) => mined.from === from && mined.nonce === nonce)
  if (block === null || user === undefined)
    throw new NotNow(`the node does not show which transaction used nonce ${nonce}: another node may`)
  return { ...user, block }
}

/** Returns the first block where a monotonic condition holds; null if it does not hold at the head. */
async function findFirstBlock(
  holds: (block: number) => Promise<boolean>,
  start: number,
  head: number,
): Promise<number | null> {
  if (!(await holds(head))) return null
  let before = Math.min(start, head) - 1
  // The block seen at signing may come from a node that lagged behind.
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
