import PQueue from 'p-queue'
import type { Database } from './database.ts'
import type { Model } from './order.ts'

/**
 * Builds models that come in order, up to `lanes` at a time, each once all that it reads is there. When one fails, those
 * that are being built end first, and none that is left is begun.
 */
export async function inLanes(
  db: Database,
  models: readonly Model[],
  lanes: number,
  built: () => void,
): Promise<void> {
  const free = [db]
  while (free.length < lanes) free.push(await db.beside())
  const queue = new PQueue({ concurrency: lanes })
  const done = new Map<string, Promise<void>>()
  let hasFailed = false
  const build = async (model: Model): Promise<void> => {
    await Promise.all(model.reads.map((name) => done.get(name)))
    await queue.add(async () => {
      if (hasFailed) return
      const lane = free.pop() as Database
      await model.build(lane).finally(() => free.push(lane))
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
