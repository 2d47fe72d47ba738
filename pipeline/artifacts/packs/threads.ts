import type { Artifact } from '../../../core/release/artifact.ts'
import { ThreadPool } from '../../render/thread_pool.ts'
import type { PackWork } from './bucket_packs.ts'

/** Maximum number of buckets that a thread is ahead of the consumer. */
const AHEAD = 2

/** Yields the packs of all buckets in order, whichever thread finishes first. */
export async function* packsInThreads(
  work: PackWork,
  buckets: number,
  count: number,
): AsyncGenerator<Artifact> {
  const threads = Math.min(count, buckets)
  const pool = new ThreadPool<number, Artifact[]>({
    ...{ file: new URL('./thread.ts', import.meta.url), threads, data: work },
  })
  const made: Promise<Artifact[]>[] = []
  try {
    for (let bucket = 0; bucket < buckets; bucket += 1) {
      while (made.length < Math.min(buckets, bucket + AHEAD * threads)) made.push(pool.run(made.length))
      yield* await (made[bucket] as Promise<Artifact[]>)
      delete made[bucket]
    }
  } finally {
    await pool.stop()
  }
}
