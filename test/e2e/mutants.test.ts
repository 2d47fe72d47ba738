import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { linkPackages } from '../../lab/e2e/mutants/copy.ts'
import { changed, createMutant, drawSample, type Outcome } from '../../lab/e2e/mutants/mutant.ts'
import { drawnBy, selectFiles } from '../../lab/e2e/mutants/plan.ts'
import { REASONS } from '../../lab/e2e/mutants/reasons.ts'
import { runTrial, sqlMutants, toOutcome } from '../../lab/e2e/mutants/sql_campaign.ts'
import { sqlChanges } from '../../lab/e2e/mutants/sql_mutants.ts'
import { drawFairly, PACKAGE, type StrykerNote } from '../../lab/e2e/mutants/stryker.ts'
import { killedPercentage, tallyByRoom, tallyLines, tallyOutcomes } from '../../lab/e2e/mutants/tally.ts'
import { testsIn } from '../../lab/e2e/mutants/trial.ts'
import { tryFiles, tryRooms } from '../../lab/e2e/mutants/typescript_campaign.ts'
import { isForTests } from '../kit/added_package.ts'
import { PROJECT } from '../kit/child.ts'
import { inTemporaryFolder } from '../kit/folder.ts'

/** The changes of an SQL text, formatted for a reader. */
const shown = (sql: string): string[] =>
  sqlChanges(sql).map((change) => createMutant('x.sql', sql, change).shown)

test.each<[string, string[]]>([
  ['a < 1', ['a [<→<=] 1', 'a < [1→2]']],
  ['a >= b', ['a [>=→>] b']],
  ['a = b or c <> d', ['a [=→<>] b or c <> d', 'a = b [or→and] c <> d', 'a = b or c [<>→=] d']],
  ['from a left join b using (c)', ['from a [left →]join b using (c)']],
  ['count(distinct a)', ['count([distinct →]a)']],
  ['Min(a)', ['[Min→max](a)']],
  ['select min from a', []],
  ['a is not null', ['a is [not →]null']],
  ['0.99', ['[0.99→1.99]']],
  ['order by a desc', ['order by a [desc→asc]']],
])('the changes of %s', (sql, expected) => {
  expect(shown(sql)).toEqual(expected)
})

test.each([
  ["'a < 1 and true'"],
  ["'it''s 1'"],
  ['-- a < 1 and b'],
  ['/* a < 1\nor 2 */'],
  ['"a < 1"'],
  ['a1'],
  ['a::decimal(5, 2)'],
  ['[1, 20, 300]'],
  ['from a join b on a.c = b.c'],
  ["a between 'x' and 'y'"],
  ['a::json->>b'],
])('nothing is changed in %s', (sql) => {
  expect(shown(sql)).toEqual([])
})

test('only the and of a between stays, that of what surrounds it goes', () => {
  expect(shown('a between (b and c) and d and e')).toEqual([
    'a between (b [and→or] c) and d and e',
    'a between (b and c) and d [and→or] e',
  ])
})

test('every change of the SQL of the project is outside of comments, and another text', () => {
  const mutants = sqlMutants(PROJECT, { seed: 1, minutes: 1 })
  expect(mutants.length).toBeGreaterThan(1000)
  for (const mutant of mutants) {
    const text = readFileSync(join(PROJECT, mutant.path), 'utf8')
    expect(changed(text, mutant), mutant.path).not.toBe(text)
    const line = text.split('\n')[mutant.line - 1] ?? ''
    expect(line.trimStart().startsWith('--'), `${mutant.path}:${mutant.line}`).toBe(false)
  }
})

test('every reason names a change that can still be made, and says something', () => {
  const possible = sqlMutants(PROJECT, { seed: 1, minutes: 1 }).map(({ path, shown }) => `${path} ${shown}`)
  for (const { path, change, reason } of REASONS) {
    if (path.endsWith('.sql')) expect(possible).toContain(`${path} ${change}`)
    const [before = ''] = change.split('[', 1)
    expect(readFileSync(join(PROJECT, path), 'utf8')).toContain(before)
    expect(reason, change).toMatch(/^[A-Z].{15,}\.$/)
  }
})

