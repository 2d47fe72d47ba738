import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { queryBoth } from '../../lab/e2e/clickhouse/questions.ts'
import { buildBoth } from '../../lab/e2e/clickhouse/windows.ts'
import { inClickhouse } from '../../pipeline/artifacts/data/questions.ts'
import { givenData } from '../artifacts/data/given_release.ts'
import { isForTests } from '../kit/added_package.ts'
import { CHDB, loadChdb, WITHOUT_CHDB } from '../kit/chdb.ts'
import { commands } from '../pages.ts'

const isThere = async (): Promise<boolean> =>
  isForTests(CHDB) &&
  loadChdb().then(
    () => true,
    () => false,
  )

test('ClickHouse answers the ten questions of the README as DuckDB does', { timeout: 300_000 }, async ({
  skip,
}) => {
  if (!(await isThere())) return skip(WITHOUT_CHDB)
  const data = await givenData()
  const answers = await queryBoth(data)
  expect(answers).toHaveLength(10)
  for (const { asks, rows, difference } of answers) {
    expect(difference, asks).toBeNull()
    expect(rows, asks).toBeGreaterThan(0)
  }
  // A different count is reported.
  const others = await queryBoth(data, (sql) =>
    inClickhouse(sql).replace('count(*) as agents', '7 as agents'),
  )
  expect(others[0]?.difference).toMatch(/"clickhouse":\["\w+",7,/)
})

test('ClickHouse builds the x402 windows that DuckDB builds, row by row', { timeout: 300_000 }, async ({
  skip,
}) => {
  if (!(await isThere())) return skip(WITHOUT_CHDB)
  const built = await buildBoth({ paymentsADay: 400, days: 32, seed: 1 })
  expect(built.map(({ difference }) => difference)).toEqual([null, null, null])
  for (const { model, rows } of built) expect(rows, model).toBeGreaterThan(5_000)
})

test('what the README and the tutorial ask clickhouse local has an answer', { timeout: 300_000 }, async ({
  skip,
}) => {
  if (!(await isThere())) return skip(WITHOUT_CHDB)
  const { query } = await loadChdb()
  const { root } = await givenData()
  const lines = [
    ...readFileSync(join(root, 'data/README.md'), 'utf8').split('\n'),
    ...commands('docs/use/tutorials/researcher.md'),
  ]
  const asked = lines.flatMap((line) => /^clickhouse local -q "(.*)"$/.exec(line)?.[1] ?? [])
  expect(asked).toHaveLength(2)
  for (const sql of asked) {
    const answer = query(sql.replaceAll("'data/", `'${join(root, 'data')}/`), 'TSV')
    expect(answer.split('\n').length, sql).toBeGreaterThan(2)
  }
})
