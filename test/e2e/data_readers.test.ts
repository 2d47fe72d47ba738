import { expect, test } from 'vitest'
import { chdb } from '../../lab/e2e/data_readers/chdb.ts'
import { FRICTIONLESS, packageProblems } from '../../lab/e2e/data_readers/frictionless.ts'
import { pandas } from '../../lab/e2e/data_readers/pandas.ts'
import type { Reader } from '../../lab/e2e/data_readers/reader.ts'
import { compareReader } from '../../lab/e2e/data_readers.ts'
import { givenData } from '../artifacts/data/given_release.ts'
import { isForTests } from '../kit/added_package.ts'
import { CHDB } from '../kit/chdb.ts'

const LEFT_OUT = 'left out: npm run e2e -- data-readers adds it, and CI does'

async function differences(reader: Reader) {
  const verdicts = await compareReader(await givenData(), reader)
  expect(verdicts.length).toBeGreaterThan(40)
  expect(verdicts.reduce((sum, verdict) => sum + verdict.rows, 0)).toBeGreaterThan(5_000)
  return verdicts.filter((verdict) => verdict.difference !== null)
}

test('ClickHouse reads the rows that DuckDB reads, in every format', { timeout: 300_000 }, async ({
  skip,
}) => {
  if (!isForTests(CHDB)) return skip(LEFT_OUT)
  const reader = await chdb().catch(() => null)
  if (reader === null) return skip(LEFT_OUT)
  expect(await differences(reader)).toEqual([])
  // A reader that changes one value is reported.
  const [change] = await differences({
    ...reader,
    read: (given) => reader.read(given).map(([, ...row]) => ['?', ...row]),
  })
  expect(change?.difference).toContain('"found":["?"')
})

test('pandas reads the rows of the formats that are text', { timeout: 300_000 }, async ({ skip }) => {
  const reader = pandas()
  if (reader === null) return skip('left out: python3-pandas is not installed')
  expect(await differences(reader)).toEqual([])
})

test("Frictionless's own library accepts the data package", { timeout: 120_000 }, async ({ skip }) => {
  if (!isForTests(FRICTIONLESS)) return skip(LEFT_OUT)
  const descriptor = (await givenData()).json<{ resources: object[] }>('datapackage.json')
  const problems = await packageProblems(descriptor).catch(() => null)
  if (problems === null) return skip(LEFT_OUT)
  expect(problems).toEqual([])
  const empty = { ...descriptor, resources: [] }
  expect(await packageProblems(empty)).not.toEqual([])
})
