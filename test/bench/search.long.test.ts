import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { TYPESCRIPT_FLAGS } from '../../pipeline/render/typescript_flags.ts'

const PROJECT = resolve(import.meta.dirname, '../..')
const run = promisify(execFile)

test('the benchmark of the search of the pages builds a small index, and no search loads much of it', async () => {
  const script = [...TYPESCRIPT_FLAGS, 'lab/bench/search.ts', '--agents', '2000', '--searches', '60']
  const { stdout } = await run(process.execPath, script, { cwd: PROJECT })
  expect(stdout).toMatch(/build: \d+\.\d s, memory: -?\d+ MB, files: \d+, bytes: \d+\.\d MB/)
  const [, most] = /60 searches: loaded p50 \d+, most (\d+) bytes/.exec(stdout) ?? []
  expect(Number(most)).toBeLessThan(60_000)
})
