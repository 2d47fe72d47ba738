import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { SQL_FOLDER } from '../../pipeline/model/build.ts'
import { readRows, readValues, toGivenTables } from './given_tables.ts'

const GITHUB = `repository full_name repository_id:bigint owner_id:bigint is_found:boolean stars:bigint observed_on:date`

interface Answer {
  day: number
  asked?: string
  /** Null: GitHub knows no such repository. */
  answered?: string | null
  ids?: [repository: number | null, owner: number | null]
}

const onDay = (day: number): string => `2026-03-${String(day).padStart(2, '0')}`

/** An answer of GitHub about `ash/tool`, by default repository 7 of account 1. */
const row = ({ day, asked = 'ash/tool', answered = asked, ids = [7, 1] }: Answer) => ({
  ...{ repository: asked, full_name: answered, is_found: answered !== null, observed_on: onDay(day) },
  ...(answered === null ? {} : { repository_id: ids[0], owner_id: ids[1], stars: day }),
})

/** The observed answers, and for each requested name the newest, and the newest that was found. */
const answers = (...given: Answer[]) => {
  const newest = new Map(given.map((answer) => [answer.asked, row(answer)]))
  return toGivenTables(
    { observed_github: GITHUB, raw_github: GITHUB, stg_github__repositories: GITHUB },
    {
      observed_github: given.map(row),
      raw_github: [...newest.values()],
      stg_github__repositories: [...newest.values()].filter(({ is_found }) => is_found),
    },
  )
}

test('what GitHub says is of the repository that answered, and of several names the one that was read last counts', async () => {
  const given = answers(
    { day: 1, asked: 'ash/old', answered: 'Elm/Tool' },
    { day: 2, asked: 'elm/tool', answered: 'Elm/Tool' },
    { day: 2, asked: 'elm/older', answered: 'Elm/Tool' },
    { day: 1, asked: 'ash/kit', answered: 'Ash/Kit' },
    { day: 1, asked: 'ash/none', answered: null },
  )
  const wanted = "asked || ' is ' || repository || ' of ' || owner || if(is_newest, ' newest', '')"
  expect(await readValues(given, 'int_repositories__aliases', wanted)).toEqual([
    'ash/kit is ash/kit of ash newest',
    'ash/old is elm/tool of elm',
    'elm/older is elm/tool of elm',
    'elm/tool is elm/tool of elm newest',
  ])
})

test('a repository is missing while the newest answer is that there is none', async () => {
  const given = answers(
    ...[1, 2].map((day) => ({ day, asked: 'ash/gone', answered: day === 1 ? 'ash/gone' : null })),
    ...[1, 2].map((day) => ({ day, asked: 'ash/back', answered: day === 2 ? 'ash/back' : null })),
  )
  expect(await readValues(given, 'int_repositories__missing', 'asked')).toEqual(['ash/gone'])
})

/** The days whose answers about a repository count, by its name. */
const kept = async (...given: Answer[]): Promise<Record<string, number[]>> => {
  const rows = await readRows<{ repository: string; day: number }>(
    answers(...given),
    'int_repositories__observations',
    'repository, day(observed_on)::int as day',
  )
  const days: Record<string, number[]> = {}
  for (const { repository, day } of rows) days[repository] = [...(days[repository] ?? []), day]
  return days
}

test.each<[string, Answer[], Record<string, number[]>]>([
  ['as long as nothing changes', [{ day: 1 }, { day: 2 }], { 'ash/tool': [1, 2] }],
  ['with and without ids', [{ day: 1, ids: [null, null] }, { day: 2 }], { 'ash/tool': [1, 2] }],
  ['since it was gone', [{ day: 1 }, { day: 2, answered: null }, { day: 3 }], { 'ash/tool': [3] }],
  ['since it was made anew', [{ day: 1, ids: [6, 1] }, { day: 2 }], { 'ash/tool': [2] }],
  ['since it has another owner', [{ day: 1, ids: [7, 2] }, { day: 2 }], { 'ash/tool': [2] }],
  [
    'since another stood there for a time',
    [{ day: 1 }, { day: 2, ids: [8, 2] }, { day: 3 }],
    { 'ash/tool': [3] },
  ],
  [
    'since its name led to another for a time',
    [{ day: 1 }, { day: 2, answered: 'elm/tool', ids: [8, 2] }, { day: 3 }],
    { 'ash/tool': [3] },
  ],
  [
    'not while its name leads to another',
    [{ day: 1 }, { day: 2, answered: 'elm/tool' }],
    { 'elm/tool': [1, 2] },
  ],
  [
    'under its former name, where it and its owner are the same',
    [{ day: 1 }, { day: 2, asked: 'elm/tool' }],
    { 'ash/tool': [1, 2], 'elm/tool': [1, 2] },
  ],
  [
    'not from before it was given away',
    [{ day: 1 }, { day: 2, asked: 'elm/tool', ids: [7, 2] }],
    { 'ash/tool': [1], 'elm/tool': [2] },
  ],
])('answers about a repository count %s', async (_, given, days) => {
  expect(await kept(...given)).toEqual(days)
})

/** The day on which each account changed hands. */
const changed = (...given: Answer[]): Promise<string[]> =>
  readValues(answers(...given), 'int_github_accounts__transfers', "account || ' ' || day(changed_on)")

test.each<[string, Answer[], string[]]>([
  [
    'nothing is known of its id',
    [
      { day: 1, ids: [7, null] },
      { day: 2, ids: [7, null] },
    ],
    [],
  ],
  ['it stays', [{ day: 1 }, { day: 2 }, { day: 3, asked: 'Ash/Kit', ids: [9, 1] }], []],
  ['a repository of it is given away', [{ day: 1 }, { day: 2, answered: 'elm/tool', ids: [7, 2] }], []],
  [
    'it is renamed',
    [{ day: 1 }, { day: 2, answered: 'Elm/tool' }, { day: 3, answered: 'elm/tool' }],
    ['ash 2'],
  ],
  ['another has its name', [{ day: 1 }, { day: 3, asked: 'ash/other', ids: [9, 2] }], ['ash 3']],
  [
    'it is said to belong to two, day after day',
    [1, 2].flatMap((day) => [{ day, asked: 'ash/other', ids: [9, 2] as [number, number] }, { day }]),
    [],
  ],
  [
    'it is renamed, and another has its name',
    [
      ...[{ day: 1 }, { day: 2, answered: 'elm/tool' }],
      ...[4, 5].flatMap((day) => [
        { day, answered: 'elm/tool' },
        { day, asked: 'ash/other', ids: [9, 2] as [number, number] },
      ]),
    ],
    ['ash 4'],
  ],
  ['it is renamed and named back', [{ day: 1 }, { day: 2, answered: 'elm/tool' }, { day: 5 }], ['elm 5']],
])('an account changes hands or not: %s', async (_, given, accounts) => {
  expect(await changed(...given)).toEqual(accounts)
})

test('no other model reads what GitHub answered', () => {
  const readers = readdirSync(SQL_FOLDER, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.sql'))
    .filter((path) => /\b(?:stg_github__repositories|(?:raw|observed)_github)\b/.test(code(path)))
  expect(readers.sort()).toEqual([
    'intermediate/identity/int_github_accounts__transfers.sql',
    'intermediate/identity/int_repositories__aliases.sql',
    'intermediate/identity/int_repositories__missing.sql',
    'intermediate/identity/int_repositories__observations.sql',
    'staging/stg_github__repositories.sql',
  ])
})

/** The text of a model without its comments. */
const code = (path: string): string => readFileSync(join(SQL_FOLDER, path), 'utf8').replace(/--.*/g, '')
