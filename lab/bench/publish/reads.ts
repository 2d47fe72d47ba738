import { hash } from 'node:crypto'
import { openProjection } from '../../../core/projection/open_projection.ts'
import { inflate } from '../../../core/release/deflate.ts'
import { diskBlobs } from '../../../core/release/disk_blobs.ts'
import { openReader } from '../../../core/release/reader.ts'

const PATHS = [
  (handle: string) => `api/agent/${handle}/llm-summary`,
  (handle: string) => `api/agent/${handle}/trust`,
  (handle: string) => `embed/${handle}.svg`,
]

/** Milliseconds of processor time that reads of agents cost, each another one, with nothing of a file kept between. */
export async function readingCost(root: string, handles: string[]): Promise<number> {
  const reader = await openReader(diskBlobs(root), {
    ...{ inflate, openProjection, digest: (bytes) => hash('sha256', bytes) },
  })
  const started = process.cpuUsage()
  for (const [nth, handle] of handles.entries())
    await reader.read('public', (PATHS[nth % PATHS.length] as (typeof PATHS)[number])(handle))
  const { user, system } = process.cpuUsage(started)
  return (user + system) / 1000
}
