import { AssayError, BadUsage } from '../../core/domain/errors.ts'
import type { World } from '../../core/domain/world.ts'
import type { RunOptions } from '../run/types.ts'
import type { Archive } from './archive.ts'
import type { SourceDay } from './source_day.ts'

/** The world that an archive holds, or null while it is empty. */
export function worldOf(archive: Archive): World | null {
  const files = archive.dates().flatMap((date) => archive.sources(date).map((source) => ({ date, source })))
  for (const { date, source } of files.reverse()) {
    const world = readable(archive, date, source)?.world
    if (world) return world
  }
  return null
}

/** Whether a date was over when it was read, as its archive says. */
export const wasBackfilled = (archive: Archive, date: string): boolean =>
  isMarked(archive, date, 'backfilled')

/** Whether a date made history alone, as its archive says. */
export const wasUnreleased = (archive: Archive, date: string): boolean =>
  isMarked(archive, date, 'unreleased')

const isMarked = (archive: Archive, date: string, mark: 'backfilled' | 'unreleased'): boolean =>
  archive.sources(date).some((source) => readable(archive, date, source)?.[mark])

/** A damaged record is somebody else's to report: it does not say what it is of. */
function readable(archive: Archive, date: string, source: string): SourceDay | null {
  try {
    return archive.readDay(date, source)
  } catch (error) {
    if (error instanceof AssayError) return null
    throw error
  }
}

/**
 * The options with the world that the archive is of. Offline the archive decides between live data and a replay; a
 * folder that holds another world is refused with BadUsage, so that invented numbers never stand beside observed ones.
 */
export function inWorldOf(archive: Archive, options: RunOptions): RunOptions {
  const { universe, offline, output } = options
  const world = worldOf(archive)
  if (world === null || world === universe.world) return options
  if (!offline || world === 'sample' || universe.world === 'sample')
    throw new BadUsage(
      `${output} holds ${world} data and this run is ${universe.world}: the two are never mixed. Choose another folder with --output`,
    )
  return { ...options, universe: { ...universe, world } }
}
