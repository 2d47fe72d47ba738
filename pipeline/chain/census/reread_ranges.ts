import { DAY_MS } from '../../../core/domain/dates.ts'
import type { BlockRange } from '../../source/source.ts'
import { mergeRanges, overlaps } from '../reread.ts'
import { contains, type LostIds } from './lost_ids.ts'
import type { MissingRun } from './missing_ids.ts'

/** Blocks of earlier days are read again in sections of this many. */
const SECTION = 50_000
/** Blocks that no route has whole are read again after this many days. */
const DAYS_BETWEEN = 7
/** Above this share of owners, most ids without a registration are lost ones, and all of them are suspected. */
const MOSTLY_LOST = 0.5

/**
 * Returns the blocks to read again: of this run each range with a suspected id, whole, so that transfers, wallets and
 * addresses come back too; of earlier days a seventh of such sections each day, since no route may have them.
 */
export function chooseRereadRanges(
  lost: LostIds,
  { range, readToday, day }: { range: BlockRange; readToday: readonly BlockRange[]; day: string },
): BlockRange[] {
  const suspects = selectSuspects(lost)
  const today = readToday.filter((range) => suspects.some((run) => overlaps(run, range)))
  const number = Math.floor(Date.parse(day) / DAY_MS)
  const sections = new Set(suspects.flatMap((run) => listSections(run, range)))
  const due = [...sections].filter((section) => (section + number) % DAYS_BETWEEN === 0)
  const older = due.map((section) => clip(section * SECTION, range))
  return mergeRanges([...today, ...older.flatMap((range) => subtractRanges(range, readToday))])
}

const clip = (from: number, { from_block, to_block }: BlockRange): BlockRange => ({
  from_block: Math.max(from, from_block),
  to_block: Math.min(from + SECTION - 1, to_block),
})

function selectSuspects({ ids, lacking, estimate }: LostIds): MissingRun[] {
  const total = lacking.reduce((sum, { from_id, to_id }) => sum + to_id - from_id + 1, 0)
  if (ids.length > 0 && estimate.count >= MOSTLY_LOST * total) return lacking
  return lacking.filter((run) => ids.some((id) => contains(run, id)))
}

/** Returns the sections of a run's blocks, which are another's word, within those that are wanted. */
function listSections({ from_block, to_block }: BlockRange, range: BlockRange): number[] {
  const first = Math.floor(Math.max(from_block, range.from_block) / SECTION)
  const last = Math.floor(Math.min(to_block, range.to_block) / SECTION)
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => first + i)
}

/** Returns the parts of a range outside of others. */
function subtractRanges(range: BlockRange, others: readonly BlockRange[]): BlockRange[] {
  return mergeRanges(others).reduce(
    (parts, other) =>
      parts.flatMap(({ from_block, to_block }) =>
        [
          { from_block, to_block: Math.min(to_block, other.from_block - 1) },
          { from_block: Math.max(from_block, other.to_block + 1), to_block },
        ].filter((part) => part.from_block <= part.to_block),
      ),
    [range],
  )
}
