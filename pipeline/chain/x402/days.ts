import type { Chain } from '../../catalog/chains.ts'
import type { Span } from '../missing_ranges.ts'
import type { ChainProvider, Head } from '../provider.ts'

const A_DAY = 86_400

/** A day of blocks at a time, approximately, and at most today's and those of one missed week. */
export const toDaySpan = ({ blockSeconds }: Chain): Span => ({
  blocks: Math.round(A_DAY / blockSeconds),
  ranges: 8,
})

/** The first block of the 24 hours that end at `until`, or with the newest block. */
export async function findFirstBlock(
  provider: ChainProvider,
  { number }: Head,
  chain: Chain,
  until: number | null,
): Promise<number> {
  const end = until ?? (await provider.timeOf(number)) + Math.ceil(chain.blockSeconds)
  return provider.blockAt(end - A_DAY)
}
