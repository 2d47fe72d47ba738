import { toHex } from 'viem/utils'
import { UpstreamChanged, UpstreamDown } from '../../core/domain/errors.ts'
import type { Http } from '../http/http.ts'
import type { BlockRange, Provenance } from '../source.ts'
import { ask, BASE_RPC } from './rpc.ts'

/** The most blocks that the endpoint takes in one call of `eth_getLogs`. */
const MOST_BLOCKS = 10_000
const GROWTH = 1.25

/** Which logs: of one contract, by topics; a list of topics stands for any of them. */
export interface LogFilter {
  address: string
  topics: (string | string[])[]
}

/** The logs of one answer: all of them up to and with `to_block`, on from the answer before. */
export interface LogsRead {
  from: Provenance
  logs: unknown[]
  to_block: number
}

/**
 * Reads the logs of a range of blocks, oldest first. When the provider wants less asked at once, half as many blocks
 * are asked for, down to one, and gradually more after each success. Throws UpstreamDown and UpstreamChanged.
 */
export async function* readLogs(
  http: Http,
  filter: LogFilter,
  { from_block, to_block }: BlockRange,
): AsyncGenerator<LogsRead> {
  let blocks = MOST_BLOCKS
  let next = from_block
  while (next <= to_block) {
    const last = Math.min(next + blocks - 1, to_block)
    const answer = await ask(http, [logsCall(filter, next, last)])
    if (answer) {
      yield { from: answer.from, logs: listOf(answer.results[0]), to_block: last }
      next = last + 1
      blocks = Math.min(MOST_BLOCKS, Math.ceil(blocks * GROWTH))
    } else if (last === next) {
      throw new UpstreamDown(
        BASE_RPC,
        `it refuses the logs of even a single block (${next}): run again later`,
      )
    } else {
      blocks = Math.floor((last - next + 1) / 2)
    }
  }
}

/** What came before the upstream broke off, and the failure, or null when it all came. */
export async function untilDown<T>(
  parts: AsyncIterable<T>,
): Promise<{ read: T[]; failure: UpstreamDown | null }> {
  const read: T[] = []
  try {
    for await (const part of parts) read.push(part)
    return { read, failure: null }
  } catch (failure) {
    if (failure instanceof UpstreamDown) return { read, failure }
    throw failure
  }
}

const logsCall = ({ address, topics }: LogFilter, from: number, to: number) => ({
  method: 'eth_getLogs',
  params: [{ address, fromBlock: toHex(from), toBlock: toHex(to), topics }],
})

function listOf(result: unknown): unknown[] {
  if (Array.isArray(result)) return result
  throw new UpstreamChanged(BASE_RPC, 'eth_getLogs gives no list: run the day again with --refetch')
}
