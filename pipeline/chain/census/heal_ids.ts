import type { BlockRange, Observation } from '../../source/source.ts'
import type { RangeRead } from '../missing_ranges.ts'
import type { EvmProvider, ReadRange } from '../provider.ts'
import { NARROW_SPAN, readAgain } from '../reread.ts'
import type { CensusLogs } from './census_logs.ts'
import type { LostIds } from './lost_ids.ts'
import type { RegisteredId } from './missing_ids.ts'
import { chooseRereadRanges } from './reread_ranges.ts'
import { CheckUnmade } from './unmade.ts'

/** Blocks of one request to another route, which splits it as it needs. */
const WIDE_SPAN = 1_000_000

/** Reads logs by one provider, and yields the rows of those that are new. */
export type ReadRoute = (
  route: EvmProvider,
  range: ReadRange,
  readToday: readonly BlockRange[],
) => AsyncGenerator<Observation, RangeRead | null>

/** Lost ids, and the ways to read their blocks again. */
export interface Healing {
  routes: EvmProvider[]
  readNew: ReadRoute
  logs: CensusLogs
  /** The blocks from the contract's first to the newest that was read. */
  range: BlockRange
  readToday: BlockRange[]
  day: string
  first: LostIds
  /** Looks for lost ids anew, among others than in earlier attempts. */
  find(attempt: number): Promise<LostIds>
}

/**
 * Reads the blocks of lost ids again: by the other routes, then by each in narrow spans, until nothing lost is found.
 * Returns what is still lost.
 */
export async function* healIds(healing: Healing): AsyncGenerator<Observation, LostIds> {
  const { routes, readNew, logs, range, readToday, day, find } = healing
  let lost = healing.first
  if (lost.ids.length === 0) return lost
  await logs.loadPlaces()
  for (const [i, { route, size }] of listAttempts(routes).entries()) {
    const before = (await logs.listRegistrations(readToday)).length
    const ranges = chooseRereadRanges(lost, { range, readToday, day })
    yield* readAgain({ ranges, size, read: (span) => readNew(route, span, readToday) })
    const after = await logs.listRegistrations(readToday)
    if (after.length > before)
      lost = await findRest(lost, after, { healed: after.length - before, find: () => find(i + 1) })
    if (lost.ids.length === 0) break
  }
  return lost
}

/** Returns the ids that are still lost; by the first estimate where owners cannot be asked any more. */
async function findRest(
  lost: LostIds,
  registrations: readonly RegisteredId[],
  { healed, find }: { healed: number; find(): Promise<LostIds> },
): Promise<LostIds> {
  try {
    return await find()
  } catch (error) {
    if (!(error instanceof CheckUnmade)) throw error
    const registered = new Set(registrations.map(({ id }) => id))
    const ids = lost.ids.filter((id) => !registered.has(id))
    const reduce = (count: number) => Math.max(ids.length, count - healed)
    const { count, low, high } = lost.estimate
    return { ...lost, ids, estimate: { count: reduce(count), low: reduce(low), high: reduce(high) } }
  }
}

/** The first route has lost them when asked for wide ranges: it comes last, and in narrow ones. */
function listAttempts([first, ...others]: EvmProvider[]): { route: EvmProvider; size: number }[] {
  const wide = others.map((route) => ({ route, size: WIDE_SPAN }))
  const narrow = (first ? [first, ...others] : []).map((route) => ({ route, size: NARROW_SPAN }))
  return [...wide, ...narrow]
}
