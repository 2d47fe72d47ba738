import type { IndexedChain } from '../catalog/chains.ts'
import { describeLeft } from '../source/left_out.ts'
import type { BlockRange, BlocksRead, ChainGap, FetchContext } from '../source/source.ts'
import { describeFailure, type UpstreamFailure } from './failures.ts'

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

/** Returns the blocks that are missing of a chain, how long they will take, why, and what would mend it; null if none. */
export function findGap(
  { chain, env }: { chain: IndexedChain; env: FetchContext['env'] },
  { wanted, gaps, read, failure }: ChainState,
): ChainGap | null {
  // A host that gave history, and failed to at the end of the time, did not use it up.
  const hasHistory = read.length > 1
  const why = failure ? describeFailure(chain, failure, env, hasHistory) : { reason: null, fix: null }
  if (wanted === null || gaps === null) return { chain: chain.id, ...UNKNOWN, ...why }
  const [first, last] = [gaps[0], gaps.at(-1)]
  if (first === undefined || last === undefined) return null
  const missing = countBlocks(gaps)
  // The newest blocks are read in any case: history alone shows how fast it goes.
  const runs = Math.ceil(missing / countBlocks(read.slice(1)))
  return {
    ...{ chain: chain.id, from_block: first.from_block, to_block: last.to_block },
    ...{ missing_blocks: missing, wanted_blocks: countBlocks([wanted]) },
    runs_left: Number.isFinite(runs) ? runs : null,
    ...why,
  }
}

const UNKNOWN = {
  ...{ from_block: null, to_block: null, missing_blocks: null, wanted_blocks: null, runs_left: null },
}

/** Formats a gap for the run's texts, e.g. `Base: 10 of 100 blocks between 5 and 14 (90 % read)`. */
export function formatGap({ name }: IndexedChain, gap: ChainGap): string {
  const { missing_blocks: missing, wanted_blocks: wanted, runs_left: runs, reason, fix } = gap
  const cause = reason === null ? '' : `, since ${reason}: ${fix}`
  if (missing === null || wanted === null) return `${name}: all its newest blocks${cause}`
  const share = Math.floor(((wanted - missing) / wanted) * 100)
  const pace = runs === null ? '' : `, about ${runs} more ${runs === 1 ? 'run' : 'runs'} at this pace`
  const place = `between ${gap.from_block} and ${gap.to_block}`
  return `${name}: ${describeLeft(missing, wanted, 'blocks')} ${place} (${share} % read${pace})${cause}`
}

/** Returns the number of blocks in ranges. */
export const countBlocks = (ranges: BlockRange[]): number =>
  ranges.reduce((sum, { from_block, to_block }) => sum + to_block - from_block + 1, 0)
