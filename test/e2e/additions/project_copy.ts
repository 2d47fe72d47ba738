import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { PROJECT } from '../../kit/child.ts'
import { ADDITIONS, type Addition } from './additions.ts'

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
export async function inCopy(script: string, ...args: string[]): Promise<void> {
  const file = script.endsWith('.ts') ? script : join(PROJECT, 'node_modules', script)
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

/** Copies the project, and makes the additions in the copy. */
export function copyWithAdditions(): void {
  // Built packages are not source.
  for (const path of [...COPIED, ...SETTINGS])
    cpSync(join(PROJECT, path), join(copy, path), {
      recursive: true,
      filter: (text) => !text.endsWith('/dist'),
    })
  symlinkSync(join(PROJECT, 'node_modules'), join(copy, 'node_modules'))
  for (const addition of ADDITIONS) add(addition)
}

export const removeCopy = (): void => rmSync(folder, { recursive: true, force: true })
