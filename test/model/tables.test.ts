import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { type Database, openDatabase } from '../../pipeline/model/database.ts'
import { createTable, getColumns, unitePartitions } from '../../pipeline/model/tables.ts'

let db: Database
beforeAll(async () => {
  db = await openDatabase(':memory:')
})
afterAll(() => db.close())

test('columns follow the row schema', () => {
  const schema = z.object({
    a: z.string(),
    b: z.int().min(0).nullable(),
    c: z.number().nullable(),
    d: z.boolean(),
    e: z.array(z.string()),
    f: z.object({ x: z.string() }).nullable(),
    g: z.iso.datetime().nullable(),
  })
  expect(getColumns(schema)).toEqual({
    a: 'VARCHAR',
    b: 'BIGINT',
    c: 'DOUBLE',
    d: 'BOOLEAN',
    e: 'JSON',
    f: 'JSON',
    g: 'VARCHAR',
  })
})

test('a field of two types has no column', () => {
  expect(() => getColumns(z.object({ a: z.union([z.string(), z.number()]) }))).toThrow('row field a')
})

test('any text, number or null comes back as it went in, in the order it was given', async () => {
  const row = fc.record({
    text: fc.option(fc.string({ unit: 'grapheme' }).map((text) => text.replaceAll('\0', ''))),
    count: fc.option(fc.integer()),
    ratio: fc.option(fc.double({ noNaN: true, noDefaultInfinity: true }).map((n) => n + 0)),
    list: fc.array(fc.string()),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(row, { maxLength: 20 }), async (rows) => {
      await createTable(db, 't', { text: 'VARCHAR', count: 'BIGINT', ratio: 'DOUBLE', list: 'JSON' }, rows)
      expect(await db.rows('select * from t')).toEqual(
        rows.map((row) => ({ ...row, ratio: row.ratio === 0 ? 0 : row.ratio })),
      )
    }),
    { numRuns: 30 },
  )
})

test('rows arrive in the order that a query asks for', async () => {
  await db.run('create table many as select (range * 7919) % 100003 as n from range(100003)')
  const rows = await db.rows<{ n: number }>('select n from many order by n')
  expect(rows.map((row) => row.n)).toEqual(Array.from({ length: 100_003 }, (_, n) => n))
})

test('partitions of older versions of the code are read too: what they did not know is null, what is no more is left out', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-partitions-'))
  const [old, now] = [join(folder, 'old.parquet'), join(folder, 'now.parquet')]
  await db.run(`copy (select 1 as id, 'x' as gone) to '${old}' (format parquet)`)
  await db.run(`copy (select 2 as id, 'y' as fresh) to '${now}' (format parquet)`)
  const columns = { id: 'BIGINT', fresh: 'VARCHAR' }
  const rows = (files: string[]) =>
    db.rows(`select id, fresh from (${unitePartitions(columns, files)}) order by id`)
  expect(await rows([old, now])).toEqual([
    { id: 1, fresh: null },
    { id: 2, fresh: 'y' },
  ])
  expect(await rows([old])).toEqual([{ id: 1, fresh: null }])
  expect(await rows([])).toEqual([])
  rmSync(folder, { recursive: true })
})
