import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { TYPESCRIPT_FLAGS } from '../../pipeline/render/typescript_flags.ts'

const PROJECT = resolve(import.meta.dirname, '../..')
const run = promisify(execFile)

test('the benchmark writes snapshots in every format and says what they take', async () => {
  const script = [...TYPESCRIPT_FLAGS, 'lab/bench/data.ts', '--rows', '3000', '--rounds', '1']
  const { stdout } = await run(process.execPath, script, { cwd: PROJECT })
  for (const format of ['parquet', 'arrow', 'csv', 'ndjson'])
    expect(stdout.match(new RegExp(`^  ${format}: \\d+\\.\\d\\d bytes a row$`, 'gm'))).toHaveLength(2)
  expect(stdout).toMatch(/^ {2}Arrow \/ Parquet: \d+\.\d\d$/m)
})
