import { PgBoss } from 'pg-boss'
import { isIngestQueue, SCHEMA, toQueueError } from './queue_client.ts'

/** Number of jobs of all runs by state. */
export interface JobCounts {
  waiting: number
  /** Leased by a worker. */
  active: number
  /** Failed in all attempts within the last day. */
  failed: number
}

/**
 * Counts the jobs in the queue at an address, as of at most a minute ago. Changes nothing there. Throws RunFailed where
 * PostgreSQL is unreachable, or no run or worker has created the queue yet.
 */
export async function countJobs(url: string): Promise<JobCounts> {
  const boss = new PgBoss({
    ...{ connectionString: url, schema: SCHEMA, application_name: 'assay status', max: 1 },
    ...{ migrate: false, createSchema: false, supervise: false, schedule: false },
  })
  // The failed call reports it.
  boss.on('error', () => {})
  try {
    await boss.start()
    const queues = (await boss.getQueues()).filter(({ name }) => isIngestQueue(name))
    const counts = { waiting: 0, active: 0, failed: 0 }
    for (const { name } of queues) {
      const [stats] = await boss.getQueueStats(name, { force: true })
      counts.waiting += stats?.queuedCount ?? 0
      counts.active += stats?.activeCount ?? 0
      counts.failed += stats?.failedCount ?? 0
    }
    return counts
  } catch (cause) {
    throw toQueueError(cause)
  } finally {
    await boss.stop({ graceful: false }).catch(() => {})
  }
}
