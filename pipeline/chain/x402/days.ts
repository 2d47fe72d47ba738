import type { Chain } from '../../catalog/chains.ts'
import type { ChainProvider, Head } from '../provider.ts'

const A_DAY = 86_400

/** The most days of payments that one run reads: today's, and a week that was missed. */
export const RANGES = 8

/** The blocks of a day, or about so many. */
export const dayOf = ({ blockSeconds }: Chain): number => Math.round(A_DAY / blockSeconds)

/** The first block of the 24 hours that end at `until`, or with the newest block. */
export async function firstOfDay(
  provider: ChainProvider,
  { number }: Head,
  chain: Chain,
  until: number | null,
): Promise<number> {
  const end = until ?? (await provider.timeOf(number)) + Math.ceil(chain.blockSeconds)
  return provider.blockAt(end - A_DAY)
}
