import { UpstreamDown } from '../../../core/domain/errors.ts'
import { splitRanges } from '../missing_ranges.ts'
import type { EvmLog, EvmProvider, LogSelector, ReadRange } from '../provider.ts'
import { NARROW_SPAN } from '../reread.ts'

/** Returns the number of logs that match any of the filters. */
export const countMatching = (selectors: readonly LogSelector[], logs: readonly EvmLog[]): number =>
  logs.filter((log) => selectors.some((selector) => matches(selector, log))).length

function matches({ address, topics }: LogSelector, log: EvmLog): boolean {
  const own = Array.isArray(log.topics) ? log.topics : []
  return (
    address.includes(String(log.address)) &&
    topics.every((list, i) => list === null || list.includes(String(own[i]).toLowerCase()))
  )
}

/** Counts the logs of a range that match any of the filters. Throws UpstreamDown where a part of it is missing. */
export async function countEvents(
  route: EvmProvider,
  selectors: LogSelector[],
  range: ReadRange,
): Promise<number> {
  let count = 0
  for (const span of splitRanges([range], NARROW_SPAN)) {
    let end = span.from_block - 1
    for await (const part of route.logs(selectors, { ...range, ...span })) {
      count += [...part.items].length
      end = part.to_block
    }
    if (end < span.to_block)
      throw new UpstreamDown(route.name, `its answer ends at block ${end}: run again later`)
  }
  return count
}
