import { NUMBERS } from '../../../core/domain/numbers.ts'
import type { IndexedChain } from '../../catalog/chains.ts'
import type { BlockReadLimits } from '../missing_ranges.ts'
import type { ChainHead, ChainProvider } from '../provider.ts'

const A_DAY = 86_400

/** A day of blocks at a time, approximately, and at most today's and those that may be missed before it. */
export const toDaySpan = ({ blockSeconds }: IndexedChain): BlockReadLimits => ({
  blocks: Math.round(A_DAY / blockSeconds),
  ranges: 1 + NUMBERS.rereading_days,
})

/** The first block of the 24 hours that end at `until`, or with the newest block. */
export async function findFirstBlock(
  provider: ChainProvider,
  { number }: ChainHead,
  chain: IndexedChain,
  until: number | null,
): Promise<number> {
  const end = until ?? (await provider.getBlockTime(number)) + Math.ceil(chain.blockSeconds)
  return provider.blockAt(end - A_DAY)
}
