import type { IndexedChain } from '../catalog/chains.ts'
import type {
  BlockRange,
  BlocksRead,
  ChainCheck,
  ChainGap,
  FetchContext,
  Observation,
} from '../source/source.ts'
import type { ChainBlocks, ChainCensus } from './chain_census.ts'
import { findGap } from './chain_gap.ts'
import { isUpstreamFailure, type UpstreamFailure } from './failures.ts'
import { mergeChecks } from './merge_checks.ts'
import type { ChainHead, ChainProvider, ReadRange } from './provider.ts'

/** The result of reading a range: the last block, with the times of the first and the last one. */
export interface RangeRead {
  to_block: number
  /** Seconds since 1970. */
  from_time: number
  to_time: number
  /** Checks of the answers. */
  checks?: ChainCheck[]
  /** The failure that ended it before the end of the range. */
  failure?: UpstreamFailure
}

/** Maximum number of blocks in a range, and of ranges, that a run reads of a chain. */
export interface BlockReadLimits {
  /** Number of blocks that are the newest, before any history: a range of their own. */
  newest: number
  blocks: number
  ranges: number
  /** Number of rows from which on no further history is read: a day's record has to fit in memory. */
  rows?: number
}

/** The input of reading a chain. */
export interface ChainReading extends BlockReadLimits {
  chain: IndexedChain
  provider: ChainProvider
  /** The settings, of which a failure says what would mend it. */
  env: FetchContext['env']
  /** Blocks that earlier days have read. */
  earlier: BlocksRead[]
  /** The first block that is wanted. */
  first(head: ChainHead): Promise<number>
  /** Told of each range of history. */
  progress?: FetchContext['progress']
  /** Reads a range; null when nothing of it could be read. */
  read(range: ReadRange): AsyncGenerator<Observation, RangeRead | null>
  /** Checks that nothing was left out of the answers. */
  census?: ChainCensus
}

/** The blocks that a run has read of a chain, and those it deferred. */
export interface ChainRead {
  blocks: BlocksRead[]
  gap: ChainGap | null
  failure: UpstreamFailure | null
  checks: ChainCheck[]
}

/**
 * Reads the missing blocks of a chain: the newest first, then the gaps behind them, so that one missed day does not
 * delay all later ones. Blocks that were not final when read are read again.
 */
export async function* readMissing(reading: ChainReading): AsyncGenerator<Observation, ChainRead> {
  const { earlier, ranges: max, rows: maxRows = Number.POSITIVE_INFINITY } = reading
  const read: BlocksRead[] = []
  const checks: ChainCheck[] = []
  let wanted: BlockRange | null = null
  let failure: UpstreamFailure | null = null
  let rows = 0
  try {
    const head = await reading.provider.head()
    wanted = { from_block: await reading.first(head), to_block: head.number }
    const ranges = planRanges(findUnreadBlocks(wanted, earlier), reading).slice(0, max)
    reading.progress?.expect?.(ranges.length)
    for (const range of ranges) {
      if (range.isHistory && rows >= maxRows) break
      const end = yield* withCount(reading.read(range), () => {
        rows++
      })
      if (end) read.push(blocksRead(reading.chain, range, end, head))
      if (end?.checks) checks.push(...end.checks)
      if (end && read.length === 1) await reading.census?.search(toChainBlocks(wanted, earlier, read))
      failure = end?.failure ?? null
      reading.progress?.tick()
      if (!end || end.to_block < range.to_block) break
    }
  } catch (error) {
    if (!isUpstreamFailure(error)) throw error
    failure = error
  }
  const blocks = wanted && earlier.length + read.length > 0 ? toChainBlocks(wanted, earlier, read) : null
  if (reading.census) checks.push(...(yield* reading.census.finish(blocks)))
  const gaps = wanted && findUnreadBlocks(wanted, [...earlier, ...read.map(markSettled)])
  const gap = findGap(reading, { wanted, gaps, read, failure })
  return { blocks: read, gap, failure, checks: mergeChecks(checks) }
}

/** Yields what a generator yields, and calls `note` for each. */
async function* withCount<T, End>(items: AsyncGenerator<T, End>, note: () => void): AsyncGenerator<T, End> {
  for (;;) {
    const step = await items.next()
    if (step.done) return step.value
    note()
    yield step.value
  }
}

function toChainBlocks(
  { from_block }: BlockRange,
  earlier: readonly BlocksRead[],
  read: readonly BlocksRead[],
): ChainBlocks {
  const range = { from_block, to_block: Math.max(...[...earlier, ...read].map(({ to_block }) => to_block)) }
  const unread = findUnreadBlocks(range, [...earlier, ...read.map(markSettled)])
  return { range, unread, today: read.map(({ from_block, to_block }) => ({ from_block, to_block })) }
}

const blocksRead = (
  chain: IndexedChain,
  { from_block }: BlockRange,
  end: RangeRead,
  head: ChainHead,
): BlocksRead => ({
  chain: chain.id,
  from_block,
  to_block: end.to_block,
  from_time: new Date(end.from_time * 1000).toISOString(),
  to_time: new Date(end.to_time * 1000).toISOString(),
  final_block: Math.min(end.to_block, head.final),
})

/** Blocks read by this run are not missing today, though its newest blocks are read again tomorrow. */
const markSettled = (read: BlocksRead): BlocksRead => ({ ...read, final_block: read.to_block })

/** The blocks of a range that were never read while they were final, oldest first. */
export function findUnreadBlocks({ from_block, to_block }: BlockRange, reads: BlocksRead[]): BlockRange[] {
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

/** Returns the ranges to read, in order: the newest blocks, then history in pieces, the newest first. */
export function planRanges(
  gaps: BlockRange[],
  { newest, blocks }: Pick<BlockReadLimits, 'newest' | 'blocks'>,
): ReadRange[] {
  const last = gaps.at(-1)
  if (last === undefined) return []
  const from_block = Math.max(last.from_block, last.to_block - newest + 1)
  const behind = [...gaps.slice(0, -1), { ...last, to_block: from_block - 1 }]
  const history = behind.filter((gap) => gap.from_block <= gap.to_block)
  return [
    { ...last, from_block },
    ...splitRanges(history, blocks).map((range) => ({ ...range, isHistory: true })),
  ]
}

/** Splits ranges into pieces, the newest first. */
export function splitRanges(ranges: BlockRange[], size: number): BlockRange[] {
  return ranges.toReversed().flatMap(({ from_block, to_block }) => {
    const count = Math.ceil((to_block - from_block + 1) / size)
    return Array.from({ length: count }, (_, i) => ({
      from_block: Math.max(from_block, to_block - (i + 1) * size + 1),
      to_block: to_block - i * size,
    }))
  })
}
