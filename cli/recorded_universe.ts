import { join } from 'node:path'
import { Archive } from '../pipeline/archive/archive.ts'
import { readWorld } from '../pipeline/archive/world.ts'
import type { Upstreams } from '../pipeline/http/universe.ts'
import { type Settings, universeFromEnv } from './settings.ts'

/** The universe in which the recorded days of a folder are built again: the sample's where its archive is of the sample. */
export async function recordedUniverse(output: string, settings: Settings, day: string): Promise<Upstreams> {
  const universe = universeFromEnv(settings, day)
  if (readWorld(new Archive(join(output, 'archive'))) !== 'sample') return universe
  const { createSampleUpstreams } = await import('../sample/sample.ts')
  const { world, catalog } = createSampleUpstreams(day)
  return { ...universe, world, catalog }
}
