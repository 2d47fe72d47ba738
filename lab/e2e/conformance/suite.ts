import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { PROJECT } from '../../../test/kit/child.ts'

const PROGRAM = join(PROJECT, 'node_modules/@modelcontextprotocol/conformance/dist/index.js')
const MAX_MS = 180_000

/** The result of one scenario of the suite. */
export interface Scenario {
  name: string
  passes: boolean
  /** Messages of its failed checks. */
  why: string
}

interface Check {
  status: string
  errorMessage?: string
}

/** Runs all scenarios for servers against an address, and writes what they found below `folder`, which is to be new. */
export async function runSuite(url: string, folder: string): Promise<Scenario[]> {
  await run(['server', '--url', url, '--suite', 'all', '-o', folder])
  return readdirSync(folder)
    .map((entry) => found(entry, join(folder, entry, 'checks.json')))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
}

/** The names of all scenarios for servers, in the order of the suite. */
export async function scenarioNames(): Promise<string[]> {
  const said = await run(['list', '--server'])
  return [...said.matchAll(/^ {2}- (\S+)/gm)].map(([, name = '']) => name)
}

// It ends with 1 where a scenario fails: what they found is in its files.
async function run(args: string[]): Promise<string> {
  const options = { timeout: MAX_MS, maxBuffer: 64 << 20 }
  const said = await promisify(execFile)(process.execPath, [PROGRAM, ...args], options).catch(
    (error: Error & { code?: unknown; stdout: string }) => {
      if (error.code !== 1) throw error
      return error
    },
  )
  return said.stdout
}

function found(entry: string, file: string): Scenario {
  const checks = JSON.parse(readFileSync(file, 'utf8')) as Check[]
  const failed = checks.filter(({ status }) => status === 'FAILURE')
  const passes = failed.length === 0 && checks.some(({ status }) => status === 'SUCCESS')
  const why = failed.map(({ errorMessage = 'no reason' }) => errorMessage).join('; ')
  // A folder is named `server-<scenario>-<time>`.
  const [, name = entry] = /^server-(.+?)-\d{4}-\d\d-\d\dT/.exec(entry) ?? []
  return { name, passes, why }
}
