import { join } from 'node:path'
import { Archive } from '../pipeline/archive/archive.ts'
import { readWorld } from '../pipeline/archive/world.ts'
import type { Upstreams } from '../pipeline/http/upstreams.ts'
import { type Settings, universeFromEnv } from './settings.ts'

/** Returns the upstreams with which the recorded days of a folder are rebuilt: the sample for an archive of the sample. */
export async function recordedUpstreams(output: string, settings: Settings, day: string): Promise<Upstreams> {
  const universe = universeFromEnv(settings, day)
  if (readWorld(new Archive(join(output, 'archive'))) !== 'sample') return universe
  const { createSampleUpstreams } = await import('../sample/sample.ts')
  const { world, catalog } = createSampleUpstreams(day)
  return { ...universe, world, catalog }
}
