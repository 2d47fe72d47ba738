import type { Hex } from 'viem'
import type { AnchorChain } from './chain.ts'
import type { DayEntry } from './day_entry.ts'

/** Context of the anchor command; tests pass their own. */
export interface AnchorTools {
  output: string
  chain: AnchorChain
  /** The expected chain; any other is refused. */
  chainId: number
  /** Null without a key: sent transactions are still followed. */
  key: Hex | null
  /** Maximum price of a unit of gas, in wei. */
  cap: bigint
  /** Milliseconds since 1970. */
  now(): number
}

/** State of a day's anchor. */
export interface AnchorState extends DayEntry {
  /** CAIP-2. */
  chain: string
  transaction_hash: string | null
  anchor_status: 'pending' | 'confirmed'
  /** The block that has it now; null if none has. */
  block_number: number | null
  /** The reason why it is pending; null when confirmed. */
  reason: string | null
}

/** Returns the CAIP-2 id of the chain. */
export const getChain = ({ chainId }: AnchorTools): string => `eip155:${chainId}`

/** Returns the current time in the format of events. */
export const formatTime = ({ now }: AnchorTools): string => new Date(now()).toISOString()

/** Returns a pending state with its reason. */
export const toPending = (tools: AnchorTools, entry: DayEntry, reason: string): AnchorState => ({
  ...{ ...entry, chain: getChain(tools), transaction_hash: null, anchor_status: 'pending' },
  ...{ block_number: null, reason },
})
