import { statSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import type { Day } from '../history/day.ts'
import type { History } from '../history/history.ts'
import type { RunOptions } from '../run/types.ts'
import type { DatabaseOptions } from './database.ts'

/** Maximum bytes of a day in the history for which an in-memory database and one thread per statement are faster. */
const SMALL_DAY = 4_000_000
/** Statements beyond this number would only wait for each other. */
const MAX_CONNECTIONS = 4
/** A statement of a large index leaves a core idle part of the time; a second one fills the gaps. */
export const LARGE_CONNECTIONS = 2

/** Settings of the day's database: path, threads per statement, and parallel statements. */
export interface BuildSettings extends DatabaseOptions {
  path: string
  /** Number of parallel connections. */
  connections: number
  /** True if the observations of earlier days are loaded as tables. */
  loadsHistory: boolean
}

/**
 * Chooses settings by the size of the last day. For a small index the fixed costs of a large one are most of a day:
 * hundreds of disk waits, and threads that wake up for a few rows. Instead, more of its models run in parallel. The
 * sample is small; the first day of any other index has unknown size and counts as large.
 */
export function settingsForSize(
  { history, options }: Pick<Day, 'history' | 'options'>,
  cache: { folder: string; file: string },
): BuildSettings {
  if (options.keepsDatabase || !isSmall(history, options))
    return { path: cache.file, connections: LARGE_CONNECTIONS, loadsHistory: false }
  const connections = Math.min(MAX_CONNECTIONS, availableParallelism())
  return { path: ':memory:', spill: cache.folder, threads: 1, connections, loadsHistory: true }
}

function isSmall(history: History, { day, universe }: RunOptions): boolean {
  if (universe.world === 'sample') return true
  const last = history.dayBefore(day)
  if (last === null) return false
  const tables = Object.keys(history.day(last)?.partitions ?? {})
  const bytes = tables.reduce((sum, table) => sum + fileSize(history.partition(table, last)), 0)
  return bytes <= SMALL_DAY
}

const fileSize = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0
