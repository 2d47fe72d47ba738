import { RunFailed } from '../core/domain/errors.ts'
import type { Upstreams } from '../pipeline/http/upstreams.ts'
import { readCodeVersion } from '../pipeline/run/code_version.ts'
import { loadSources } from '../pipeline/source/source_loader.ts'
import { JobRunner, UnfitWorker } from '../pipeline/workers/job_runner.ts'
import type { PostedJob } from '../pipeline/workers/posted_job.ts'
import { openQueue } from '../pipeline/workers/queue_client.ts'
import { ingestBucket } from './ingest_workers.ts'
import { readSettings } from './settings.ts'

/** Options of a worker. */
export interface WorkerStart {
  /** The address of the queue. */
  queue: string
  environment: Record<string, string | undefined>
  /** Number of concurrent jobs. */
  jobs: number
  /** Opens the upstreams of a day. */
  makeUniverse: (day: string) => Upstreams
  /** Settles when the worker should stop. */
  stop: Promise<void>
  print: (line: string) => void
}

/**
 * Takes jobs until it is to end. Throws where it cannot do jobs as it is set up, or has no network: it would take more
 * and more of them, and each would count as tried.
 */
export async function work(start: WorkerStart): Promise<void> {
  const { queue, environment, jobs, makeUniverse, stop, print } = start
  const sources = await loadSources()
  const bucket = ingestBucket(environment)
  const { env } = readSettings(environment)
  const work = new JobRunner({ bucket, sources, env, getUpstreams: oneForEachDay(makeUniverse) })
  const boss = await openQueue(queue, readCodeVersion().sha256, print)
  const unfit = Promise.withResolvers<never>()
  unfit.promise.catch(() => {})
  await boss.work(jobs, async (job, signal) => {
    print(`${jobName(job)}: begun`)
    try {
      const result = await work.run(job, signal)
      print(`${jobName(job)}: done`)
      return result
    } catch (error) {
      print(`${jobName(job)}: given back: ${error instanceof Error ? error.message : error}`)
      if (error instanceof UnfitWorker || error instanceof RunFailed) unfit.reject(error)
      throw error
    }
  })
  print(`waiting for jobs, ${jobs} at once`)
  await Promise.race([stop, unfit.promise]).finally(() => boss.close())
}

const jobName = ({ day, source, part }: PostedJob): string => `${day} ${source} ${part}`

/** All jobs of a day share one world, which holds the limits of hosts. Days come one after another. */
function oneForEachDay(make: WorkerStart['makeUniverse']): (day: string) => Upstreams {
  let last: { day: string; universe: Upstreams } | null = null
  return (day) => {
    if (last?.day !== day) last = { day, universe: make(day) }
    return last.universe
  }
}
