import PQueue from 'p-queue'
import type { Database } from './database.ts'
import type { Model } from './order.ts'

/** Parallel connections to one database. */
export interface ConnectionPool {
  /** Runs work on an idle connection, once there is one; first come, first served. */
  run<T>(work: (connection: Database) => Promise<T>): Promise<T>
}

/** Opens a pool of `count` connections to a database, `db` included. They are closed with it. */
export async function openConnectionPool(db: Database, count: number): Promise<ConnectionPool> {
  const free = [db]
  while (free.length < count) free.push(await db.connect())
  const queue = new PQueue({ concurrency: count })
  return {
    run: (work) =>
      queue.add(() => {
        const connection = free.pop() as Database
        return work(connection).finally(() => free.push(connection))
      }),
  }
}

/**
 * Builds ordered models in parallel, each once all its inputs exist. When one fails, running builds end first, and no
 * other is started.
 */
export async function buildInParallel(
  pool: ConnectionPool,
  models: readonly Model[],
  built: (model: Model, connection: Database) => Promise<void> | void,
): Promise<void> {
  const done = new Map<string, Promise<void>>()
  let hasFailed = false
  const build = async (model: Model): Promise<void> => {
    await Promise.all(model.reads.map((name) => done.get(name)))
    await pool.run(async (connection) => {
      if (hasFailed) return
      await model.build(connection)
      await built(model, connection)
    })
  }
  const noted = (error: unknown) => {
    hasFailed = true
    throw error
  }
  for (const model of models) done.set(model.name, build(model).catch(noted))
  const results = await Promise.allSettled(done.values())
  for (const result of results) if (result.status === 'rejected') throw result.reason
}
