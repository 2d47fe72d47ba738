import type { BlockRange, BlocksRead } from '../source/source.ts'
import { describeFailure, type UpstreamFailure } from './failures.ts'
import type { ChainReading } from './missing_ranges.ts'

/** The blocks of a chain after a run. */
interface ChainState {
  /** All blocks that the index should have; null where not even the newest block is known. */
  wanted: BlockRange | null
  /** Those of them that no run has read. */
  gaps: BlockRange[] | null
  /** The ranges that this run read, the newest blocks first. */
  read: BlocksRead[]
  failure: UpstreamFailure | null
}

/** Says which blocks of a chain are missing, how much is read, why, and what would mend it; null where none is. */
export function describeGaps(
  { chain, env }: Pick<ChainReading, 'chain' | 'env'>,
  { wanted, gaps, read, failure }: ChainState,
): string | null {
  const why = failure && describeFailure(chain, failure, env)
  const cause = why ? `, since ${why.reason}: ${why.fix}` : ''
  if (wanted === null || gaps === null) return `${chain.name}: all its newest blocks${cause}`
  const [first, last] = [gaps[0], gaps.at(-1)]
  if (first === undefined || last === undefined) return null
  const missing = countBlocks(gaps)
  const whole = countBlocks([wanted])
  const share = Math.floor(((whole - missing) / whole) * 100)
  const place = `between ${first.from_block} and ${last.to_block}`
  const progress = `${share} % read${describePace(missing, read)}`
  return `${chain.name}: ${missing} of ${whole} blocks ${place} (${progress})${cause}`
}

/** The newest blocks are read in any case: history alone shows how fast it goes. */
function describePace(missing: number, [, ...history]: BlocksRead[]): string {
  const days = Math.ceil(missing / countBlocks(history))
  return Number.isFinite(days) ? `, about ${days} more ${days === 1 ? 'run' : 'runs'} at this pace` : ''
}

/** Returns the number of blocks in ranges. */
export const countBlocks = (ranges: BlockRange[]): number =>
  ranges.reduce((sum, { from_block, to_block }) => sum + to_block - from_block + 1, 0)
