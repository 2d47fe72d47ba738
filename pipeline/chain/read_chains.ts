import { UpstreamChanged, UpstreamDown } from '../../core/domain/errors.ts'
import type { IndexedChain } from '../catalog/chains.ts'
import type { BlockRange, BlocksRead, ChainCoverage, Observation } from '../source/source.ts'
import { formatGap } from './chain_gap.ts'
import { isUpstreamFailure, type UpstreamFailure } from './failures.ts'
import { type ChainReading, type RangeRead, readMissing } from './missing_ranges.ts'
import type { BlockPart } from './provider.ts'
import { runTogether } from './run_together.ts'

/**
 * Reads the missing blocks of several chains at the same time, as one source: at a host they take turns, and requests for
 * newest blocks go before those for history. A chain that cannot be read today is named with the reason and does not stop
 * the others; throws the failures when none can be read.
 */
export async function* readChains(readings: ChainReading[]): AsyncGenerator<Observation, ChainCoverage> {
  const reads = yield* runTogether(readings.map(readMissing))
  const failures = reads.flatMap(({ blocks, failure }) => (failure && blocks.length === 0 ? [failure] : []))
  const gaps = reads.flatMap(({ gap }) => gap ?? [])
  const deferred = readings.flatMap(({ chain }, i) => (reads[i]?.gap ? [formatGap(chain, reads[i].gap)] : []))
  const [first] = failures
  if (first && failures.length === readings.length) throw toSourceFailure(first, deferred)
  return {
    blocks: reads.flatMap(({ blocks }) => blocks),
    gaps,
    left_out: deferred.length > 0 ? deferred.join('; ') : null,
    checks: reads.flatMap(({ checks }) => checks),
  }
}

function toSourceFailure(first: UpstreamFailure, deferred: string[]): UpstreamFailure {
  if (deferred.length < 2) return first
  const Failure = first instanceof UpstreamChanged ? UpstreamChanged : UpstreamDown
  return new Failure(first.address, `no chain could be read: ${deferred.join('; ')}`, { cause: first })
}

/** The blocks of one chain among all that were read. */
export const selectBlocks = ({ id }: IndexedChain, blocks: BlocksRead[]): BlocksRead[] =>
  blocks.filter(({ chain }) => chain === id)

/**
 * Walks through the parts of a range; returns the position reached when its provider fails. Throws its failure where
 * nothing was read; null where a whole range has no block.
 */
export async function* walk<T, Row>(
  parts: AsyncIterable<BlockPart<T>>,
  { to_block }: BlockRange,
  toRows: (item: T) => Row[],
): AsyncGenerator<Row, RangeRead | null> {
  let end: RangeRead | null = null
  try {
    for await (const part of parts) {
      for (const item of part.items) yield* toRows(item)
      const from_time: number = end?.from_time ?? part.from_time
      end = { from_time, to_block: part.to_block, to_time: part.to_time }
    }
    // A range may end in blocks that do not exist, such as a slot without one.
    return end && { ...end, to_block }
  } catch (error) {
    if (end === null || !isUpstreamFailure(error)) throw error
    return { ...end, failure: error }
  }
}
