import type { Archive } from './archive/archive.ts'
import { BadUsage } from './errors.ts'
import type { RunOptions } from './run_types.ts'
import { sampleUniverse } from './sample/sample.ts'
import type { World } from './universe.ts'

/** The world that an archive holds, or null while it is empty. */
export function worldOf(archive: Archive): World | null {
  const date = archive.dates().at(-1)
  const source = date === undefined ? undefined : archive.sources(date)[0]
  return date === undefined || source === undefined ? null : (archive.readDay(date, source)?.world ?? null)
}

/**
 * The options with the world that the archive is of. Offline the archive decides; otherwise a folder that holds
 * another world is refused with BadUsage, so that invented numbers never stand beside observed ones.
 */
export function inWorldOf(archive: Archive, options: RunOptions): RunOptions {
  const { universe, offline, output, day } = options
  const world = worldOf(archive)
  if (world === null || world === universe.world) return options
  if (!offline)
    throw new BadUsage(
      `${output} holds ${world} data and this run is ${universe.world}: choose another folder with --output`,
    )
  const { catalog } = world === 'sample' ? sampleUniverse(day) : universe
  return { ...options, universe: { ...universe, world, catalog } }
}
