import { RunFailed } from '../core/domain/errors.ts'
import { codeVersion } from '../pipeline/code_version.ts'
import { loadSources } from '../pipeline/source_loader.ts'
import type { Universe } from '../pipeline/universe.ts'
import { type IngestBoss, openBoss } from '../pipeline/workers/boss.ts'
import type { PostedJob } from '../pipeline/workers/posted_job.ts'
import { Work } from '../pipeline/workers/work.ts'
import { ingestBucket } from './ingest_workers.ts'
import { readSettings } from './settings.ts'

/** What a worker is started with. */
export interface WorkerStart {
  /** The address of the queue. */
  queue: string
  environment: Record<string, string | undefined>
  /** How many jobs at once. */
  jobs: number
  /** Makes the world of a day. */
  makeUniverse: (day: string) => Universe
  say: (line: string) => void
}

/** Begins to take jobs; it ends with `close`. */
export async function startWorker(start: WorkerStart): Promise<Pick<IngestBoss, 'close'>> {
  const { queue, environment, jobs, makeUniverse, say } = start
  const worlds = new Worlds(makeUniverse)
  const sources = await loadSources()
  const bucket = ingestBucket(environment)
  const { env } = readSettings(environment)
  const work = new Work({ bucket, sources, env, universeOf: (day) => worlds.of(day) })
  const boss = await openBoss(queue, codeVersion().sha256, say)
  await boss.work(jobs, async (job, signal) => {
    say(`${nameOf(job)}: begun`)
    try {
      const result = await work.do(job, signal)
      say(`${nameOf(job)}: done`)
      return result
    } catch (error) {
      // A world that has no network never asks again: the next job gets a new one.
      if (error instanceof RunFailed) worlds.forget()
      say(`${nameOf(job)}: given back: ${error instanceof Error ? error.message : error}`)
      throw error
    }
  })
  say(`waiting for jobs, ${jobs} at once`)
  return boss
}

const nameOf = ({ day, source, part }: PostedJob): string => `${day} ${source} ${part}`

/** One world for each day, so that all jobs of a day share the limits of hosts. Days come one after another. */
class Worlds {
  readonly #make: WorkerStart['makeUniverse']
  #last: { day: string; universe: Universe } | null = null

  constructor(make: WorkerStart['makeUniverse']) {
    this.#make = make
  }

  of(day: string): Universe {
    if (this.#last?.day !== day) this.#last = { day, universe: this.#make(day) }
    return this.#last.universe
  }

  forget(): void {
    this.#last = null
  }
}
