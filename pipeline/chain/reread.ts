import type { BlockRange, Observation } from '../source/source.ts'
import { isUpstreamFailure } from './failures.ts'
import { type RangeRead, splitRanges } from './missing_ranges.ts'
import type { ReadRange } from './provider.ts'

/** Maximum number of blocks in one request of a second reading: incomplete answers are those to wide ranges. */
export const NARROW_SPAN = 2_000

/** Blocks to read a second time, in spans of at most `size` blocks, by a function that yields what is new. */
export interface Rereading<Row = Observation> {
  ranges: readonly BlockRange[]
  size: number
  read(span: ReadRange): AsyncGenerator<Row, RangeRead | null>
}

/**
 * Reads blocks a second time, the newest first; returns the ranges that were read to their end. A failure ends it: what
 * was read before stays.
 */
export async function* readAgain<Row>(rereading: Rereading<Row>): AsyncGenerator<Row, BlockRange[]> {
  const { ranges, size, read } = rereading
  const done: BlockRange[] = []
  const oldestFirst = ranges.toSorted((a, b) => a.from_block - b.from_block)
  for (const span of splitRanges(oldestFirst, size)) {
    try {
      const end = yield* read({ ...span, isAgain: true, isHistory: true })
      if (end !== null && end.to_block < span.to_block) break
      done.push(span)
    } catch (error) {
      if (!isUpstreamFailure(error)) throw error
      break
    }
  }
  return mergeRanges(done)
}

/** Joins ranges that overlap or follow each other, oldest first. */
export function mergeRanges(ranges: readonly BlockRange[]): BlockRange[] {
  const merged: BlockRange[] = []
  for (const { from_block, to_block } of ranges.toSorted((a, b) => a.from_block - b.from_block)) {
    const last = merged.at(-1)
    if (last && from_block <= last.to_block + 1) last.to_block = Math.max(last.to_block, to_block)
    else merged.push({ from_block, to_block })
  }
  return merged
}

export const overlaps = (a: BlockRange, b: BlockRange): boolean =>
  a.from_block <= b.to_block && b.from_block <= a.to_block
