import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type { Bucket } from '../core/bucket/bucket.ts'
import { BadUsage } from '../core/domain/errors.ts'
import { bucketSettings } from '../core/settings/bucket.ts'
import type { JobQueue } from '../pipeline/ingest/jobs/job_queue.ts'
import { readCodeVersion } from '../pipeline/run/code_version.ts'
import { openQueue } from '../pipeline/workers/queue_client.ts'
import { lockDay } from '../pipeline/workers/run_lock.ts'
import { WorkerQueue } from '../pipeline/workers/worker_queue.ts'
import { liveBucket } from './release_store.ts'

type Environment = Record<string, string | undefined>

/** The workers of one run. */
export interface RunWorkers {
  queue: JobQueue
  /** Ends the run's part in the queue; what is left in queue and bucket goes once the run is done. */
  close(isDone: boolean): Promise<void>
}

/** Callbacks and limits while a run waits for its workers. */
export interface WaitOptions {
  day: string
  /** Minutes that the run waits for workers; null: until all jobs are done. */
  minutes: number | null
  note: (line: string) => void
}

/** The bucket that workers write into. Throws BadUsage where none is named. */
export function ingestBucket(environment: Environment): Bucket {
  const settings = bucketSettings(environment)
  if (settings === null)
    throw new BadUsage(
      'INGEST_QUEUE needs RELEASE_STORE, the bucket that workers write into, e.g. RELEASE_STORE=s3://assay-index/live',
    )
  return liveBucket(settings)
}

/** Takes the day for this run and opens its queue. Throws RunFailed where another run works on the day. */
export async function openRunWorkers(
  url: string,
  environment: Environment,
  { day, minutes, note }: WaitOptions,
): Promise<RunWorkers> {
  const bucket = ingestBucket(environment)
  const board = await openQueue(url, readCodeVersion().sha256, note)
  try {
    const lock = await lockDay(url, day)
    const queue = new WorkerQueue({
      ...{ board, bucket, note, rerunId: randomUUID(), check: () => lock.check() },
      monotonic: () => performance.now(),
      sleep: (ms) => setTimeout(ms),
      waitMs: minutes === null ? null : minutes * 60_000,
    })
    return {
      queue,
      async close(isDone) {
        // What stays lies there until the next run of this date; the day itself is done.
        if (isDone) await queue.clear().catch((error: Error) => note(`not cleared up: ${error.message}`))
        await lock.release()
        await board.close()
      },
    }
  } catch (error) {
    await board.close()
    throw error
  }
}
