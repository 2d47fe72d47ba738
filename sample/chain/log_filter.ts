import type { ChainLog } from './logs.ts'
import { SampleRpcError } from './rpc_error.ts'

/** The newest blocks, which could still be replaced: five minutes. */
export const NOT_FINAL = 150

/** A log filter: a range of blocks, both included, and a predicate. */
export interface SampleLogFilter {
  from: number
  to: number
  fits(log: ChainLog): boolean
}

/** Reads the filter of `eth_getLogs`. Throws RpcError for one that no node accepts. */
export function readFilter(filter: unknown, head: number): SampleLogFilter {
  if (typeof filter !== 'object' || filter === null) throw invalid('missing value for required argument 0')
  const { fromBlock, toBlock, address, topics = [] } = filter as Record<string, unknown>
  const [from, to] = [toBlockNumber(fromBlock, head), toBlockNumber(toBlock, head)]
  if (from > to) throw invalid('invalid block range params')
  if (!Array.isArray(topics) || topics.length > 4) throw invalid('too many topics')
  const addresses = choices(address)
  const wanted = topics.map(choices)
  return {
    from,
    to,
    fits: (log) =>
      isAmong(addresses, log.address) && wanted.every((choice, index) => isAmong(choice, log.topics[index])),
  }
}

/** Parses a block parameter; nothing and `latest` are the head. Throws RpcError for an invalid one. */
export function toBlockNumber(block: unknown, head: number): number {
  if (block === undefined || block === null || block === 'latest') return head
  if (block === 'finalized') return head - NOT_FINAL
  if (block === 'earliest') return 0
  if (typeof block === 'string' && /^0x[0-9a-f]{1,12}$/i.test(block)) return Number(block)
  throw invalid(`invalid argument 0: hex string expected, got ${JSON.stringify(block)}`)
}

/** One value or any of several, in lower case; null matches everything. */
function choices(value: unknown): Set<string> | null {
  if (value === undefined || value === null || (Array.isArray(value) && value.length === 0)) return null
  return new Set([value].flat().map((item) => String(item).toLowerCase()))
}

const isAmong = (choice: Set<string> | null, value: string | undefined): boolean =>
  choice === null || (value !== undefined && choice.has(value))

const invalid = (message: string): SampleRpcError => new SampleRpcError(SampleRpcError.PARAMS, message)