describe('which mutants are tried', () => {
  const all = Array.from({ length: 100 }, (_, n) => ({ path: 'x.sql', line: n, shown: `[${n}]` }))

  test('a sample depends on its seed alone, and not on the order', () => {
    expect(drawSample(all, 10, 1)).toEqual(drawSample([...all].reverse(), 10, 1))
    expect(drawSample(all, 10, 1)).not.toEqual(drawSample(all, 10, 2))
    expect(drawSample(all, 10, 1)).toEqual(drawSample(all, 20, 1).slice(0, 10))
    expect(drawnBy({ seed: 1, minutes: 1 }, all)).toHaveLength(100)
  })

  test('files are chosen by their names, and by whether they differ', () => {
    const files = ['sql/marts/b.sql', 'sql/marts/a.sql', 'sql/checks/c.sql']
    const plan = { seed: 1, minutes: 1 }
    expect(selectFiles({ ...plan, only: 'sql/marts/*' }, files)).toEqual([
      'sql/marts/a.sql',
      'sql/marts/b.sql',
    ])
    expect(selectFiles({ ...plan, changed: ['sql/checks/c.sql'] }, files)).toEqual(['sql/checks/c.sql'])
  })
})

describe('what became of mutants', () => {
  const outcome = (status: Outcome['status'], by: string, line = 1): Outcome => ({
    ...createMutant('a/x.sql', '1', { start: 0, end: 1, to: '2' }),
    ...{ room: 'a', status, by, line },
  })

  test('broken ones are left out, and a reason counts like a test', () => {
    const outcomes = [
      ...[outcome('killed', 'near'), outcome('killed', 'late'), outcome('broken', 'near')],
      ...[outcome('survived', ''), { ...outcome('survived', ''), shown: '[2→3]' }],
    ]
    const reasons = [{ path: 'a/x.sql', change: '[1→2]', reason: 'Nobody reads it.' }]
    const tally = tallyOutcomes(outcomes, 'late', reasons)
    expect(tally).toEqual({ mutants: 4, killed: 2, late: 1, reasoned: 1, survived: 1 })
    expect(killedPercentage(tally)).toBe(75)
    const lines = tallyLines(tallyByRoom(outcomes, 'late', reasons), tally)
    expect(lines.slice(1).map((line) => line.split(/\s+/).join(' '))).toEqual([
      'a 4 2 1 1 1 75.0 %',
      'all 4 2 1 1 1 75.0 %',
    ])
  })

  test('SQL that DuckDB will not run is broken, and what a test finds is killed', () => {
    const mutant = createMutant('a/x.sql', '1', { start: 0, end: 1, to: '2' })
    const status = (message: string) => toOutcome(mutant, { failed: 'x.test.ts', message }).status
    expect(status('Binder Error: no such column')).toBe('broken')
    expect(status('expected 1 to be 2')).toBe('killed')
    expect(toOutcome(mutant, { failed: null, message: '' }).status).toBe('survived')
  })
})

describe('a small project with one model and one test of it', () => {
  const SQL = "-- Over 30 days.\nselect 'x < 1' as text where 30 < 31"
  const TEST = `import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
test('over thirty', () => expect(readFileSync(import.meta.dirname + '/model.sql', 'utf8')).toContain('30 < 31'))`
  let verdicts: (string | null)[]

  beforeAll(async () => {
    verdicts = await inTemporaryFolder(async (folder) => {
      linkPackages(PROJECT, folder)
      writeFileSync(join(folder, 'model.sql'), SQL)
      writeFileSync(join(folder, 'model.test.ts'), TEST)
      writeFileSync(join(folder, 'other.test.ts'), TEST.replace("'30 < 31'", "'select'"))
      const tests = await testsIn(folder)
      const found: (string | null)[] = []
      for (const change of sqlChanges(SQL)) {
        const mutant = createMutant('model.sql', SQL, change)
        for (const file of ['other.test.ts', 'model.test.ts'])
          found.push((await runTrial(folder, mutant, tests, [file])).failed)
      }
      found.push((await tests.run(['other.test.ts', 'model.test.ts'])).failed)
      await tests.close()
      return found
    })
  }, 180_000)

  test('its three mutants survive the test that looks elsewhere, and are killed by its own', () => {
    expect(verdicts).toEqual([...Array(3).fill([null, 'model.test.ts']).flat(), null])
  })
})

