import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { MCP, STATELESS_VERSION } from '../../../core/interface/service.ts'
import { addPackage, installError, packageFolder } from '../../../test/kit/added_package.ts'
import { listAt, textAt } from '../../../test/kit/json.ts'
import { observe } from './observed.ts'
import { type Address, type ClientKind, installed, type StockClient, toAnswer } from './stock_client.ts'

const NAME = '@modelcontextprotocol/inspector'
const PACKAGE = { name: NAME, version: '2.12.0', folder: 'inspector' }
const MODULES = join(packageFolder(PACKAGE), 'node_modules')
const PROGRAM = join(MODULES, NAME, 'clients/launcher/build/index.js')
// A start takes two seconds, and more than 30 on a machine that has other work.
const MAX_MS = 120_000

/** The Inspector's names for the versions that it may speak. */
const ERAS = ['legacy', 'auto', 'modern'] as const
type Era = (typeof ERAS)[number]

/**
 * The Inspector's command line in each of its eras, a process for each call. It is added outside the lock file when it
 * is first needed (110 MB, said on stderr); empty when it cannot be had.
 */
export async function findInspector(): Promise<ClientKind[]> {
  if (!existsSync(packageFolder(PACKAGE)))
    process.stderr.write(`Adding ${NAME}@${PACKAGE.version} from npm (110 MB, needed once) …\n`)
  try {
    await addPackage(PACKAGE)
  } catch (error) {
    process.stderr.write(`The Inspector could not be had: ${installError(error as Error)}\n`)
    return []
  }
  return ERAS.map((era) => ({
    name: `${installed(NAME, MODULES)} (${era})`,
    version: era === 'legacy' ? MCP.newestVersion : STATELESS_VERSION,
    isPinned: era === 'modern',
    connect: async (to) => connected(to, era),
  }))
}

/** A client whose list of tools could be read, and whose schemas are without errors. */
async function connected(to: Address, era: Era): Promise<StockClient> {
  const observed = await observe(to.url)
  const ask = (method: string, args: string[] = []) =>
    run({ ...to, url: observed.url }, method, ['--protocol-era', era, ...args])
  const { code, stderr } = await ask('tools/list', ['--strict'])
  if (code !== 0) {
    observed.close()
    throw new Error(stderr)
  }
  return {
    version: observed.version(),
    tools: async () =>
      listAt(parseOutput(await ask('tools/list')), 'tools').map((tool) => textAt(tool, 'name') ?? ''),
    call: async (tool, given) =>
      toAnswer(parseOutput(await ask('tools/call', ['--tool-name', tool, ...toArguments(given)]))),
    close: async () => observed.close(),
  }
}

const toArguments = (given: Record<string, unknown>): string[] =>
  Object.entries(given).flatMap(([name, value]) => [
    '--tool-arg',
    `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
  ])

interface CommandResult {
  code: number
  stdout: string
  stderr: string
}

/** A tool's error ends it with a code too. */
async function run({ url, caller, folder }: Address, method: string, args: string[]): Promise<CommandResult> {
  const all = [PROGRAM, '--cli', url, '--transport', 'http', '--header', `X-Forwarded-For: ${caller}`]
  const options = { timeout: MAX_MS, maxBuffer: 16 << 20, env: { ...process.env, HOME: folder } }
  try {
    const said = await promisify(execFile)(process.execPath, [...all, '--method', method, ...args], options)
    return { code: 0, ...said }
  } catch (error) {
    const { code, stdout, stderr } = error as CommandResult
    if (typeof code !== 'number') throw error
    return { code, stdout, stderr }
  }
}

/** Parses the printed JSON; throws the whole output if it is not JSON. */
function parseOutput({ stdout, stderr }: CommandResult): object {
  try {
    return JSON.parse(stdout)
  } catch {
    throw new Error(`${stdout}${stderr}`.trim())
  }
}
