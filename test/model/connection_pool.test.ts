import { expect, test } from 'vitest'
import { buildInParallel, openConnectionPool } from '../../pipeline/model/connection_pool.ts'
import type { Database } from '../../pipeline/model/database.ts'
import type { Model } from '../../pipeline/model/order.ts'

/** A database that only counts its connections. */
function counting() {
  const opened = { count: 1 }
  const db = {
    connect: async () => {
      opened.count += 1
      return { ...db }
    },
  } as unknown as Database
  return { db, opened }
}

/** Models that record their start and end, and their connection. */
function noting(reads: Record<string, string[]>, failing: string[] = []) {
  const noted: string[] = []
  const busy = new Set<Database>()
  const shared: string[] = []
  let most = 0
  const models: Model[] = Object.entries(reads).map(([name, read]) => ({
    name,
    reads: read,
    async build(db) {
      if (busy.has(db)) shared.push(name)
      busy.add(db)
      most = Math.max(most, busy.size)
      noted.push(`begin ${name}`)
      await new Promise((resolve) => setImmediate(resolve))
      busy.delete(db)
      noted.push(`end ${name}`)
      if (failing.includes(name)) throw new Error(`${name} is broken`)
    },
  }))
  return { models, noted, shared, most: () => most }
}

const READS = { a: [], b: ['a', 'given'], c: ['a'], d: ['b', 'c'], e: [] }

test.each([1, 2, 4])('%i at a time, each after what it reads and alone on its connection', async (lanes) => {
  const { db, opened } = counting()
  const { models, noted, shared, most } = noting(READS)
  let built = 0
  await buildInParallel(await openConnectionPool(db, lanes), models, () => {
    built += 1
  })
  for (const [name, read] of Object.entries(READS))
    for (const text of read.filter((other) => other in READS))
      expect(noted.indexOf(`end ${text}`), `${text} before ${name}`).toBeLessThan(
        noted.indexOf(`begin ${name}`),
      )
  expect([built, opened.count, shared, most()]).toEqual([5, lanes, [], Math.min(lanes, 3)])
})

test('of models that wait, the one that begins the longest chain comes first', async () => {
  const { models, noted } = noting({ a: [], b: [], c: [], d: ['b'], e: ['c'], f: ['e'] })
  await buildInParallel(await openConnectionPool(counting().db, 1), models, () => {})
  // The first takes the idle connection.
  expect(noted.filter((note) => note.startsWith('begin')).slice(0, 3)).toEqual([
    'begin a',
    'begin c',
    'begin b',
  ])
})

test('if one fails, running models end, no other starts, and its error is thrown', async () => {
  const { models, noted } = noting(READS, ['a'])
  await expect(buildInParallel(await openConnectionPool(counting().db, 2), models, () => {})).rejects.toThrow(
    'a is broken',
  )
  expect(noted.toSorted()).toEqual(['begin a', 'begin e', 'end a', 'end e'])
})
