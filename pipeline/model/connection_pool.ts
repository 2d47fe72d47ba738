import PQueue from 'p-queue'
import type { Database } from './database.ts'
import type { Model } from './order.ts'

/** Parallel connections to one database. */
export interface ConnectionPool {
  /** Runs work on an idle connection, once there is one: the highest priority first, then in the order of the calls. */
  run<T>(work: (connection: Database) => Promise<T>, priority?: number): Promise<T>
}

/** Opens a pool of `count` connections to a database, `db` included. They are closed with it. */
export async function openConnectionPool(db: Database, count: number): Promise<ConnectionPool> {
  const free = [db]
  while (free.length < count) free.push(await db.connect())
  const queue = new PQueue({ concurrency: count })
  return {
    run: (work, priority = 0) =>
      queue.add(
        () => {
          const connection = free.pop() as Database
          return work(connection).finally(() => free.push(connection))
        },
        { priority },
      ),
  }
}

/**
 * Builds ordered models in parallel, each once all its inputs exist; of those that wait, the one first that begins the
 * longest chain of others. When one fails, running builds end first, and no other is started.
 */
export async function buildInParallel(
  pool: ConnectionPool,
  models: readonly Model[],
  built: (model: Model, connection: Database) => Promise<void> | void,
): Promise<void> {
  const done = new Map<string, Promise<void>>()
  const chains = measureChains(models)
  let hasFailed = false
  const build = async (model: Model): Promise<void> => {
    await Promise.all(model.reads.map((name) => done.get(name)))
    await pool.run(async (connection) => {
      if (hasFailed) return
      await model.build(connection)
      await built(model, connection)
    }, chains.get(model.name))
  }
  const noted = (error: unknown) => {
    hasFailed = true
    throw error
  }
  for (const model of models) done.set(model.name, build(model).catch(noted))
  const results = await Promise.allSettled(done.values())
  for (const result of results) if (result.status === 'rejected') throw result.reason
}

/** Returns by table the number of models in the longest chain that begins with one that reads it. */
function measureChains(models: readonly Model[]): Map<string, number> {
  const lengths = new Map<string, number>()
  for (const { name, reads } of models.toReversed()) {
    const own = lengths.get(name) ?? 0
    for (const read of reads) lengths.set(read, Math.max(lengths.get(read) ?? 0, own + 1))
  }
  return lengths
}
