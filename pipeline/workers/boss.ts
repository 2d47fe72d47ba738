import { PgBoss } from 'pg-boss'
import { RunFailed } from '../../core/domain/errors.ts'
import { holdLease } from './lease.ts'
import { type Board, type JobResult, type PostedJob, postedJobSchema, type Standing } from './posted_job.ts'

/** The tables of the queue; whatever else is in the database stays untouched. */
export const SCHEMA = 'assay_ingest'
const QUEUES = 'ingest-'
const DEAD = 'dead'
/** A worker that says nothing for so long has lost its job, to whoever is free; it stops before (`lease.ts`). */
const HEARTBEAT_SECONDS = 20
const SUPERVISED_EVERY_SECONDS = 3
const POLL_SECONDS = 1
const RETRIES = 3
const A_DAY = 86_400
/** Workers that are stopped have so long to finish what they do. */
const STOP_MS = 20_000

const STATES: Record<string, Standing['state']> = {
  ...{ created: 'waiting', retry: 'waiting', active: 'taken', completed: 'done' },
  ...{ failed: 'failed', cancelled: 'failed' },
}
const GONE = { message: 'the queue no longer has the job' }

/** What a process has of the queue in PostgreSQL. */
export interface IngestBoss extends Board {
  /** Takes jobs, so many at once, until it is closed. */
  work(atOnce: number, act: (job: PostedJob, signal: AbortSignal) => Promise<JobResult>): Promise<void>
  close(): Promise<void>
}

/**
 * Opens the queue of one version of the code: a source is read the same way by all who read parts of it. Throws
 * RunFailed where PostgreSQL cannot be used. `note` is told of what goes wrong later, such as a connection that breaks.
 */
export async function openBoss(url: string, code: string, note: (line: string) => void): Promise<IngestBoss> {
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
    throw cannotUse(cause)
  }
  return { ...boardOf(boss, queue), work: (...given) => work(boss, queue, ...given), close: () => stop(boss) }
}

function boardOf(boss: PgBoss, queue: string): Board {
  const standings = (ids: string[]): Promise<Standing[]> =>
    Promise.all(
      ids.map(async (id) => {
        const job = await boss.getJobById(queue, id)
        if (job === null) return { id, state: 'failed' as const, output: GONE }
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
      const held = await standings(postings.map(({ id }) => id))
      await drop(held.flatMap(({ id, state }) => (state === 'failed' ? [id] : [])))
      // A job that is there already is left as it is.
      await boss.insert(
        queue,
        postings.map(({ id, job, lane, priority, mostSeconds }) => ({
          ...{ id, data: job, priority, expireInSeconds: mostSeconds },
          // The first keeps two of a lane from being under way, the second lets a worker pass over a busy lane.
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
  act: Parameters<IngestBoss['work']>[1],
): Promise<void> {
  const options = {
    ...{ batchSize: 1, localConcurrency: atOnce, groupConcurrency: 1 },
    pollingIntervalSeconds: POLL_SECONDS,
  }
  await boss.work(queue, options, async ([job]) => {
    if (job === undefined) return null
    const lease = holdLease(
      () => boss.touch(queue, job.id),
      () => performance.now(),
    )
    try {
      return await act(postedJobSchema.parse(job.data), AbortSignal.any([job.signal, lease.signal]))
    } catch (error) {
      // The queue keeps what is thrown: a message, and nothing of what else an error carries along.
      throw new Error(error instanceof Error ? error.message : 'an unknown error')
    } finally {
      lease.end()
    }
  })
}

/** Whether a queue holds jobs that workers take, of whatever version of the code. */
export const isOfRuns = (name: string): boolean => name.startsWith(QUEUES)

const stop = (boss: PgBoss): Promise<void> => boss.stop({ graceful: true, timeout: STOP_MS })

/** What to say where PostgreSQL does not do what the queue needs. */
export const cannotUse = (cause: unknown): RunFailed =>
  new RunFailed(
    `the queue at INGEST_QUEUE cannot be used (${cause instanceof Error ? cause.message : cause}): see that PostgreSQL runs there and that its user may create the schema ${SCHEMA}`,
    { cause },
  )
