import { join } from 'node:path'
import { Archive } from '../pipeline/archive/archive.ts'
import { worldOf } from '../pipeline/archive/world.ts'
import type { Universe } from '../pipeline/http/universe.ts'
import { type Settings, universeFromEnv } from './settings.ts'

/** The universe in which the recorded days of a folder are built again: the sample's where its archive is of the sample. */
export async function recordedUniverse(output: string, settings: Settings, day: string): Promise<Universe> {
  const universe = universeFromEnv(settings, day)
  if (worldOf(new Archive(join(output, 'archive'))) !== 'sample') return universe
  const { sampleUniverse } = await import('../sample/sample.ts')
  const { world, catalog } = sampleUniverse(day)
  return { ...universe, world, catalog }
}
