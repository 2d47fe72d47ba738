import { BadUsage, OperationalError } from '../../core/domain/errors.ts'
import type { World } from '../../core/domain/world.ts'
import type { RunOptions } from '../run/types.ts'
import type { Archive } from './archive.ts'
import type { SourceDay } from './source_day.ts'

/** Returns the data set of an archive, or null while it is empty. */
export function readWorld(archive: Archive): World | null {
  const files = archive.dates().flatMap((date) => archive.sources(date).map((source) => ({ date, source })))
  for (const { date, source } of files.reverse()) {
    const world = readDayOrNull(archive, date, source)?.world
    if (world) return world
  }
  return null
}

/** True if a date is in history alone, by its archive. */
export const wasUnreleased = (archive: Archive, date: string): boolean =>
  archive.sources(date).some((source) => readDayOrNull(archive, date, source)?.unreleased)

/** Returns null for a damaged record, which is reported elsewhere. */
function readDayOrNull(archive: Archive, date: string, source: string): SourceDay | null {
  try {
    return archive.readDay(date, source)
  } catch (error) {
    if (error instanceof OperationalError) return null
    throw error
  }
}

/**
 * Returns the options with the data set of the archive. Offline the archive decides between live data and a replay; a
 * folder with the other data set is refused with BadUsage, so that sample data never mixes with observed data.
 */
export function withArchiveWorld(archive: Archive, options: RunOptions): RunOptions {
  const { universe, offline, output } = options
  const world = readWorld(archive)
  if (world === null || world === universe.world) return options
  if (!offline || world === 'sample' || universe.world === 'sample')
    throw new BadUsage(
      `${output} holds ${world} data and this run is ${universe.world}: the two are never mixed. Choose another folder with --output`,
    )
  return { ...options, universe: { ...universe, world } }
}
