import { statSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import type { Day } from '../history/day.ts'
import type { History } from '../history/history.ts'
import type { RunOptions } from '../run/types.ts'
import type { DatabaseOptions } from './database.ts'

/** What a day left in the history, in bytes, up to which a database in memory and one thread for a statement are faster. */
const SMALL_DAY = 4_000_000
/** More than this many statements at a time wait for each other. */
const MAX_LANES = 4
/** A statement of a large index leaves a core idle part of the time; one beside it fills the gaps. */
export const LARGE_LANES = 2

/** How a database is worked with: where it lies, with how many threads, and how many statements run at a time. */
export interface Effort extends DatabaseOptions {
  path: string
  /** How many of its connections work beside each other. */
  lanes: number
  /** Whether the observations of earlier days are held as tables while it works. */
  holdsPast: boolean
}

/**
 * Fitted to what the last day left. To a small index the fixed price of a large one is most of a day: hundreds of waits
 * for the disk, and threads that wake up for a few rows. More of its models run beside each other instead. The sample is
 * small; of any other world nothing is known on its first day, which counts as large.
 */
export function effortFor(
  { history, options }: Pick<Day, 'history' | 'options'>,
  cache: { folder: string; file: string },
): Effort {
  if (options.keepsDatabase || !isSmall(history, options))
    return { path: cache.file, lanes: LARGE_LANES, holdsPast: false }
  const lanes = Math.min(MAX_LANES, availableParallelism())
  return { path: ':memory:', spill: cache.folder, threads: 1, lanes, holdsPast: true }
}

function isSmall(history: History, { day, universe }: RunOptions): boolean {
  if (universe.world === 'sample') return true
  const last = history.dayBefore(day)
  if (last === null) return false
  const tables = Object.keys(history.day(last)?.partitions ?? {})
  const bytes = tables.reduce((sum, table) => sum + sizeOf(history.partition(table, last)), 0)
  return bytes <= SMALL_DAY
}

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0
