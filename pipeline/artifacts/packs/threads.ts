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
  const results: Promise<Artifact[]>[] = []
  try {
    for (let bucket = 0; bucket < buckets; bucket += 1) {
      while (results.length < Math.min(buckets, bucket + AHEAD * threads))
        results.push(pool.run(results.length))
      yield* await (results[bucket] as Promise<Artifact[]>)
      delete results[bucket]
    }
  } finally {
    await pool.stop()
  }
}
