import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { StoreUnavailable } from '../../../serving/service/store/database.ts'
import { openSqlite } from '../../../serving/service/store/sqlite.ts'

const LONG = `with recursive n (i) as (select 1 union all select i + 1 from n where i < 3000000)
  select count(*) as count from n`

async function openThread() {
  const folder = mkdtempSync(join(tmpdir(), 'assay-thread-'))
  const db = await openSqlite(join(folder, 'service.sqlite'))
  onTestFinished(async () => {
    await db.close()
    rmSync(folder, { recursive: true })
  })
  return db
}

test('others go on while a statement takes long', async () => {
  const db = await openThread()
  let turns = 0
  let isOver = false
  const asked = db.all(LONG).finally(() => {
    isOver = true
  })
  for (; !isOver; turns += 1) await new Promise((resolve) => setImmediate(resolve))
  expect(await asked).toEqual([{ count: 3_000_000 }])
  expect(turns).toBeGreaterThan(100)
})

test('statements are done in the order in which they were asked for, and closing waits for them', async () => {
  const db = await openThread()
  await db.run('create table things (at integer)')
  const written = Array.from({ length: 50 }, (_, at) => db.run('insert into things (at) values ($1)', [at]))
  const read = db.all('select at from things order by rowid')
  const closed = db.close()
  expect(await Promise.all(written)).toEqual(Array(50).fill(1))
  expect(await read).toEqual(Array.from({ length: 50 }, (_, at) => ({ at })))
  await closed
  await expect(db.all('select 1')).rejects.toThrow(StoreUnavailable)
  await db.close()
})
