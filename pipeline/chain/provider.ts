import type { BlockRange, Provenance } from '../source/source.ts'

/** The newest block of a chain, and the newest one that can no longer be reorganised. */
export interface ChainHead {
  number: number
  final: number
}

/** A range to read. */
export interface ReadRange extends BlockRange {
  /** It is history: requests for the newest blocks, of whatever chain, go first. */
  isHistory?: boolean
  /** It is read a second time: the requests differ from the first ones, so that the archive keeps both. */
  isAgain?: boolean
}

/** A log of a contract on its chain; missing or malformed fields are refused by the row schema. */
export interface EvmLog {
  from: Provenance
  block_number: unknown
  /** ISO 8601. */
  block_time: unknown
  log_index: unknown
  transaction_hash: unknown
  /** Lower case. */
  address: unknown
  topics: unknown
  data: unknown
}

/** A transaction with all its logs, in their order. */
export interface EvmTransaction {
  from: Provenance
  block_number: number
  hash: unknown
  /** The sender, lower case. */
  sender: unknown
  logs: EvmLog[]
}

/**
 * A log filter: logs of any of these contracts, lower case; each list of topics matches any of them, null every one.
 */
export interface LogSelector {
  address: string[]
  topics: (string[] | null)[]
}

/** A part of a range, read to its end: its items, and the times of its first and last block in seconds. */
export interface BlockPart<T> {
  items: Iterable<T>
  to_block: number
  from_time: number
  to_time: number
}

/** Reads a chain. Throws UpstreamDown, and UpstreamChanged when its answers no longer have the known form. */
export interface ChainProvider {
  /** Its address, for messages. */
  name: string
  /** Requested once and cached for the rest of the run. */
  head(): Promise<ChainHead>
  /** The first block at or after this time, in seconds since 1970. */
  blockAt(seconds: number): Promise<number>
  /** Seconds since 1970. */
  getBlockTime(block: number): Promise<number>
}

/** Reads a range in parts, in order, without gaps. */
export interface EvmProvider extends ChainProvider {
  logs(selectors: LogSelector[], range: ReadRange): AsyncGenerator<BlockPart<EvmLog>>
  /** The transactions with such logs, each once. */
  transactions(selectors: LogSelector[], range: ReadRange): AsyncGenerator<BlockPart<EvmTransaction>>
}

/** A transfer of a token by a checked instruction, in a transaction that succeeded. */
export interface SolanaTransfer {
  from: Provenance
  /** The slot. */
  block_number: number
  block_time: string | null
  /** Position among the block's instructions: transaction index times 65,536, plus the position in the transaction. */
  log_index: number
  transaction_hash: unknown
  mint: unknown
  /** The owners of the token accounts. */
  payer: unknown
  pay_to: unknown
  /** Atomic units, in decimal; null where the instruction's data cannot be read. */
  amount: string | null
  fee_payer: unknown
}

export interface SolanaProvider extends ChainProvider {
  /** The token transfers of transactions whose fee one of these accounts has paid. */
  transfers(feePayers: string[], range: ReadRange): AsyncGenerator<BlockPart<SolanaTransfer>>
}
