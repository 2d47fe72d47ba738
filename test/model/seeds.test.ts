import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { SQL_FOLDER } from '../../pipeline/model/build.ts'
import { openDatabase } from '../../pipeline/model/database.ts'
import { readSeeds, toSeedModel } from '../../pipeline/model/seeds.ts'

const SEED = { name: 'seed_things', about: 'One row per thing.', columns: { at: 'integer', name: 'varchar' } }

/** The rows of a seed whose file holds a text. */
async function loadSeedRows(text: string): Promise<object[]> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-seeds-'))
  const db = await openDatabase(':memory:')
  onTestFinished(async () => {
    await db.close()
    rmSync(folder, { recursive: true })
  })
  mkdirSync(join(folder, 'seeds'))
  writeFileSync(join(folder, 'seeds/seed_things.csv'), text)
  await toSeedModel(folder, SEED).build(db)
  return db.rows('select * from seed_things')
}

test('every file of seeds has a schema, and every schema a file', () => {
  const files = readdirSync(join(SQL_FOLDER, 'seeds')).filter((file) => file.endsWith('.csv'))
  // pipeline/identity reads and checks the file of manual overrides.
  const names = [...readSeeds(SQL_FOLDER).map(({ name }) => name), 'identity_overrides']
  expect(files.map((file) => basename(file, '.csv')).sort()).toEqual(names.sort())
})

test('an empty field is null, and a quoted comma is text', async () => {
  expect(await loadSeedRows('at,name\n1,"a, b"\n2,\n')).toEqual([
    { at: 1, name: 'a, b' },
    { at: 2, name: null },
  ])
})

test.each([
  ['a value of another type', 'at,name\none,a\n'],
  ['a column too many', 'at,name\n1,a,b\n'],
  ['a column too few', 'at,name\n1\n'],
])('%s fails', async (_what, text) => {
  await expect(loadSeedRows(text)).rejects.toThrow(/CSV/)
})
