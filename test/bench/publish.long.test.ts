import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { TYPESCRIPT_FLAGS } from '../../pipeline/render/typescript_flags.ts'

const PROJECT = resolve(import.meta.dirname, '../..')
const run = promisify(execFile)

test('the benchmark recomputes a small index, finds no broken check, and publishes it in both layouts', async () => {
  const script = [...TYPESCRIPT_FLAGS, 'lab/bench/publish.ts', '--agents', '20', '--days', '3', '--compare']
  const { stdout } = await run(process.execPath, script, { cwd: PROJECT })
  expect(stdout).toContain('checks that do not hold: none')
  expect(stdout).toMatch(/^files: publish \/ plain writes: median \d+\.\d\d/m)
  expect(stdout).toMatch(/^packs: publish \/ plain writes: median \d+\.\d\d/m)
})
