import type { IndexedChain } from '../catalog/chains.ts'
import type { BlockRange, BlocksRead, ChainCoverage, Observation } from '../source/source.ts'
import { isUpstreamFailure } from './fallback.ts'
import { type ChainReading, type RangeRead, readMissing } from './missing_ranges.ts'
import type { BlockPart } from './provider.ts'

/**
 * Reads the missing blocks of several chains, one after another, as one source. A chain that cannot be read today is
 * named and does not stop the others; throws the failure of the first when none can be read.
 */
export async function* readChains(readings: ChainReading[]): AsyncGenerator<Observation, ChainCoverage> {
  const blocks: BlocksRead[] = []
  const deferred: string[] = []
  const failures: Error[] = []
  for (const reading of readings) {
    const read = yield* readMissing(reading)
    blocks.push(...read.blocks)
    if (read.left_out !== null) deferred.push(read.left_out)
    if (read.failure !== null && read.blocks.length === 0) failures.push(read.failure)
  }
  if (failures.length === readings.length && failures[0]) throw failures[0]
  return { blocks, left_out: deferred.length > 0 ? deferred.join('; ') : null }
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
    return end
  }
}
