import { PgBoss } from 'pg-boss'
import { RunFailed } from '../../core/domain/errors.ts'
import { startLease } from './lease.ts'
import {
  type JobBoard,
  type JobResult,
  type JobStatus,
  type PostedJob,
  postedJobSchema,
} from './posted_job.ts'

/** The schema of the queue; nothing else in the database is touched. */
export const SCHEMA = 'assay_ingest'
const QUEUES = 'ingest-'
const DEAD = 'dead'
/** Seconds without a heartbeat after which a worker's job goes to another one; it stops before (`lease.ts`). */
const HEARTBEAT_SECONDS = 20
const SUPERVISED_EVERY_SECONDS = 3
const POLL_SECONDS = 1
const RETRIES = 3
const A_DAY = 86_400
/** Time for stopped workers to finish their jobs, in milliseconds. */
const STOP_MS = 20_000

const STATES: Record<string, JobStatus['state']> = {
  ...{ created: 'waiting', retry: 'waiting', active: 'taken', completed: 'done' },
  ...{ failed: 'failed', cancelled: 'failed' },
}
const MISSING_JOB = { message: 'the queue no longer has the job' }

/** A process's access to the queue in PostgreSQL. */
export interface QueueClient extends JobBoard {
  /** Runs jobs, `atOnce` concurrently, until it is closed. */
  work(atOnce: number, act: (job: PostedJob, signal: AbortSignal) => Promise<JobResult>): Promise<void>
  close(): Promise<void>
}

/**
 * Opens the queue of one version of the code: all machines that read parts of a source read it the same way. Throws
 * RunFailed where PostgreSQL cannot be used. `note` is called with later problems, such as a lost connection.
 */
export async function openQueue(
  url: string,
  code: string,
  note: (line: string) => void,
): Promise<QueueClient> {
  const boss = new PgBoss({
    ...{ connectionString: url, schema: SCHEMA, schedule: false, application_name: 'assay ingest' },
    superviseIntervalSeconds: SUPERVISED_EVERY_SECONDS,
    monitorIntervalSeconds: SUPERVISED_EVERY_SECONDS,
    queueCacheIntervalSeconds: SUPERVISED_EVERY_SECONDS,
  })
  boss.on('error', (error) => note(`ingest queue: ${error.message}`))
  const queue = `${QUEUES}${code.slice(0, 16)}`
  try {
    await boss.start()
    await boss.createQueue(DEAD)
    await boss.createQueue(queue, {
      // One job of a lane at a time, by an index of the database.
      policy: 'singleton',
      ...{ retryLimit: RETRIES, retryDelay: 1, retryBackoff: true, heartbeatSeconds: HEARTBEAT_SECONDS },
      ...{ deadLetter: DEAD, retentionSeconds: 2 * A_DAY, deleteAfterSeconds: A_DAY },
    })
  } catch (cause) {
    await boss.stop({ graceful: false }).catch(() => {})
    throw toQueueError(cause)
  }
  return {
    ...createBoard(boss, queue),
    work: (...given) => work(boss, queue, ...given),
    close: () => stop(boss),
  }
}

function createBoard(boss: PgBoss, queue: string): JobBoard {
  const standings = (ids: string[]): Promise<JobStatus[]> =>
    Promise.all(
      ids.map(async (id) => {
        const job = await boss.getJobById(queue, id)
        if (job === null) return { id, state: 'failed' as const, output: MISSING_JOB }
        return { id, state: STATES[job.state] ?? 'waiting', output: job.output }
      }),
    )
  const drop = async (ids: string[]): Promise<void> => {
    if (ids.length > 0) await boss.deleteJob(queue, ids)
  }
  return {
    standings,
    drop,
    async post(postings) {
      const existing = await standings(postings.map(({ id }) => id))
      await drop(existing.flatMap(({ id, state }) => (state === 'failed' ? [id] : [])))
      // An existing job is left as it is.
      await boss.insert(
        queue,
        postings.map(({ id, job, lane, priority, maxSeconds }) => ({
          ...{ id, data: job, priority, expireInSeconds: maxSeconds },
          // The first prevents two active jobs of a lane, the second lets a worker skip a busy lane.
          ...{ singletonKey: lane, group: { id: lane } },
        })),
      )
    },
  }
}

async function work(
  boss: PgBoss,
  queue: string,
  atOnce: number,
  act: Parameters<QueueClient['work']>[1],
): Promise<void> {
  const options = {
    ...{ batchSize: 1, localConcurrency: atOnce, groupConcurrency: 1 },
    pollingIntervalSeconds: POLL_SECONDS,
  }
  await boss.work(queue, options, async ([job]) => {
    if (job === undefined) return null
    const lease = startLease(
      () => boss.touch(queue, job.id),
      () => performance.now(),
    )
    try {
      return await act(postedJobSchema.parse(job.data), AbortSignal.any([job.signal, lease.signal]))
    } catch (error) {
      // The queue stores the error: a message, and none of its other properties.
      throw new Error(error instanceof Error ? error.message : 'an unknown error')
    } finally {
      lease.end()
    }
  })
}

/** True if a queue has jobs for workers, of any version of the code. */
export const isIngestQueue = (name: string): boolean => name.startsWith(QUEUES)

const stop = (boss: PgBoss): Promise<void> => boss.stop({ graceful: true, timeout: STOP_MS })

/** Returns the error for a PostgreSQL that does not do what the queue needs. */
export const toQueueError = (cause: unknown): RunFailed =>
  new RunFailed(
    `the queue at INGEST_QUEUE cannot be used (${cause instanceof Error ? cause.message : cause}): see that PostgreSQL runs there and that its user may create the schema ${SCHEMA}`,
    { cause },
  )
