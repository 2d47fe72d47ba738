import type { Reply } from '../sources/recorded_http.ts'

/** A query of the stream, as a portal receives it. */
export interface StreamQuery {
  fromBlock: number
  toBlock: number
  parentBlockHash?: string
  logs?: Record<string, unknown>[]
  transactions?: Record<string, unknown>[]
}

/** A chain as a fake portal serves it. */
export interface FakePortal {
  head: number
  final: number
  hashOf(block: number): string
  timeOf(block: number): number
  /** The first block at or after a time. */
  blockAt(seconds: number): number
  /** The requested content of a block without its header; null if there is none. */
  contentOf(block: number, query: StreamQuery): object | null
  /** The blocks with any content. */
  filled: number[]
  /** True if the block exists; every block does by default. */
  isThere?(block: number): boolean
  /** Maximum number of blocks in one answer. */
  mostBlocks?: number
}

const PREVIOUS = 10

/** A portal's reply to an operation on a dataset. */
export function portalReply(portal: FakePortal, operation: string, query: StreamQuery): Reply {
  const { head, final } = portal
  if (operation === 'head') return { body: { number: head, hash: portal.hashOf(head) } }
  if (operation === 'finalized-head') return { body: { number: final, hash: portal.hashOf(final) } }
  const [, seconds] = /^timestamps\/(\d+)\/block$/.exec(operation) ?? []
  if (seconds !== undefined) return { body: { block_number: portal.blockAt(Number(seconds)) } }
  return streamReply(portal, query, operation === 'stream' ? head : final)
}

function streamReply(portal: FakePortal, query: StreamQuery, newest: number): Reply {
  const { fromBlock, toBlock, parentBlockHash } = query
  if (fromBlock > newest) return { status: 204, body: '' }
  if (parentBlockHash !== undefined && parentBlockHash !== portal.hashOf(fromBlock - 1))
    return { status: 409, body: forked(portal, fromBlock) }
  const last = Math.min(toBlock, newest, fromBlock + (portal.mostBlocks ?? Number.MAX_SAFE_INTEGER) - 1)
  const inside = portal.filled.filter((block) => fromBlock <= block && block <= last)
  const contents = new Map(inside.map((block) => [block, portal.contentOf(block, query)]))
  // An answer always includes its first and last block, even if they are empty.
  const numbers = [...new Set([fromBlock, ...inside.filter((block) => contents.get(block)), last])]
  const lines = numbers
    .filter((block) => portal.isThere?.(block) ?? true)
    .sort((a, b) => a - b)
    .map((block) => ({ header: toHeader(portal, block), ...contents.get(block) }))
  return { body: lines, lines: true }
}

const toHeader = (portal: FakePortal, number: number) => ({
  ...{ number, hash: portal.hashOf(number), timestamp: portal.timeOf(number) },
})

function forked(portal: FakePortal, fromBlock: number): object {
  const previousBlocks = Array.from({ length: PREVIOUS }, (_, i) => fromBlock - 1 - i).map((number) => ({
    number,
    hash: portal.hashOf(number),
  }))
  return { error: { code: 'base_block_mismatch', message: 'another branch' }, previousBlocks }
}
