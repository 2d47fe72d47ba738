import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { promisify } from 'node:util'

/** Debian's, which has its pytest. */
const PYTHON = '/usr/bin/python3'
const MAX_MS = 600_000
/** Settings of pytest that replace the kit's, which asks for a newer one. */
const PYTEST = ['-m', 'pytest', '-p', 'without_grpc', '-p', 'no:cacheprovider', '-c', '/dev/null']
const REPORT = ['-o', 'minversion=7.0', '-o', 'asyncio_mode=auto', '-q', '--tb=line', '-rpfE']

/** One of the public compatibility kits. */
export interface Kit {
  name: string
  /** Its tests, and how it is told of the agent. */
  args: (baseUrl: string) => string[]
  /** Test → the reason why it cannot pass here. */
  expected: Readonly<Record<string, string>>
}

/** The result of a test of a kit that was not left out. */
export interface KitTest {
  name: string
  passes: boolean
}

/** The results of a kit, and its own last line. */
export interface KitRun {
  tests: KitTest[]
  summary: string
}

/** Returns what is missing to run a checkout of a kit; null if it can be run. */
export async function findMissing(checkout: string): Promise<string | null> {
  if (!existsSync(`${checkout}/tests`)) return `no checkout of a2aproject/a2a-tck in ${checkout}`
  const needed = 'import pytest, pytest_asyncio, httpx, requests, jsonschema, yaml, dotenv'
  const isThere = await promisify(execFile)(PYTHON, ['-c', needed]).then(
    () => true,
    () => false,
  )
  return isThere
    ? null
    : 'Debian: python3-pytest python3-pytest-asyncio python3-httpx python3-requests python3-jsonschema python3-yaml python3-dotenv'
}

/** Runs a kit from its checkout against an agent. */
export async function runKit({ args }: Kit, checkout: string, baseUrl: string): Promise<KitRun> {
  const options = {
    ...{ cwd: checkout, timeout: MAX_MS, maxBuffer: 64 << 20 },
    env: {
      PATH: '/usr/bin:/bin',
      PYTHONPATH: `${import.meta.dirname}:${checkout}`,
      PYTHONDONTWRITEBYTECODE: '1',
    },
  }
  const all = [...PYTEST, '--rootdir', checkout, ...REPORT, ...args(baseUrl)]
  const { stdout } = await promisify(execFile)(PYTHON, all, options).catch(
    (error: Error & { code?: unknown; stdout: string }) => {
      // 1: a test failed, and its name is among the results.
      if (error.code !== 1) throw error
      return error
    },
  )
  const tests = [...stdout.matchAll(/^(PASSED|FAILED|ERROR) tests\/(\S+)/gm)].map(
    ([, result, name = '']) => ({
      ...{ name, passes: result === 'PASSED' },
    }),
  )
  return { tests, summary: stdout.trim().split('\n').at(-1) ?? '' }
}

/** Lists unexpected results of a run. */
export function findUnexpected({ expected }: Kit, tests: readonly KitTest[]): string[] {
  const wrong = tests.flatMap(({ name, passes }) => {
    if (!passes && !(name in expected)) return [`${name} fails`]
    return passes && name in expected ? [`${name} passes: take it out of the list`] : []
  })
  return tests.length === 0 ? ['no test was run'] : wrong
}
