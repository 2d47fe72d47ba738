import type { Hex } from 'viem'
import type { AnchorChain } from './chain.ts'
import type { DayEntry } from './day_entry.ts'

/** What the command works with; a test gives its own. */
export interface AnchorTools {
  output: string
  chain: AnchorChain
  /** The chain that is meant; another one is refused. */
  chainId: number
  /** Null where there is none: then what was sent is still followed. */
  key: Hex | null
  /** The most that a unit of gas may cost, in wei. */
  cap: bigint
  /** Milliseconds since 1970. */
  now(): number
}

/** Where the anchor of a day stands. */
export interface Standing extends DayEntry {
  /** CAIP-2. */
  chain: string
  transaction_hash: string | null
  anchor_status: 'pending' | 'confirmed'
  /** Of the block that has it now; null while none has. */
  block_number: number | null
  /** What it waits for; null when it is confirmed. */
  reason: string | null
}

/** The chain by its CAIP-2 id. */
export const chainOf = ({ chainId }: AnchorTools): string => `eip155:${chainId}`

/** A time as events have it. */
export const timeOf = ({ now }: AnchorTools): string => new Date(now()).toISOString()

/** The anchor of a day that waits for something. */
export const pending = (tools: AnchorTools, entry: DayEntry, reason: string): Standing => ({
  ...{ ...entry, chain: chainOf(tools), transaction_hash: null, anchor_status: 'pending' },
  ...{ block_number: null, reason },
})