test('mutants that no test reaches count as far as others were tried, and all of them in a whole run', () => {
  const notes = [
    ['1', 'NoCoverage'],
    ['5', 'NoCoverage'],
    ['9', 'CompileError'],
    ['2', 'Killed'],
    ['4', 'Survived'],
  ].map(([at = '', status = '']) => ({ at, status }) as StrykerNote)
  expect(drawFairly(notes, false).map(({ at }) => at)).toEqual(['1', '9', '2', '4'])
  expect(drawFairly(notes, true)).toEqual(notes)
})

test('a folder that cannot be tested is reported, and those after it are tested', async () => {
  const rooms = ['a', 'b', 'c'].map((name) => ({ name, files: '', tests: [] }))
  const printed: string[] = []
  const tryOne = async ({ name }: { name: string }): Promise<Outcome[]> => {
    if (name === 'b') throw new Error('one of its tests fails')
    const mutant = createMutant(`${name}/x.ts`, '1', { start: 0, end: 1, to: '2' })
    return [{ ...mutant, room: name, status: 'killed', by: 'x.test.ts' }]
  }
  const outcomes = await tryRooms(rooms, tryOne, {
    mutant: ({ path }) => printed.push(path),
    failure: (room, reason) => printed.push(`${room}: ${reason}`),
  })
  expect(printed).toEqual(['a/x.ts', 'b: one of its tests fails', 'c/x.ts'])
  expect(outcomes.map(({ room }) => room)).toEqual(['a', 'c'])
})

describe('a small project with one function and one test of it', () => {
  const CODE = `export const isOver = (age: number): boolean => age > 30
export const isText = (text: string): boolean => text !== ''
`
  const TEST = `import { expect, test } from 'vitest'
import { isOver } from './ages.ts'
test('over thirty', () => expect([29, 31].map(isOver)).toEqual([false, true]))
`
  test('what no test calls survives, and so does the boundary that none is at', { timeout: 120_000 }, async ({
    skip,
  }) => {
    if (!isForTests(PACKAGE)) return skip('left out: npm run e2e -- mutants adds Stryker, and CI does')
    const outcomes = await inTemporaryFolder((folder) => {
      linkPackages(PROJECT, folder)
      writeFileSync(join(folder, 'ages.ts'), CODE)
      writeFileSync(join(folder, 'ages.test.ts'), TEST)
      writeFileSync(join(folder, 'vitest.config.ts'), 'export default {}')
      writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
      return tryFiles(folder, 'a room', ['ages.ts'], ['ages.test.ts'], { seed: 1, minutes: 1 })
    })
    const seen = (status: string) =>
      outcomes
        .filter((outcome) => outcome.status === status)
        .map(({ shown, by }) => [shown, by])
        .sort()
    expect(seen('killed')).toEqual([
      ['export const isOver = (age: number): boolean => [age > 30→age <= 30]', 'ages.test.ts'],
      ['export const isOver = (age: number): boolean => [age > 30→false]', 'ages.test.ts'],
      ['export const isOver = (age: number): boolean => [age > 30→true]', 'ages.test.ts'],
    ])
    expect(seen('survived')).toContainEqual([
      'export const isOver = (age: number): boolean => [age > 30→age >= 30]',
      'Survived',
    ])
    expect(seen('survived')).toContainEqual([
      "export const isText = (text: string): boolean => [text !== ''→true]",
      'NoCoverage',
    ])
  })
})
