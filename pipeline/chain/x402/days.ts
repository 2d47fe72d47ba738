import { DAY_MS, daysBefore } from '../../../core/domain/dates.ts'
import { NUMBERS } from '../../../core/domain/numbers.ts'
import type { IndexedChain } from '../../catalog/chains.ts'
import type { RequestLimits } from '../../http/http.ts'
import type { BlocksRead, FetchContext } from '../../source/source.ts'
import { isUpstreamFailure } from '../failures.ts'
import type { BlockReadLimits } from '../missing_ranges.ts'
import type { ChainHead, ChainProvider } from '../provider.ts'

const A_DAY = DAY_MS / 1000

/** Days of blocks before the newest: of the longest window, and one more, so that who was paid on it is known to be 30 days old. */
const DAYS_BEFORE = NUMBERS.market_days

/**
 * Of each chain, so that none can spend those of another: requests of a day, and minutes of a run. Some 170 requests are
 * a day of the busiest chain at a chunk each, and three runs read a month.
 */
export const PAYMENT_LIMITS: RequestLimits = { requests: 4_500, minutes: 30 }

/** Rows of a chain in the record of a day, whose keys are in memory: beyond them older days wait for the next day. */
const MAX_ROWS = 2_000_000

/** A day of blocks at a time, approximately, and at most the newest and DAYS_BEFORE it. */
export const toDaySpan = ({ blockSeconds }: IndexedChain): BlockReadLimits => {
  const blocks = Math.round(A_DAY / blockSeconds)
  return { newest: blocks, blocks, ranges: 1 + DAYS_BEFORE, rows: MAX_ROWS }
}

/** A chain, and what is known of its payments before a run. */
interface PaymentHistory extends Pick<FetchContext, 'day' | 'wantsPast'> {
  chain: IndexedChain
  provider: ChainProvider
  earlier: BlocksRead[]
}

/**
 * Returns the first block whose payments are wanted: DAYS_BEFORE the day, or, where days before the first run are left
 * out, the first one of that run.
 */
export async function findFirstBlock(history: PaymentHistory, head: ChainHead): Promise<number> {
  const { chain, provider, earlier, wantsPast } = history
  if (wantsPast) return findWindowStart(history, head)
  if (earlier.length > 0) return Math.min(...earlier.map(({ from_block }) => from_block))
  const end = (await provider.getBlockTime(head.number)) + Math.ceil(chain.blockSeconds)
  return provider.blockAt(end - A_DAY)
}

async function findWindowStart({ chain, day, provider, earlier }: PaymentHistory, head: ChainHead) {
  const midnight = Date.parse(daysBefore(day, DAYS_BEFORE))
  const before = earlier.filter(({ from_time }) => Date.parse(from_time) <= midnight)
  if (before.length > 0) return Math.max(...before.map(({ from_block }) => from_block))
  try {
    return await provider.blockAt(midnight / 1000)
  } catch (error) {
    if (!isUpstreamFailure(error)) throw error
    // The newest day must not wait for a node that keeps no old blocks: what is missing is counted by an estimate.
    return Math.max(0, head.number - Math.round(((1 + DAYS_BEFORE) * A_DAY) / chain.blockSeconds))
  }
}
