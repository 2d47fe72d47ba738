import type { BlocksRead, FetchContext, Observation } from '../source.ts'
import type { Head } from './block.ts'
import { rangeRead, rangeToRead, readHead } from './head.ts'
import { type LogFilter, readLogs, untilDown } from './logs.ts'

/** The most blocks that one run reads of a registry: the whole past of Base's first month and a half of them. */
const MOST_BLOCKS_A_RUN = 2_000_000

/** A contract's events, and how one log becomes a row; null leaves the log out. */
export interface RegistryEvents extends LogFilter {
  /** The block that the contract was made in. */
  start: number
  toRow(log: unknown, head: Head): Record<string, unknown> | null
}

/**
 * Reads the events of a contract since the last read. What was read before the upstream broke off counts as read,
 * and the next run goes on from there; throws UpstreamDown when that is nothing new.
 */
export async function* readRegistry(
  { http, lastBlock }: FetchContext,
  { start, toRow, ...filter }: RegistryEvents,
): AsyncGenerator<Observation, BlocksRead> {
  const head = await readHead(http)
  const range = rangeToRead(head, lastBlock, start, MOST_BLOCKS_A_RUN)
  const { read, failure } = await untilDown(readLogs(http, filter, range))
  const covered = rangeRead(range, lastBlock, read.at(-1)?.to_block ?? range.from_block - 1, failure)
  for (const { from, logs } of read) {
    for (const log of logs) {
      const row = toRow(log, head)
      if (row) yield { from, row }
    }
  }
  return { ...covered, head_block: head.number }
}
