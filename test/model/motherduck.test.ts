import { DuckDBInstance } from '@duckdb/node-api'
import { expect, test } from 'vitest'
import {
  IN_OWN_SCHEMA,
  isOnMotherduck,
  makeOwnSchema,
  openMotherduck,
} from '../../pipeline/model/motherduck.ts'

test('only md: names a database of MotherDuck', () => {
  expect(['md:assay', ':memory:', 'cache/md:assay.duckdb'].map(isOnMotherduck)).toEqual([true, false, false])
})

test('one database alone is attached', async () => {
  const asked: string[] = []
  const instance = await openMotherduck('md:assay', (path) => {
    asked.push(path)
    return DuckDBInstance.create(':memory:')
  })
  instance.closeSync()
  expect(asked).toEqual(['md:assay?attach_mode=single'])
})

test('without the extension a run ends with what to do, in one line', async () => {
  const said = 'IO Error: Failed to download extension "motherduck"\nFor more info, visit …'
  const opening = openMotherduck('md:assay', () => Promise.reject(new Error(said)))
  await expect(opening).rejects.toMatchObject({ name: 'RunFailed' })
  await expect(opening).rejects.toThrow(
    /^md:assay cannot be opened.*extensions\.duckdb\.org.*MOTHERDUCK_TOKEN.*unset DUCKDB_DATABASE.*"motherduck"$/,
  )
})

test('each run makes its tables anew, and touches no others', async () => {
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  try {
    await connection.run('create table mine as select 1 as n')
    for (const run of [1, 2]) {
      await makeOwnSchema(connection)
      await connection.run(IN_OWN_SCHEMA)
      await connection.run(`create table agents as select ${run} as n; create view v as from agents`)
    }
    const rows = await connection.runAndReadAll('select n, (select n from main.mine) as mine from v')
    expect(rows.getRows()).toEqual([[2, 1]])
  } finally {
    instance.closeSync()
  }
})
