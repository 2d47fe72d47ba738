import { type Database, identifier } from './database.ts'
import type { Model } from './order.ts'

/** Tables of the layers that models build for each other: what else reads one names it. */
const INNER = /^(?:int|stg)_/

/**
 * Returns a function to call with each built model, which drops the inner tables that no other model reads any longer,
 * but for `keeps`: on disk the next ones take their place.
 */
export function createDropper(
  models: readonly Model[],
  keeps: readonly string[],
): (built: Model, db: Database) => Promise<void> {
  const droppable = new Set(models.map(({ name }) => name).filter((name) => INNER.test(name)))
  for (const name of keeps) droppable.delete(name)
  const readers = new Map<string, number>()
  const count = (name: string, by: number) => {
    const left = (readers.get(name) ?? 0) + by
    readers.set(name, left)
    return left
  }
  for (const { reads } of models) for (const name of new Set(reads)) count(name, 1)
  return async ({ reads }, db) => {
    const unread = [...new Set(reads)].filter((name) => count(name, -1) === 0 && droppable.has(name))
    for (const name of unread) await db.run(`drop table ${identifier(name)}`)
  }
}
