import { createHash } from 'node:crypto'
import type { Bucket } from '../../core/bucket/bucket.ts'
import { RunFailed } from '../../core/domain/errors.ts'
import { inParallel } from '../../core/release_store/in_parallel.ts'
import { parseDay } from '../archive/day_file.ts'
import type { JobEnd, JobQueue, SourceJob } from '../ingest/jobs/job_queue.ts'
import { formatPart, type JobPart } from '../ingest/jobs/part.ts'
import { DEFAULT_MINUTES, listSettings } from '../ingest/jobs/run_job.ts'
import { unpackChunk } from './chunk.ts'
import { uploadInputs } from './inputs.ts'
import { toLane } from './lane.ts'
import { dayFolder, getNamed } from './objects.ts'
import { type JobBoard, type JobPosting, type JobStatus, jobResultSchema } from './posted_job.ts'

/** Dependencies and settings of a run's queue. */
export interface WorkerQueueOptions {
  board: JobBoard
  bucket: Bucket
  /** Monotonic clock in milliseconds. */
  monotonic: () => number
  sleep: (ms: number) => Promise<unknown>
  /** Maximum wait of the run for workers in milliseconds, from its first job; null: until all is done. */
  waitMs: number | null
  /** Writes a line of progress. */
  note: (line: string) => void
  /** Throws where this run must stop. */
  check: () => void
  /** Identifies a repeated run among those before it. */
  rerunId: string
}

const POLL_MS = 1_000
/** Milliseconds that PostgreSQL may be unreachable. */
const MAX_DOWNTIME_MS = 600_000
/** Milliseconds without a worker before a message. */
const IDLE_NOTICE_MS = 60_000
/** Added to the time limit of a source: for loading inputs and writing results. */
const SLACK_SECONDS = 300
/** Settings of the log, which no source reads. */
const NOT_FOR_SOURCES = /^LOG_/

/** The queue of a run whose sources are fetched by workers on other machines. */
export class WorkerQueue implements JobQueue {
  readonly splitsSources = true
  readonly #options: WorkerQueueOptions
  readonly #posted = new Set<string>()
  readonly #days = new Set<string>()
  #startedAt: number | null = null
  #lastTaken: number
  #hasNoted = false

  constructor(options: WorkerQueueOptions) {
    this.#options = options
    this.#lastTaken = options.monotonic()
  }

  async runParts(sourceJob: SourceJob, parts: JobPart[]): Promise<JobEnd[]> {
    const { board, bucket, monotonic } = this.#options
    this.#startedAt ??= monotonic()
    if (this.#isTimeOver()) return parts.map(lostPart)
    this.#days.add(sourceJob.day)
    const inputs = await uploadInputs(bucket, sourceJob)
    const postings = parts.map((part) => this.#posting(sourceJob, part, inputs))
    for (const { id } of postings) this.#posted.add(id)
    await this.#retryWhileDown(() => board.post(postings))
    const standings = await this.#settled(postings.map(({ id }) => id))
    const ends: JobEnd[] = []
    for (const [at, part] of parts.entries()) ends.push(await this.#toJobEnd(sourceJob, part, standings[at]))
    return ends
  }

  /** Removes the run's objects from queue and bucket, once its archive has them. */
  async clear(): Promise<void> {
    const { board, bucket } = this.#options
    await board.drop([...this.#posted])
    for (const day of this.#days) {
      const objects = await Array.fromAsync(bucket.list(dayFolder(day)))
      await inParallel(objects, ({ key }) => bucket.delete(key))
    }
  }

  /** The same job of the same day has the same name, so that a restarted run continues with the finished jobs. */
  #posting(
    { source, day, universe, context, isRefetch }: SourceJob,
    part: JobPart,
    inputs: string,
  ): JobPosting {
    const { world } = universe
    const minutes = source.minutes ?? DEFAULT_MINUTES
    return {
      id: toUuid(`${inputs} ${formatPart(part)} ${isRefetch ? this.#options.rerunId : ''}`),
      lane: toLane(source, part, { world, env: context.env }),
      priority: minutes,
      maxSeconds: minutes * 60 + SLACK_SECONDS,
      job: {
        ...{ source: source.name, part: formatPart(part), day, world, inputs },
        wantsPast: context.wantsPast,
        settings: listSettings(context.env).filter((name) => !NOT_FOR_SOURCES.test(name)),
      },
    }
  }

  /** Waits until all have ended or the time is over; returns their states, in their order. */
  async #settled(ids: string[]): Promise<(JobStatus | undefined)[]> {
    const { board, sleep } = this.#options
    const standing = new Map<string, JobStatus>()
    for (;;) {
      const open = ids.filter((id) => !isOver(standing.get(id)))
      for (const item of await this.#retryWhileDown(() => board.standings(open))) standing.set(item.id, item)
      const left = ids.filter((id) => !isOver(standing.get(id)))
      this.#watch([...standing.values()])
      if (left.length === 0 || this.#isTimeOver()) {
        await board.drop(left).catch(() => {})
        return ids.map((id) => standing.get(id))
      }
      await sleep(POLL_MS)
    }
  }

  /** A queue that is away for a while comes back, and each of its calls may be done twice. */
  async #retryWhileDown<T>(call: () => Promise<T>): Promise<T> {
    const { monotonic, sleep, note, check } = this.#options
    const until = monotonic() + MAX_DOWNTIME_MS
    for (;;) {
      check()
      try {
        return await call()
      } catch (cause) {
        if (monotonic() >= until)
          throw new RunFailed('the ingest queue is away: see that PostgreSQL runs', { cause })
        note('the ingest queue does not answer; waiting for it')
        await sleep(POLL_MS)
      }
    }
  }

  async #toJobEnd({ archive }: SourceJob, part: JobPart, standing: JobStatus | undefined): Promise<JobEnd> {
    const { bucket } = this.#options
    if (standing?.state === 'failed')
      return { part, recorded: null, problem: `all attempts failed (${reasonIn(standing.output)})` }
    if (standing?.state !== 'done') return lostPart(part)
    const { record, chunks, isCut } = jobResultSchema.parse(standing.output)
    for (const key of chunks) unpackChunk(archive, await getNamed(bucket, key))
    const recorded = parseDay(new TextDecoder().decode(await getNamed(bucket, record)), record)
    return { part, recorded, seen: null, isCut }
  }

  #isTimeOver(): boolean {
    const { waitMs, monotonic } = this.#options
    return waitMs !== null && this.#startedAt !== null && monotonic() - this.#startedAt >= waitMs
  }

  #watch(standings: JobStatus[]): void {
    const { monotonic, note } = this.#options
    if (standings.some(({ state }) => state !== 'waiting')) this.#lastTaken = monotonic()
    if (this.#hasNoted || monotonic() - this.#lastTaken < IDLE_NOTICE_MS) return
    this.#hasNoted = true
    note(
      'no worker has taken a job for a minute: start one of this code version: npm run assay -- ingest-worker',
    )
  }
}

const lostPart = (part: JobPart): JobEnd => ({ part, recorded: null, problem: 'none finished it in time' })

const isOver = (standing: JobStatus | undefined): boolean =>
  standing?.state === 'done' || standing?.state === 'failed'

function reasonIn(output: unknown): string {
  const { message } = (output ?? {}) as { message?: unknown }
  return typeof message === 'string' ? message.slice(0, 300) : 'no reason was given'
}

/** A UUID (version 8) of a text. */
function toUuid(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
