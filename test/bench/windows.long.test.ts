import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { TYPESCRIPT_FLAGS } from '../../pipeline/render/typescript_flags.ts'
import { isForTests } from '../kit/added_package.ts'
import { CHDB, loadChdb, WITHOUT_CHDB } from '../kit/chdb.ts'

const PROJECT = resolve(import.meta.dirname, '../..')
const run = promisify(execFile)

test('the benchmark of windows measures two engines that make the same rows', { timeout: 300_000 }, async ({
  skip,
}) => {
  if (!isForTests(CHDB) || (await loadChdb().catch(() => null)) === null) return skip(WITHOUT_CHDB)
  const options = ['--payments-a-day', '100', '--days', '3', '--rounds', '1']
  const script = [...TYPESCRIPT_FLAGS, 'lab/bench/windows.ts', ...options]
  const { stdout } = await run(process.execPath, script, { cwd: PROJECT })
  expect(stdout).toMatch(/ClickHouse \/ DuckDB: processor \d+\.\d\d, time \d+\.\d\d, memory \d+\.\d\d/)
  expect(stdout).toMatch(/^same totals: \["\d+"/m)
})
