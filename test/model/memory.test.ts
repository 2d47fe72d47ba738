import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { expect, onTestFinished, test } from 'vitest'
import { limitMemory } from '../../pipeline/model/memory.ts'

/** The list is fully in memory: this one takes more than 16 MB. */
const LARGE = 'create table large as select list(i) as numbers from range(3_000_000) as r (i)'

async function connect() {
  const folder = mkdtempSync(join(tmpdir(), 'assay-memory-'))
  const instance = await DuckDBInstance.create(':memory:', { temp_directory: folder })
  onTestFinished(() => {
    instance.closeSync()
    rmSync(folder, { recursive: true })
  })
  return instance.connect()
}

test('a statement that needs more memory than is usual gets it', async () => {
  const connection = await connect()
  const memory = await limitMemory(connection, { usual: 16, most: 512 })
  await expect(connection.run(LARGE)).rejects.toThrow('Out of Memory Error')
  await memory.withRaisedLimit(() => connection.run(LARGE))
  const result = await connection.runAndReadAll('select len(numbers) from large')
  expect(result.getRows()).toEqual([[3_000_000n]])
})

test('two that need more at once both get it', async () => {
  const connection = await connect()
  const memory = await limitMemory(connection, { usual: 16, most: 512 })
  const lists = [1, 2].map((n) =>
    memory.withRaisedLimit(() => connection.run(LARGE.replace('large', `large_${n}`))),
  )
  await Promise.all(lists)
})

test('what a statement needed beyond the usual is given back when it is asked for', async () => {
  const connection = await connect()
  const limit = async () =>
    (await connection.runAndReadAll("select current_setting('memory_limit')")).getRows()
  const memory = await limitMemory(connection, { usual: 16, most: 512 })
  const usual = await limit()
  await memory.withRaisedLimit(() => connection.run(LARGE))
  expect(await limit()).not.toEqual(usual)
  await connection.run('drop table large')
  await memory.resetLimit()
  expect(await limit()).toEqual(usual)
})

test('memory that tables need is kept', async () => {
  const connection = await connect()
  const memory = await limitMemory(connection, { usual: 16, most: 512 })
  await connection.run("set temp_directory = ''")
  await memory.withRaisedLimit(() => connection.run(LARGE))
  await memory.resetLimit()
  await connection.run('insert into large select numbers from large')
})

test('beyond the most that it may take it says so, and nothing else is done again', async () => {
  const connection = await connect()
  const memory = await limitMemory(connection, { usual: 16, most: 31 })
  await expect(memory.withRaisedLimit(() => connection.run(LARGE))).rejects.toThrow('Out of Memory Error')
  let tries = 0
  const wrong = memory.withRaisedLimit(() => {
    tries += 1
    return connection.run('select nothing')
  })
  await expect(wrong).rejects.toThrow('Binder Error')
  expect(tries).toBe(1)
})
