import type { Chain } from '../catalog/chains.ts'
import type { BlockRange, BlocksRead, Observation } from '../source/source.ts'
import { isUpstreamFailure } from './fallback.ts'
import type { ChainProvider, Head } from './provider.ts'

/** What reading a range came to: up to which block, with the times of the first and the last one. */
export interface RangeRead {
  to_block: number
  /** Seconds since 1970. */
  from_time: number
  to_time: number
}

/** How much of a chain a run reads: the most blocks of one range, and the most ranges. */
export interface Span {
  blocks: number
  ranges: number
}

/** What is read of a chain, and how. */
export interface ChainReading extends Span {
  chain: Chain
  provider: ChainProvider
  /** The moment up to which it is read, in seconds since 1970; null: up to its newest block. */
  until: number | null
  /** What earlier days have read of it. */
  earlier: BlocksRead[]
  /** The block to begin with where nothing was read yet. */
  first(head: Head): Promise<number>
  /** Reads a range; null when nothing of it could be read. */
  read(range: BlockRange): AsyncGenerator<Observation, RangeRead | null>
}

/** What a run has read of a chain, and what it left, in words. */
export interface ChainRead {
  blocks: BlocksRead[]
  left_out: string | null
  failure: Error | null
}

/**
 * Reads what is missing of a chain: the newest blocks first, then the gaps behind them, so that a day that was missed
 * does not make every later one late. Blocks that were not final when they were read are read again.
 */
export async function* readMissing(reading: ChainReading): AsyncGenerator<Observation, ChainRead> {
  const { chain, earlier, blocks: size, ranges: most } = reading
  const read: BlocksRead[] = []
  let wanted: BlockRange | null = null
  const leftOut = () =>
    wanted === null
      ? `${chain.name}: all its newest blocks`
      : gapsIn(chain, missing(wanted, [...earlier, ...read.map(settledNow)]))
  try {
    const head = await newestOf(reading)
    const begin =
      earlier.length > 0
        ? Math.min(...earlier.map(({ from_block }) => from_block))
        : await reading.first(head)
    wanted = { from_block: begin, to_block: head.number }
    for (const range of pieces(missing(wanted, earlier), size).slice(0, most)) {
      const end = yield* reading.read(range)
      if (end) read.push(blocksRead(chain, range, end, head))
      if (!end || end.to_block < range.to_block) break
    }
    return { blocks: read, left_out: leftOut(), failure: null }
  } catch (error) {
    if (!isUpstreamFailure(error)) throw error
    return { blocks: read, left_out: leftOut(), failure: error }
  }
}

/** The newest block, or that of a day which ended before it; blocks of old were final long ago. */
async function newestOf({ provider, until }: ChainReading): Promise<Head> {
  const head = await provider.head()
  if (until === null) return head
  const number = Math.min(head.number, (await provider.blockAt(until)) - 1)
  return { number, final: Math.min(head.final, number) }
}

const blocksRead = (chain: Chain, { from_block }: BlockRange, end: RangeRead, head: Head): BlocksRead => ({
  chain: chain.id,
  from_block,
  to_block: end.to_block,
  from_time: new Date(end.from_time * 1000).toISOString(),
  to_time: new Date(end.to_time * 1000).toISOString(),
  final_block: Math.min(end.to_block, head.final),
})

/** What this run has read is not missing today, though its newest blocks are read again tomorrow. */
const settledNow = (read: BlocksRead): BlocksRead => ({ ...read, final_block: read.to_block })

/** The blocks of a range that were never read while they were final, oldest first. */
export function missing({ from_block, to_block }: BlockRange, reads: BlocksRead[]): BlockRange[] {
  const settled = reads
    .filter((read) => read.final_block >= read.from_block)
    .sort((a, b) => a.from_block - b.from_block)
  const gaps: BlockRange[] = []
  let next = from_block
  for (const read of settled) {
    if (read.from_block > next)
      gaps.push({ from_block: next, to_block: Math.min(read.from_block - 1, to_block) })
    next = Math.max(next, read.final_block + 1)
  }
  if (next <= to_block) gaps.push({ from_block: next, to_block })
  return gaps.filter((gap) => gap.from_block <= gap.to_block)
}

/** Ranges in pieces, the newest first. */
export function pieces(ranges: BlockRange[], size: number): BlockRange[] {
  return ranges.toReversed().flatMap(({ from_block, to_block }) => {
    const count = Math.ceil((to_block - from_block + 1) / size)
    return Array.from({ length: count }, (_, i) => ({
      from_block: Math.max(from_block, to_block - (i + 1) * size + 1),
      to_block: to_block - i * size,
    }))
  })
}

function gapsIn({ name }: Chain, gaps: BlockRange[]): string | null {
  if (gaps.length === 0) return null
  const blocks = gaps.reduce((sum, gap) => sum + gap.to_block - gap.from_block + 1, 0)
  const { from_block, to_block } = { from_block: gaps[0]?.from_block, to_block: gaps.at(-1)?.to_block }
  return `${name}: ${blocks} blocks between ${from_block} and ${to_block}`
}
