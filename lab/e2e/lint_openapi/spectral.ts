import { spawnSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { addPackage, installError, packageFolder } from '../../../test/kit/added_package.ts'

export const PACKAGE = { name: '@stoplight/spectral-cli', version: '6.16.3', folder: 'spectral' }
const PROGRAM = join(packageFolder(PACKAGE), 'node_modules', PACKAGE.name, 'dist/index.js')

const Report = z.array(z.object({ code: z.string(), message: z.string(), path: z.array(z.coerce.string()) }))

/** Adds Spectral (68 MB, outside the lock file) where it is not there yet; false, said on stderr, where it cannot be had. */
export async function hasSpectral(): Promise<boolean> {
  if (!existsSync(PROGRAM))
    process.stderr.write(`Adding ${PACKAGE.name}@${PACKAGE.version} from npm (68 MB, needed once) …\n`)
  try {
    await addPackage(PACKAGE)
    return true
  } catch (error) {
    process.stderr.write(`Spectral could not be had: ${installError(error as Error)}\n`)
    return false
  }
}

/** Returns the violations of the rules `spectral:oas` in an OpenAPI document, of any severity. Sends no requests. */
export function spectralProblems(file: string): string[] {
  const rules = join(packageFolder(PACKAGE), 'rules.json')
  writeFileSync(rules, JSON.stringify({ extends: ['spectral:oas'] }))
  const args = ['lint', file, '--ruleset', rules, '--format', 'json', '--quiet', '--fail-severity', 'hint']
  const run = spawnSync(process.execPath, [PROGRAM, ...args], { encoding: 'utf8', maxBuffer: 64 << 20 })
  if (run.error !== undefined) throw run.error
  if (!run.stdout.trim().startsWith('['))
    throw new Error(`Spectral gave no report: ${run.stderr.slice(0, 2000)}`)
  return Report.parse(JSON.parse(run.stdout)).map(
    ({ code, message, path }) => `${code} #/${path.join('/')}: ${message}`,
  )
}
