import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { TYPESCRIPT_FLAGS } from '../../pipeline/render/typescript_flags.ts'

const PROJECT = resolve(import.meta.dirname, '../..')
const run = promisify(execFile)

test('a crowd is asked at its pace, each host for its sample alone', async () => {
  const script = [...TYPESCRIPT_FLAGS, 'lab/bench/crowd.ts', '--days', '1']
  const { stdout } = await run(process.execPath, script, { cwd: PROJECT })
  expect(stdout).toMatch(/^day 0: (\d+) of \1 due asked/m)
  expect(stdout).toMatch(/^ {2}a host: 200 addresses, 1 at once, 1 a second; a platform: \d+ at once/m)
})
