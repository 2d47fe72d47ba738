import { concatHex, type Hex } from 'viem'
import { type AnchorEvent, addAnchorEvent, readAnchorEvents, type SignedAnchor } from '../log/anchors.ts'
import { type AnchorState, type AnchorTools, formatTime, getChain, toPending } from './anchor_state.ts'
import type { DayEntry } from './day_entry.ts'
import { signAnchor } from './sign.ts'
import { readTxStatus, type TxStatus } from './tx_status.ts'

/** Number of blocks after which a transaction is final for us: two minutes on Base. */
export const CONFIRMATIONS = 64

type MinedStatus = TxStatus & { kind: 'mined' }
type OpenStatus = TxStatus & { kind: 'open' }

/** Returns the signed transaction of a digest that may still be mined, or null. */
export function findLive(events: AnchorEvent[]): SignedAnchor | null {
  const last = events.findLast((event) => event.event === 'signed' || event.event === 'replaced')
  return last?.event === 'signed' ? last : null
}

/** Returns the last known state of a day's anchor, for a chain that gave no answer. */
export function readLastState(tools: AnchorTools, entry: DayEntry, reason: string): AnchorState {
  const events = readAnchorEvents(tools.output).filter(({ digest }) => digest === entry.digest)
  const done = events.find((event) => event.event === 'confirmed')
  if (done !== undefined) return toConfirmed(tools, entry, done)
  return { ...toPending(tools, entry, reason), transaction_hash: findLive(events)?.transaction_hash ?? null }
}

/**
 * Advances the anchor of a day by one step: looks up its transaction, resends it if the chain lost it, or signs one if
 * there is none and no earlier day is open. A second one is signed only when the first can never be mined.
 */
export async function advanceAnchor(
  tools: AnchorTools,
  entry: DayEntry,
  isClear: boolean,
): Promise<AnchorState> {
  const events = readAnchorEvents(tools.output).filter(({ digest }) => digest === entry.digest)
  const done = events.find((event) => event.event === 'confirmed')
  if (done !== undefined) return toConfirmed(tools, entry, done)
  const live = findLive(events)
  if (live === null)
    return isClear ? signAndSend(tools, entry) : toPending(tools, entry, 'an earlier day is in no block yet')
  const fate = await readTxStatus(tools.chain, { ...live, data: encodeData(entry) })
  const { transaction_hash } = live
  if (fate.kind === 'mined') return handleMined(tools, entry, fate)
  if (fate.kind === 'open') return { ...(await handleOpen(tools, entry, live, fate)), transaction_hash }
  if (fate.depth < CONFIRMATIONS) {
    const reason = `its nonce went to another transaction, ${fate.by}, which is in ${fate.depth} of ${CONFIRMATIONS} blocks`
    return { ...toPending(tools, entry, reason), transaction_hash }
  }
  addAnchorEvent(tools.output, {
    event: 'replaced',
    ...describeEvent(tools, entry),
    transaction_hash,
    by: fate.by,
  })
  return advanceAnchor(tools, entry, isClear)
}

/** Recorded before it is sent: if this process dies, the next one resends this very transaction or finds it. */
async function signAndSend(tools: AnchorTools, entry: DayEntry): Promise<AnchorState> {
  const { chain, chainId, key, cap, output } = tools
  if (key === null) return toPending(tools, entry, 'ANCHOR_KEY is missing, which pays for its transaction')
  const data = encodeData(entry)
  const fresh = await signAnchor(chain, {
    key,
    chainId,
    data,
    cap,
    ownNonce: (from) => ownNonce(tools, from),
  })
  const { checkpoint_sha256 } = entry
  addAnchorEvent(output, { event: 'signed', ...describeEvent(tools, entry), checkpoint_sha256, ...fresh })
  const refusal = await chain.send(fresh.raw)
  const reason = refusal === null ? 'it was sent' : formatRefusal(refusal)
  return { ...toPending(tools, entry, reason), transaction_hash: fresh.transaction_hash }
}

function handleMined(tools: AnchorTools, entry: DayEntry, { hash, block, depth }: MinedStatus): AnchorState {
  const found = { transaction_hash: hash, block_number: block }
  if (depth < CONFIRMATIONS)
    return { ...toPending(tools, entry, `it is in ${depth} of ${CONFIRMATIONS} blocks`), ...found }
  const event = {
    event: 'confirmed' as const,
    ...describeEvent(tools, entry),
    ...found,
    confirmations: depth,
  }
  addAnchorEvent(tools.output, event)
  return toConfirmed(tools, entry, event)
}

async function handleOpen(
  tools: AnchorTools,
  entry: DayEntry,
  { raw }: SignedAnchor,
  { isKnown, missing }: OpenStatus,
): Promise<AnchorState> {
  const refusal = isKnown ? null : await tools.chain.send(raw)
  if (refusal !== null) return toPending(tools, entry, formatRefusal(refusal))
  const state = isKnown ? 'it waits for a block' : 'it was sent again'
  return toPending(
    tools,
    entry,
    missing === 0 ? state : `${state}, behind ${missing} of its sender that the chain lacks`,
  )
}

const toConfirmed = (
  tools: AnchorTools,
  entry: DayEntry,
  { transaction_hash, block_number }: { transaction_hash: string; block_number: number },
): AnchorState => ({
  ...{ ...entry, chain: getChain(tools), transaction_hash, anchor_status: 'confirmed' },
  ...{ block_number, reason: null },
})

const formatRefusal = (words: string): string => `the chain's node does not take it: "${words}"`

/** Returns the 64 bytes of data in the transaction. */
const encodeData = ({ digest, checkpoint_sha256 }: DayEntry): Hex =>
  concatHex([`0x${digest}`, `0x${checkpoint_sha256}`])

const describeEvent = (tools: AnchorTools, { digest }: DayEntry) => ({
  ...{ at: formatTime(tools), chain: getChain(tools), digest },
})

/** Returns the first nonce of an address that no transaction signed here has. */
function ownNonce(tools: AnchorTools, from: Hex): number {
  const own = readAnchorEvents(tools.output).flatMap((event) =>
    event.event === 'signed' && event.chain === getChain(tools) && event.from === from ? [event.nonce] : [],
  )
  return Math.max(-1, ...own) + 1
}
