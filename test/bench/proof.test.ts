import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { TYPESCRIPT_FLAGS } from '../../pipeline/render/typescript_flags.ts'

const PROJECT = resolve(import.meta.dirname, '../..')
const run = promisify(execFile)

test('the benchmark of proofs builds a small log, appends to it and proves entries', async () => {
  const script = [...TYPESCRIPT_FLAGS, 'lab/bench/proof.ts', '--agents', '1000', '--proofs', '20']
  const { stdout } = await run(process.execPath, script, { cwd: PROJECT })
  expect(stdout).toMatch(/root, with all tiles and bundles, in memory: \d+\.\d\d times that/)
  expect(stdout).toContain('a day that changes 50 of 1000: 1050 entries')
  expect(stdout).toMatch(/inclusion proofs: \d+ a second/)
})
