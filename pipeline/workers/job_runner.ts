import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Bucket } from '../../core/bucket/bucket.ts'
import { Cache } from '../../core/domain/cache.ts'
import { OperationalError } from '../../core/domain/errors.ts'
import { Archive } from '../archive/archive.ts'
import { formatDay } from '../archive/day_file.ts'
import type { Upstreams } from '../http/upstreams.ts'
import { ClockCheck } from '../ingest/clock_check.ts'
import { parsePart, toShare } from '../ingest/jobs/part.ts'
import { hasDeferred, type JobDone, runJob } from '../ingest/jobs/run_job.ts'
import type { FetchContext, Source } from '../source/source.ts'
import { packChunks } from './chunk.ts'
import { downloadInputs, type WorkerInputs } from './inputs.ts'
import { dayFolder, putNamed } from './objects.ts'
import type { JobResult, PostedJob } from './posted_job.ts'

/** Dependencies of a worker. Its secrets are its own: a job names settings and never has their values. */
export interface WorkerOptions {
  bucket: Bucket
  sources: Source[]
  /** The upstreams of a day; the same object for the same day, since it has the limits of hosts. */
  getUpstreams: (day: string) => Upstreams
  env: FetchContext['env']
}

/** This worker cannot do jobs of the run with its configuration: the next job would fail too. */
export class UnfitWorker extends OperationalError {}

/** Maximum number of cached inputs, for the next job of the same source. */
const MAX_CACHED_INPUTS = 4

/** Runs jobs, one call for each; several may be active. */
export class JobRunner {
  readonly #options: WorkerOptions
  readonly #inputs = new Cache<Promise<WorkerInputs>>({ maxSize: MAX_CACHED_INPUTS })
  readonly #clock = new ClockCheck()

  constructor(options: WorkerOptions) {
    this.#options = options
  }

  /**
   * Runs one job. Its results are in the bucket when this resolves. Throws when `signal` aborts because the lease may
   * be lost.
   */
  async run(job: PostedJob, signal: AbortSignal): Promise<JobResult> {
    const folder = mkdtempSync(join(tmpdir(), 'assay-job-'))
    try {
      const archive = new Archive(folder)
      const done = await this.#runJob(job, archive, signal)
      if (done.seen.outcome === 'ok') done.seen.rows.remove()
      signal.throwIfAborted()
      const problem = this.#clock.problem()
      if (problem !== null) throw new UnfitWorker(problem)
      return await this.#uploadResult(job, archive, done)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  }

  async #runJob(job: PostedJob, archive: Archive, signal: AbortSignal): Promise<JobDone> {
    const { day, wantsPast } = job
    const universe = this.#requireUpstreams(job)
    const { known, past, readTable, previous, earlier, fill } = await this.#loadInputs(job.inputs)
    await fill(archive)
    return runJob({
      ...{ source: this.#findSource(job), day, universe, archive, previous, earlier },
      ...{ clock: this.#clock, signal },
      context: {
        ...{ day, ...past, known, past: readTable, wantsPast },
        ...{ catalog: universe.catalog, env: this.#selectSettings(job), share: toShare(parsePart(job.part)) },
      },
    })
  }

  async #uploadResult({ day, source, part }: PostedJob, archive: Archive, done: JobDone): Promise<JobResult> {
    const { bucket } = this.#options
    const folder = `${dayFolder(day)}${source}/${part}/`
    const chunks: string[] = []
    // A revalidated body is in the archive of the run already.
    const fresh = done.recorded.responses.filter(({ status }) => status !== 304)
    const hashes = fresh.flatMap(({ sha256, request, order }) =>
      [sha256, request, order].filter((hash) => typeof hash === 'string'),
    )
    for (const chunk of packChunks(archive, hashes)) chunks.push(await putNamed(bucket, folder, chunk))
    const record = await putNamed(bucket, folder, Buffer.from(formatDay(done.recorded)))
    return { record, chunks, isCut: hasDeferred(done) }
  }

  #requireUpstreams({ day, world }: PostedJob): Upstreams {
    const universe = this.#options.getUpstreams(day)
    if (universe.world === world) return universe
    throw new UnfitWorker(
      `the run reads ${world} data and this worker reads ${universe.world}: set UPSTREAM_BASE as the run has it`,
    )
  }

  #findSource(job: PostedJob): Source {
    const source = this.#options.sources.find(({ name }) => name === job.source)
    if (source === undefined) throw new UnfitWorker(`this worker knows no source ${job.source}`)
    return source
  }

  /** Returns the settings that the run has too, so that a job sends the same requests on each machine. */
  #selectSettings({ settings }: PostedJob): FetchContext['env'] {
    const { env } = this.#options
    const missing = settings.filter((name) => !env[name])
    if (missing.length > 0)
      throw new UnfitWorker(`this worker lacks ${missing.join(', ')}, which the run has: set it for both`)
    return Object.fromEntries(settings.map((name) => [name, env[name]]))
  }

  #loadInputs(key: string): Promise<WorkerInputs> {
    const loading = this.#inputs.get(key) ?? this.#inputs.put(key, downloadInputs(this.#options.bucket, key))
    // A failed read is retried by the next job.
    loading.catch(() => this.#inputs.delete(key))
    return loading
  }
}
