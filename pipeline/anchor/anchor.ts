import { BadUsage } from '../../core/domain/errors.ts'
import { type AnchorEvent, addAnchorEvent, readAnchorEvents } from '../log/anchors.ts'
import { type AnchorState, type AnchorTools, formatTime, getChain } from './anchor_state.ts'
import { NotNow } from './chain.ts'
import { type DayEntry, readDayEntry } from './day_entry.ts'
import { advanceAnchor, findLive, readLastState } from './step.ts'

/**
 * Requests the anchor of a day, null for the newest that is over: it is pending from now on, whether its chain answers or not.
 * Returns that day, preceded by those requested earlier that are not confirmed.
 */
export function requestAnchor(tools: AnchorTools, date: string | null): DayEntry[] {
  const { output, key } = tools
  const entry = readDayEntry(output, date, formatTime(tools).slice(0, 10))
  const events = readAnchorEvents(output)
  if (entry === null) return findOpenAnchors(events, getChain(tools))
  const own = events.filter(({ digest }) => digest === entry.digest)
  const chain = getChain(tools)
  const other = own.find((item) => item.event !== 'asked' && item.chain !== chain)?.chain
  if (other !== undefined)
    throw new BadUsage(
      `the digest of ${entry.date} went to ${other}, and a digest is written on one chain only`,
    )
  if (key === null && !own.some(({ event }) => event === 'confirmed') && findLive(own) === null)
    throw new BadUsage(
      'ANCHOR_KEY is missing: the private key that pays for the transaction, 0x and 64 hexadecimal digits',
    )
  // Requested on another chain by mistake, and nothing was signed there.
  if (own.at(-1)?.chain !== chain)
    addAnchorEvent(output, { event: 'asked', at: formatTime(tools), chain, ...entry })
  return [...findOpenAnchors(events, chain).filter(({ digest }) => digest !== entry.digest), entry]
}

/** Advances each of them by one step, in order, and returns their states. */
export async function advanceAnchors(tools: AnchorTools, wanted: DayEntry[]): Promise<AnchorState[]> {
  const standings: AnchorState[] = []
  let down = await tryNow(() => requireChain(tools))
  // While one is in no block, a later one could not be mined either.
  let isClear = true
  for (const entry of wanted) {
    const take = async () => {
      const standing = await advanceAnchor(tools, entry, isClear)
      isClear &&= standing.block_number !== null
      standings.push(standing)
    }
    down ??= await tryNow(take)
    if (down !== null) standings.push(readLastState(tools, entry, down))
  }
  return standings
}

/** Runs work; returns the reason why it cannot be done now, or null on success. */
async function tryNow(work: () => Promise<void>): Promise<string | null> {
  try {
    await work()
    return null
  } catch (error) {
    if (error instanceof NotNow) return error.message
    throw error
  }
}

/** Returns the anchors requested last on this chain that are not confirmed. */
function findOpenAnchors(events: AnchorEvent[], chain: string): DayEntry[] {
  const requested = new Map<string, AnchorEvent & { event: 'asked' }>()
  for (const event of events) {
    if (event.event === 'asked') requested.set(event.digest, event)
    if (event.event === 'confirmed') requested.delete(event.digest)
  }
  return [...requested.values()]
    .filter((item) => item.chain === chain)
    .map(({ date, digest, checkpoint_sha256 }) => ({ date, digest, checkpoint_sha256 }))
}

async function requireChain({ chain, chainId }: AnchorTools): Promise<void> {
  const found = await chain.id()
  if (found !== chainId)
    throw new BadUsage(
      `the node at ANCHOR_RPC_URL serves chain ${found}, and anchors go to ${chainId}: set it to a node of that chain`,
    )
}
