import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { TYPESCRIPT_FLAGS } from '../../pipeline/render/typescript_flags.ts'

const PROJECT = resolve(import.meta.dirname, '../..')
const run = promisify(execFile)

test('the benchmark probes addresses of every kind, and says what they take', {
  timeout: 120_000,
}, async () => {
  const options = ['--addresses', '200', '--rounds', '1', '--sizes', '100,200']
  const script = [...TYPESCRIPT_FLAGS, 'lab/bench/probes.ts', ...options]
  // So few addresses say nothing of rates: the exit code is not looked at.
  const { stdout } = await run(process.execPath, script, { cwd: PROJECT }).catch((error) => error)
  expect(stdout).toMatch(/^200 addresses, 2\.\d\d requests each$/m)
  expect(stdout).toMatch(/unchanged day: \d+ a second of processor, \d\.\d\d of that$/m)
  expect(stdout).toMatch(/archive: \d+ bytes a probe, \d+ unchanged$/m)
  expect(stdout).toMatch(/^slope of time: -?\d\.\d\d$/m)
})
