import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PROJECT } from '../kit/child.ts'
import { ADDITIONS, type Addition } from './additions/additions.ts'

const COPIED = [
  'core',
  'pipeline',
  'sample',
  'serving',
  'verify',
  'witness',
  'cli',
  'packages',
  'site',
  'sql',
  'templates',
  'scripts',
  'test',
  'lab',
]
const SETTINGS = [
  'package.json',
  'tsconfig.json',
  'biome.json',
  'vitest.config.ts',
  'knip.json',
  'dependency-rules.cjs',
]
const folder = mkdtempSync(join(tmpdir(), 'assay-additions-'))
const copy = join(folder, 'copy')
const run = promisify(execFile)

/** Runs a tool of this project in the copy; rejects with its output if it reports a problem. */
async function inCopy(script: string, ...args: string[]): Promise<void> {
  const file = join(PROJECT, 'node_modules', script)
  await run(process.execPath, [file, ...args], { cwd: copy, env: { ...process.env, NO_COLOR: '1' } }).catch(
    ({ stdout, stderr }) => {
      throw new Error(`${script}: ${stdout}${stderr}`.slice(0, 4_000))
    },
  )
}

function add({ files, edits, tests = [] }: Addition): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(copy, path)), { recursive: true })
    writeFileSync(join(copy, path), text, { flag: 'wx' })
  }
  for (const { file, before, text } of [...edits, ...tests]) {
    const old = readFileSync(join(copy, file), 'utf8')
    const at = old.indexOf(before)
    if (at < 0) throw new Error(`${file} has no place ${JSON.stringify(before)} any more: change this test`)
    writeFileSync(join(copy, file), old.slice(0, at) + text + old.slice(at))
  }
}

beforeAll(() => {
  // Built packages are not source.
  for (const path of [...COPIED, ...SETTINGS])
    cpSync(join(PROJECT, path), join(copy, path), {
      recursive: true,
      filter: (text) => !text.endsWith('/dist'),
    })
  symlinkSync(join(PROJECT, 'node_modules'), join(copy, 'node_modules'))
  for (const addition of ADDITIONS) add(addition)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test.each(ADDITIONS)('a $what takes no more files than it should', ({ files, edits, maxFiles }) => {
  const touched = new Set([...Object.keys(files), ...edits.map(({ file }) => file)])
  expect(touched.size).toBeLessThanOrEqual(maxFiles)
})

/** Tests of the additions. */
const QUICK = [
  'test/model/order.test.ts',
  'test/methodology_digests.test.ts',
  'test/lists.test.ts',
  'test/identity/overrides.test.ts',
  'test/catalog/check.test.ts',
  'test/catalog/curated_files.test.ts',
  'test/catalog/model_families.test.ts',
]

test('one of each can be added as CONTRIBUTING says, and the checks pass', async () => {
  await inCopy('tsx/dist/cli.mjs', 'scripts/lists.ts')
  await inCopy('@biomejs/biome/bin/biome', 'check', '--write', '--vcs-enabled=false', '.')
  await inCopy('typescript/bin/tsc', '--noEmit')
  const rooms = ['core', 'pipeline', 'sample', 'serving', 'verify', 'witness', 'cli']
  await inCopy('dependency-cruiser/bin/dependency-cruiser.mjs', '--config', 'dependency-rules.cjs', ...rooms)
  await inCopy('knip/bin/knip.js', '--no-progress')
  await inCopy('vitest/vitest.mjs', 'run', ...QUICK)
}, 240_000)
