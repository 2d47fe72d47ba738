import type { BlockRange, ChainCheck, Observation } from '../source/source.ts'

/** The blocks of a chain that were read. */
export interface ChainBlocks {
  /** From the first that is wanted to the newest that was read. */
  range: BlockRange
  unread: BlockRange[]
  /** Those that this run has read. */
  today: BlockRange[]
}

/** A check of what was read of a chain; it may read again, and yields what comes back. */
export interface ChainCensus {
  /** Comes right after the newest blocks. */
  search(blocks: ChainBlocks): Promise<void>
  /** Comes at the end; null where nothing of the chain was ever read. */
  finish(blocks: ChainBlocks | null): AsyncGenerator<Observation, ChainCheck[]>
}
