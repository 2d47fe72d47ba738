import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { TYPESCRIPT_FLAGS } from '../../pipeline/render/typescript_flags.ts'

const PROJECT = resolve(import.meta.dirname, '../..')
const run = promisify(execFile)

test('the benchmark of find builds a small index, opens it and asks it', async () => {
  const script = [...TYPESCRIPT_FLAGS, 'lab/bench/find.ts', '--agents', '500,1000', '--questions', '50']
  const { stdout } = await run(process.execPath, script, { cwd: PROJECT })
  expect(stdout.match(/build: \d+\.\d s, file: \d+\.\d MB/g)).toHaveLength(2)
  expect(stdout).toMatch(/ready: \d+\.\d ms/)
  expect(stdout).toMatch(/memory: -?\d+\.\d MB/)
  expect(stdout).toMatch(/32 frequent words, and a filter: p50 \d+ µs, p99 \d+ µs/)
})
