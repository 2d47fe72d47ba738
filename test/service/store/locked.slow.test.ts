import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { StoreUnavailable } from '../../../serving/service/store/database.ts'
import { openSqlite } from '../../../serving/service/store/sqlite.ts'

/** A store, and another handle on its file that holds the lock until it is released. */
async function locked() {
  const folder = mkdtempSync(join(tmpdir(), 'assay-locked-'))
  const file = join(folder, 'service.sqlite')
  const db = await openSqlite(file)
  await db.run('create table things (name text)')
  const other = new DatabaseSync(file)
  other.exec('begin immediate')
  onTestFinished(async () => {
    await db.close()
    if (other.isOpen) other.close()
    rmSync(folder, { recursive: true })
  })
  return { db, release: () => other.exec('commit') }
}

test('while another process has the lock nothing else waits, and writes fail soon', async () => {
  const { db } = await locked()
  let longest = 0
  let at = performance.now()
  const timer = setInterval(() => {
    longest = Math.max(longest, performance.now() - at)
    at = performance.now()
  }, 5)
  const start = performance.now()
  const writes = Array.from({ length: 20 }, () => db.run("insert into things (name) values ('x')"))
  expect(await db.all('select name from things')).toEqual([])
  const told = await Promise.allSettled(writes)
  clearInterval(timer)
  for (const promiseSettledResult of told)
    expect(promiseSettledResult).toMatchObject({ status: 'rejected', reason: expect.any(StoreUnavailable) })
  expect(performance.now() - start).toBeLessThan(4_000)
  // Twenty waits of SQLite itself would be forty seconds in which nobody is answered.
  expect(longest).toBeLessThan(500)
})

test('a lock that is held for a moment is waited for', async () => {
  const { db, release } = await locked()
  const write = db.run("insert into things (name) values ('x')")
  await sleep(200)
  release()
  expect(await write).toBe(1)
})
