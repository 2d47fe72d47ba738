import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type AddedPackage, addPackage, packageFolder } from '../../../test/kit/added_package.ts'
import { killGroup } from '../../../test/kit/child.ts'
import type { Plan } from './plan.ts'
import { EXCLUDED_TESTS, READ_CODE } from './rooms.ts'

/** Stryker, which changes TypeScript; 63 MB. */
export const PACKAGE: AddedPackage = {
  name: '@stryker-mutator/core',
  version: '10.1.1',
  folder: 'stryker',
  beside: '@stryker-mutator/vitest-runner@10.1.1',
  peersAreOurs: true,
}

const PLUGIN = fileURLToPath(new URL('stryker_plugin.mjs', import.meta.url))
const VITEST_SETTINGS = 'vitest.mutants.config.ts'
const SET_UP = 'skip-what-reads-code.ts'
const IMPATIENT_MS = 10_000

/** Stryker's result for one mutant; lines and columns from 1. */
export interface StrykerNote {
  path: string
  location: Record<'start' | 'end', { line: number; column: number }>
  replacement: string
  status: string
  statusReason?: string
  /** The tests that noticed, each as `file#name`. */
  killedBy?: string[]
  /** Random sort key: mutants are tried in this order. */
  at: string
}

/**
 * Those notes that are a fair sample. Mutants that no test reaches are noted at once, all of them: where others were not
 * tried, because fewer were wanted or the time was over, only as many of them count.
 */
export function drawFairly(notes: readonly StrykerNote[], isWhole: boolean): StrykerNote[] {
  const isTried = ({ status }: StrykerNote) => !['NoCoverage', 'CompileError', 'Ignored'].includes(status)
  const last = notes.filter(isTried).reduce((most, { at }) => (at > most ? at : most), '')
  return notes.filter((note) => isWhole || note.status !== 'NoCoverage' || note.at < last)
}

/** Tries changes of some files in a copy of the project with some tests. Throws with Stryker's words when it cannot. */
export async function runStryker(
  copy: string,
  { files, tests }: { files: readonly string[]; tests: readonly string[] },
  plan: Plan,
): Promise<StrykerNote[]> {
  await addPackage(PACKAGE)
  const notes = join(copy, 'node_modules/stryker-notes.ndjson')
  writeFileSync(notes, '')
  writeFileSync(join(copy, VITEST_SETTINGS), vitestSettings(copy, tests))
  writeFileSync(join(copy, SET_UP), skipping(READ_CODE))
  writeFileSync(join(copy, 'stryker.config.json'), JSON.stringify(settings(files, notes, plan)))
  const { said, isDone } = await untilDone(copy, plan.minutes)
  const lines = readFileSync(notes, 'utf8').split('\n').filter(Boolean)
  if (lines.length === 0) throw new Error(`Stryker tried nothing in ${files.join(', ')}: ${said}`)
  const noted = lines.map((line): StrykerNote => JSON.parse(line))
  return drawFairly(noted, isDone && plan.sample === undefined)
}

/** In a disposable copy files may be changed in place; the global setup of tests is omitted. */
const settings = (files: readonly string[], notes: string, { sample, seed, minutes }: Plan) => ({
  testRunner: 'vitest',
  plugins: [modulePath('vitest-runner/dist/src/index.js'), PLUGIN],
  vitest: { configFile: VITEST_SETTINGS, related: false, pool: 'forks' },
  mutate: files,
  checkers: ['drawing'],
  reporters: ['noting'],
  coverageAnalysis: 'perTest',
  ignoreStatic: true,
  disableTypeChecks: false,
  inPlace: true,
  concurrency: 1,
  timeoutMS: IMPATIENT_MS,
  dryRunTimeoutMinutes: minutes,
  logLevel: 'error',
  warnings: { unknownOptions: false },
  drawn: { count: sample, seed, notes },
})

const modulePath = (path: string): string =>
  join(packageFolder(PACKAGE), 'node_modules/@stryker-mutator', path)

/** The project's settings for tests, for a few of them and without a word. */
function vitestSettings(copy: string, tests: readonly string[]): string {
  const include = tests.map((test) =>
    existsSync(join(copy, test)) && statSync(join(copy, test)).isDirectory() ? `${test}/**/*.test.ts` : test,
  )
  const test = { include, exclude: EXCLUDED_TESTS, reporters: [{}], setupFiles: [SET_UP] }
  return `import { mergeConfig } from 'vitest/config'
import settings from './vitest.config.ts'
export default mergeConfig({ test: ${JSON.stringify(test)} }, { test: { ...settings.test, include: [] } })
`
}

/** A set-up file of Vitest. */
const skipping = (names: readonly string[]): string => `import { beforeEach } from 'vitest'
beforeEach(({ task, skip }) => {
  if (${JSON.stringify(names)}.includes(task.name)) skip()
})
`

/** Runs Stryker until it is done or its time is over; returns its output. */
async function untilDone(copy: string, minutes: number): Promise<{ said: string; isDone: boolean }> {
  const program = modulePath('core/bin/stryker.js')
  const child = spawn(process.execPath, [program, 'run', 'stryker.config.json'], {
    cwd: copy,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      said = `${said}${text}`.slice(-10_000)
    })
  const ended = once(child, 'close')
  // With all its child processes: one left would write into a folder that is being removed.
  let isDone = true
  const timer = setTimeout(() => {
    isDone = false
    killGroup({ process: child })
  }, minutes * 60_000)
  await ended.finally(() => clearTimeout(timer))
  return { said, isDone }
}
