import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sqlModels } from '../../pipeline/model/build.ts'
import { buildInParallel, openConnectionPool } from '../../pipeline/model/connection_pool.ts'
import { openDatabase } from '../../pipeline/model/database.ts'
import { createDropper } from '../../pipeline/model/drop_unread.ts'
import type { Model } from '../../pipeline/model/order.ts'
import { listTablesReadLater } from '../../pipeline/run/tables_read.ts'

/** Comments of TypeScript. */
const COMMENT = /\/\*[\s\S]*?\*\/|\/\/.*/g

const model = (name: string, reads: string[]): Model => ({
  name,
  reads,
  build: (db) =>
    db.run(`create table ${name} as select 1 as one ${reads.length > 0 ? `from ${reads[0]}` : ''}`),
})

const MODELS = [
  model('stg_given', []),
  model('int_once', ['stg_given']),
  model('int_twice', ['stg_given']),
  model('int_last', ['int_once', 'int_twice', 'int_twice']),
  model('int_shown', ['int_twice']),
  model('marts', ['int_last', 'int_shown']),
  model('int_unread', ['marts']),
]

test.each([1, 3])(
  'with %i at a time, what no model reads any longer is dropped, marts and kept tables are not',
  async (lanes) => {
    const db = await openDatabase(':memory:')
    await buildInParallel(await openConnectionPool(db, lanes), MODELS, createDropper(MODELS, ['int_shown']))
    const tables = await db.rows<{ name: string }>(
      'select table_name as name from duckdb_tables() order by 1',
    )
    db.close()
    expect(tables.map(({ name }) => name)).toEqual(['int_shown', 'int_unread', 'marts'])
  },
)

test('a table between models that another part of the pipeline names is kept', async () => {
  const db = await openDatabase(':memory:')
  const kept = new Set(await listTablesReadLater(db))
  const inner = (await sqlModels(db)).map(({ name }) => name).filter((name) => /^(?:int|stg)_/.test(name))
  db.close()
  const folder = join(import.meta.dirname, '../../pipeline')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !/^(?:model|identity)\//.test(file),
  )
  const code = files
    .map((file) => readFileSync(join(folder, file), 'utf8').replaceAll(COMMENT, ''))
    .join('\n')
  const words = new Set(code.match(/\b(?:int|stg)_\w+/g))
  const named = inner.filter((name) => words.has(name))
  expect(named.length).toBeGreaterThan(10)
  expect(named.filter((name) => !kept.has(name))).toEqual([])
})
