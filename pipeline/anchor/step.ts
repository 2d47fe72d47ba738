import { concatHex, type Hex } from 'viem'
import { type AnchorEvent, addAnchorEvent, readAnchorEvents, type Signed } from '../log/anchors.ts'
import type { DayEntry } from './day_entry.ts'
import { type Fate, fateOf } from './fate.ts'
import { signAnchor } from './sign.ts'
import { type AnchorTools, chainOf, pending, type Standing, timeOf } from './standing.ts'

/** Number of blocks after which a transaction is final for us: two minutes on Base. */
export const CONFIRMATIONS = 64

type MinedFate = Fate & { kind: 'mined' }
type OpenFate = Fate & { kind: 'open' }

/** Returns the signed transaction of a digest that may still be mined, or null. */
export function liveOf(events: AnchorEvent[]): Signed | null {
  const last = events.findLast((event) => event.event === 'signed' || event.event === 'replaced')
  return last?.event === 'signed' ? last : null
}

/** Returns the last known state of a day's anchor, for a chain that gave no answer. */
export function waiting(tools: AnchorTools, entry: DayEntry, reason: string): Standing {
  const events = readAnchorEvents(tools.output).filter(({ digest }) => digest === entry.digest)
  const done = events.find((event) => event.event === 'confirmed')
  if (done !== undefined) return confirmed(tools, entry, done)
  return { ...pending(tools, entry, reason), transaction_hash: liveOf(events)?.transaction_hash ?? null }
}

/**
 * Advances the anchor of a day by one step: looks up its transaction, resends it if the chain lost it, or signs one if
 * there is none and no earlier day is open. A second one is signed only when the first can never be mined.
 */
export async function step(tools: AnchorTools, entry: DayEntry, isClear: boolean): Promise<Standing> {
  const events = readAnchorEvents(tools.output).filter(({ digest }) => digest === entry.digest)
  const done = events.find((event) => event.event === 'confirmed')
  if (done !== undefined) return confirmed(tools, entry, done)
  const live = liveOf(events)
  if (live === null)
    return isClear ? signAndSend(tools, entry) : pending(tools, entry, 'an earlier day is in no block yet')
  const fate = await fateOf(tools.chain, { ...live, data: dataOf(entry) })
  const { transaction_hash } = live
  if (fate.kind === 'mined') return seeMined(tools, entry, fate)
  if (fate.kind === 'open') return { ...(await seeOpen(tools, entry, live, fate)), transaction_hash }
  if (fate.depth < CONFIRMATIONS) {
    const why = `its nonce went to another transaction, ${fate.by}, which is in ${fate.depth} of ${CONFIRMATIONS} blocks`
    return { ...pending(tools, entry, why), transaction_hash }
  }
  addAnchorEvent(tools.output, { event: 'replaced', ...aboutOf(tools, entry), transaction_hash, by: fate.by })
  return step(tools, entry, isClear)
}

/** Recorded before it is sent: if this process dies, the next one resends this very transaction or finds it. */
async function signAndSend(tools: AnchorTools, entry: DayEntry): Promise<Standing> {
  const { chain, chainId, key, cap, output } = tools
  if (key === null) return pending(tools, entry, 'ANCHOR_KEY is missing, which pays for its transaction')
  const data = dataOf(entry)
  const fresh = await signAnchor(chain, {
    key,
    chainId,
    data,
    cap,
    ownNonce: (from) => ownNonce(tools, from),
  })
  const { checkpoint_sha256 } = entry
  addAnchorEvent(output, { event: 'signed', ...aboutOf(tools, entry), checkpoint_sha256, ...fresh })
  const refusal = await chain.send(fresh.raw)
  const why = refusal === null ? 'it was sent' : refused(refusal)
  return { ...pending(tools, entry, why), transaction_hash: fresh.transaction_hash }
}

function seeMined(tools: AnchorTools, entry: DayEntry, { hash, block, depth }: MinedFate): Standing {
  const found = { transaction_hash: hash, block_number: block }
  if (depth < CONFIRMATIONS)
    return { ...pending(tools, entry, `it is in ${depth} of ${CONFIRMATIONS} blocks`), ...found }
  const event = { event: 'confirmed' as const, ...aboutOf(tools, entry), ...found, confirmations: depth }
  addAnchorEvent(tools.output, event)
  return confirmed(tools, entry, event)
}

async function seeOpen(
  tools: AnchorTools,
  entry: DayEntry,
  { raw }: Signed,
  { isKnown, missing }: OpenFate,
): Promise<Standing> {
  const refusal = isKnown ? null : await tools.chain.send(raw)
  if (refusal !== null) return pending(tools, entry, refused(refusal))
  const state = isKnown ? 'it waits for a block' : 'it was sent again'
  return pending(
    tools,
    entry,
    missing === 0 ? state : `${state}, behind ${missing} of its sender that the chain lacks`,
  )
}

const confirmed = (
  tools: AnchorTools,
  entry: DayEntry,
  { transaction_hash, block_number }: { transaction_hash: string; block_number: number },
): Standing => ({
  ...{ ...entry, chain: chainOf(tools), transaction_hash, anchor_status: 'confirmed' },
  ...{ block_number, reason: null },
})

const refused = (words: string): string => `the chain's node does not take it: "${words}"`

/** Returns the 64 bytes of data in the transaction. */
const dataOf = ({ digest, checkpoint_sha256 }: DayEntry): Hex =>
  concatHex([`0x${digest}`, `0x${checkpoint_sha256}`])

const aboutOf = (tools: AnchorTools, { digest }: DayEntry) => ({
  ...{ at: timeOf(tools), chain: chainOf(tools), digest },
})

/** Returns the first nonce of an address that no transaction signed here has. */
function ownNonce(tools: AnchorTools, from: Hex): number {
  const own = readAnchorEvents(tools.output).flatMap((event) =>
    event.event === 'signed' && event.chain === chainOf(tools) && event.from === from ? [event.nonce] : [],
  )
  return Math.max(-1, ...own) + 1
}
