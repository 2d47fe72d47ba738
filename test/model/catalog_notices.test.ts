import { expect, onTestFinished, test } from 'vitest'
import { runCheck } from './given.ts'
import { readRows, toGivenTables } from './given_tables.ts'
import { buildFrom } from './sql_harness.ts'

const COLUMNS = {
  raw_catalog_repositories: 'developer repository',
  int_repositories__aliases: 'asked full_name is_archived:boolean observed_on:date',
}
const DATE = '2026-03-30'
const found = (asked: string, full_name: string, is_archived: boolean | null = false) => ({
  ...{ asked, full_name, is_archived, observed_on: DATE },
})

test('an entry of the catalogue has aged when GitHub has its repository under another name, or archived', async () => {
  const names = ['Known/Kit', 'known/moved', 'known/old', 'known/both', 'known/unasked', 'known/silent']
  const given = toGivenTables(COLUMNS, {
    raw_catalog_repositories: names.map((repository) => ({ developer: 'known', repository })),
    int_repositories__aliases: [
      found('known/kit', 'Known/kit'),
      found('known/moved', 'elsewhere/Moved'),
      found('known/old', 'known/OLD', true),
      found('known/both', 'elsewhere/both', true),
      found('known/silent', 'known/silent', null),
      found('stranger/moved', 'elsewhere/moved', true),
    ],
  })
  const rows = await readRows(given, 'catalog_notices', '*')
  const notice = (repository: string, renamed_to: string | null, is_archived: boolean) => ({
    ...{ entry: 'known', repository, renamed_to, is_archived, observed_on: DATE },
  })
  expect(rows).toEqual([
    notice('known/both', 'elsewhere/both', true),
    notice('known/moved', 'elsewhere/Moved', false),
    notice('known/old', null, true),
  ])
})

test('a notice that is twofold, about no entry or about nothing is stopped', async () => {
  const given = toGivenTables(
    { ...COLUMNS, catalog_notices: 'entry repository renamed_to is_archived:boolean' },
    {
      raw_catalog_repositories: ['good', 'twice', 'idle'].map((name) => ({
        ...{ developer: 'known', repository: `known/${name}` },
      })),
      catalog_notices: ['good', 'twice', 'twice', 'strange', 'idle'].map((name) => ({
        ...{ entry: 'known', repository: `known/${name}`, is_archived: name === 'idle' ? null : true },
      })),
    },
  )
  const db = await buildFrom(given, [])
  onTestFinished(() => db.close())
  const rows = (await runCheck(db, 'catalog_notices_name_entries')) as { repository: string }[]
  expect(rows.map(({ repository }) => repository).sort()).toEqual([
    ...['known/idle', 'known/strange', 'known/twice'],
  ])
})
