import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { parse } from 'yaml'
import { PROJECT } from '../../../test/kit/child.ts'

const PACKAGE = join(PROJECT, 'node_modules/@modelcontextprotocol/conformance')
const PROGRAM = join(PACKAGE, 'dist/index.js')
const MAX_MS = 300_000

/** The requirement sets of the suite, each of a version of the protocol. */
export const REQUIREMENTS = ['2025-11-25', '2026-07-28'] as const
export type Requirements = (typeof REQUIREMENTS)[number]

/** A failed check of a scenario. */
interface FailedCheck {
  name: string
  why: string
}

/** The result of one scenario of the suite. */
export interface Scenario {
  name: string
  /** Number of checks that passed. */
  passed: number
  failed: FailedCheck[]
}

/** Runs a set of scenarios against an address, and writes what they found below `folder`, which is to be new. */
export async function runSuite(url: string, requirements: Requirements, folder: string): Promise<Scenario[]> {
  const args = ['server', '--url', url, '--requirements', requirements, '-o', folder]
  // It ends with 1 where a scenario fails: what they found is in its files.
  await promisify(execFile)(process.execPath, [PROGRAM, ...args], {
    timeout: MAX_MS,
    maxBuffer: 64 << 20,
  }).catch((error: Error & { code?: unknown }) => {
    if (error.code !== 1) throw error
  })
  return readdirSync(folder)
    .map((entry) => readScenario(entry, join(folder, entry, 'checks.json')))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
}

interface RequirementFile {
  server: string[]
  not_scored: { scenario: string; leg: string }[]
}

/** The names of all scenarios for servers in a set: those that count, and those that are only reported. */
export function scenarioNames(requirements: Requirements): string[] {
  const file = join(PACKAGE, `requirements/${requirements}.yaml`)
  const { server, not_scored } = parse(readFileSync(file, 'utf8')) as RequirementFile
  return [...server, ...not_scored.flatMap(({ leg, scenario }) => (leg === 'server' ? [scenario] : []))]
}

interface Check {
  name: string
  status: string
  errorMessage?: string
}

function readScenario(entry: string, file: string): Scenario {
  const checks = JSON.parse(readFileSync(file, 'utf8')) as Check[]
  const failed = checks.filter(({ status }) => status === 'FAILURE')
  // A folder is named `server-<scenario>-<time>`.
  const [, name = entry] = /^server-(.+?)-\d{4}-\d\d-\d\dT/.exec(entry) ?? []
  return {
    name,
    passed: checks.filter(({ status }) => status === 'SUCCESS').length,
    failed: failed.map(({ name, errorMessage = 'no reason' }) => ({ name, why: errorMessage })),
  }
}
