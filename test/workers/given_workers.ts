import { setTimeout } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import type { Upstreams } from '../../pipeline/http/upstreams.ts'
import type { Source } from '../../pipeline/source/source.ts'
import { JobRunner, type WorkerOptions } from '../../pipeline/workers/job_runner.ts'
import type { PostedJob } from '../../pipeline/workers/posted_job.ts'
import { WorkerQueue, type WorkerQueueOptions } from '../../pipeline/workers/worker_queue.ts'
import { universeBehind } from '../ingest/given_ingest.ts'
import { bucketAt, fakeSettings } from '../kit/s3/bucket.ts'
import { FakeStore } from '../kit/s3/fake.ts'
import { MemoryBoard } from './memory_board.ts'

/** The parts of workers and their run that a test sets. */
export interface GivenWorkers {
  fetch: Upstreams['fetch']
  sources: Source[]
  env?: WorkerOptions['env']
  /** Called before each job: true if no worker ever ends it, an error if each releases it. */
  fate?: (job: PostedJob) => boolean | Error
  options?: Partial<WorkerQueueOptions>
}

/** Workers on a board in memory and a bucket of this process, and the queue of a run that waits for them. */
export async function givenWorkers({ fetch, sources, env = {}, fate = () => false, options }: GivenWorkers) {
  const store = await new FakeStore().listen()
  onTestFinished(() => store.close())
  const bucket = bucketAt(fakeSettings(store))
  const universe = universeBehind(fetch)
  const work = new JobRunner({ bucket, sources, env, getUpstreams: () => universe })
  const board = new MemoryBoard((job) => {
    const met = fate(job)
    if (met instanceof Error) return Promise.reject(met)
    return met ? new Promise(() => {}) : work.run(job, AbortSignal.timeout(60_000))
  })
  const queue = new WorkerQueue({
    ...{ board, bucket, waitMs: null, rerunId: '', note: () => {}, check: () => {} },
    monotonic: () => performance.now(),
    sleep: () => setTimeout(5),
    ...options,
  })
  return { store, bucket, board, queue, work }
}
