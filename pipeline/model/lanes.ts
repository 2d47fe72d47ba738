import PQueue from 'p-queue'
import type { Database } from './database.ts'
import type { Model } from './order.ts'

/** The connections of one database that work beside each other. */
export interface Lanes {
  /** Does a piece of work on a connection that has nothing else to do, once there is one; first come, first served. */
  run<T>(work: (lane: Database) => Promise<T>): Promise<T>
}

/** `count` connections to the tables of a database, of which it is one. They are closed with it. */
export async function openLanes(db: Database, count: number): Promise<Lanes> {
  const free = [db]
  while (free.length < count) free.push(await db.beside())
  const queue = new PQueue({ concurrency: count })
  return {
    run: (work) =>
      queue.add(() => {
        const lane = free.pop() as Database
        return work(lane).finally(() => free.push(lane))
      }),
  }
}

/**
 * Builds models that come in order beside each other, each once all that it reads is there. When one fails, those
 * that are being built end first, and none that is left is begun.
 */
export async function inLanes(lanes: Lanes, models: readonly Model[], built: () => void): Promise<void> {
  const done = new Map<string, Promise<void>>()
  let hasFailed = false
  const build = async (model: Model): Promise<void> => {
    await Promise.all(model.reads.map((name) => done.get(name)))
    await lanes.run(async (lane) => {
      if (hasFailed) return
      await model.build(lane)
      built()
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
