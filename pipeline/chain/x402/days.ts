import { NUMBERS } from '../../../core/domain/numbers.ts'
import type { IndexedChain } from '../../catalog/chains.ts'
import type { RequestLimits } from '../../http/http.ts'
import type { BlockReadLimits } from '../missing_ranges.ts'
import type { ChainHead, ChainProvider } from '../provider.ts'

const A_DAY = 86_400

/** Of each chain, so that none can spend those of another; some 170 are a day of the busiest one at a chunk each. */
export const PAYMENT_LIMITS: RequestLimits = { requests: 1_500, minutes: 30 }

/** A day of blocks at a time, approximately, and at most today's and those that may be missed before it. */
export const toDaySpan = ({ blockSeconds }: IndexedChain): BlockReadLimits => {
  const blocks = Math.round(A_DAY / blockSeconds)
  return { newest: blocks, blocks, ranges: 1 + NUMBERS.rereading_days }
}

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
