import { cpSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { sqlFiles } from '../../pipeline/model/build.ts'
import { openDatabase } from '../../pipeline/model/database.ts'
import { createBySlices, splitSelect } from '../../pipeline/model/slices.ts'
import { inTemporaryFolder } from '../kit/folder.ts'
import { sampleOutput } from '../sample_output.ts'

const SQL = 'select handle, list(n) as numbers from given where in_slice(given.handle) group by handle'

test('slices have the rows of the whole select, each once', async () => {
  const db = await openDatabase(':memory:')
  await db.run(
    `create table given as select 'agent-' || (n % 100) as handle, n from range(1000) as all_numbers(n)`,
  )
  const rows = (sql: string) =>
    db.rows<{ handle: string; numbers: bigint[] }>(`from (${sql}) order by handle`)
  const [whole = ''] = splitSelect(SQL, 1)
  const slices = splitSelect(SQL, 3)
  for (const slice of slices) expect((await rows(slice)).length).toBeLessThan(100)
  expect(await rows(slices.join(' union all '))).toEqual(await rows(whole))
  db.close()
})

test('a table of more rows than are taken at once is built in slices, and is the same', async () => {
  const db = await openDatabase(':memory:')
  await db.run(
    `create table given as select 'agent-' || (n % 5000) as handle, n from range(1_900_000) as all_numbers(n)`,
  )
  const ran: string[] = []
  const expectedColumns = {
    ...db,
    run: (sql: string) => {
      ran.push(sql)
      return db.run(sql)
    },
  }
  await createBySlices(expectedColumns, { name: 'made', sql: SQL, reads: ['given'] })
  expect(ran.map((sql) => sql.slice(0, 12))).toEqual(['create table', 'insert into ', 'insert into '])
  const [row] = await db.rows('select count(*)::int as agents, sum(len(numbers))::int as numbers from made')
  expect(row).toEqual({ agents: 5000, numbers: 1_900_000 })
  db.close()
})

test('each model that can be built in slices has the rows of the whole one', () =>
  inTemporaryFolder(async (folder) => {
    cpSync(join(await sampleOutput(), 'cache'), folder, { recursive: true })
    const db = await openDatabase(join(folder, 'assay.duckdb'))
    const sliced = ['intermediate', 'marts']
      .flatMap(sqlFiles)
      .map((file) => ({ name: basename(file, '.sql'), sql: readFileSync(file, 'utf8').trim() }))
      .filter(({ sql }) => sql.includes('in_slice('))
    expect(sliced.map(({ name }) => name)).toContain('identities')
    for (const { name, sql } of sliced) {
      const slices = splitSelect(sql.replace(/;$/, ''), 3).map((slice) => `(${slice})`)
      const rows = (from: string) =>
        db.rows<{ text: string }>(`select to_json(t)::varchar as text from (${from}) as t order by text`)
      expect(await rows(slices.join(' union all ')), name).toEqual(await rows(`from ${name}`))
    }
    db.close()
  }))
