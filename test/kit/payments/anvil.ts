import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createPublicClient, http } from 'viem'
import { addPackage, installError, packageFolder } from '../added_package.ts'

const PACKAGE = { name: '@foundry-rs/anvil', version: '1.7.1', folder: 'anvil' }
const MAX_START_MS = 20_000
const SYSTEMS: Record<string, string> = { linux: 'linux', darwin: 'darwin', win32: 'win32' }
const PROCESSORS: Record<string, string> = { x64: 'amd64', arm64: 'arm64' }

/** A local Ethereum chain in a process of its own. It mines a block for each transaction and stores nothing. */
export interface RunningChain {
  /** The JSON-RPC URL, e.g. `http://127.0.0.1:40123`. */
  url: string
  chainId: number
  /** CAIP-2, e.g. `eip155:31337`. */
  network: `eip155:${number}`
  close(): Promise<void>
}

/**
 * The path of an anvil: one on the PATH, one added earlier, or else one from npm (44 MB, said on stderr), which is
 * added to node_modules/.cache outside the lock file. Null when none can be had.
 */
export function findAnvil(): Promise<string | null> {
  found ??= find((line) => process.stderr.write(`${line}\n`))
  return found
}

let found: Promise<string | null> | undefined

async function find(say: (line: string) => void): Promise<string | null> {
  if (isInstalled()) return 'anvil'
  const binary = binaryIn(packageFolder(PACKAGE))
  if (binary !== null && existsSync(binary)) return binary
  if (binary === null) {
    say(`@foundry-rs/anvil has no program for ${process.platform} ${process.arch}.`)
    return null
  }
  say(`Adding ${PACKAGE.name}@${PACKAGE.version} from npm for a local chain (44 MB, needed once) …`)
  try {
    await addPackage(PACKAGE)
  } catch (error) {
    say(`No anvil could be had: ${installError(error as Error)}`)
    say('To repair: check the network, or install Foundry (https://getfoundry.sh), and run the same again.')
  }
  return existsSync(binary) ? binary : null
}

/** Starts a chain on a free port of the loopback; throws if it does not answer within 20 s. */
export async function startAnvil(binary: string, chainId = 31337): Promise<RunningChain> {
  const child = spawn(binary, ['--host', '127.0.0.1', '--port', '0', '--chain-id', String(chainId)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const killChild = () => child.kill('SIGKILL')
  process.once('exit', killChild)
  const close = async () => {
    process.off('exit', killChild)
    await stop(child)
  }
  try {
    const url = `http://${await listening(child)}`
    await createPublicClient({ transport: http(url) }).getChainId()
    return { url, chainId, network: `eip155:${chainId}`, close }
  } catch (error) {
    await close()
    throw error
  }
}

function isInstalled(): boolean {
  try {
    execFileSync('anvil', ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

// The package for this system holds the program itself; the outer package is a script that picks one.
function binaryIn(folder: string): string | null {
  const system = SYSTEMS[process.platform]
  const processor = PROCESSORS[process.arch]
  if (system === undefined || processor === undefined) return null
  const name = `anvil${system === 'win32' ? '.exe' : ''}`
  return join(folder, 'node_modules', '@foundry-rs', `anvil-${system}-${processor}`, 'bin', name)
}

/** The listening address that it prints, once it does. */
function listening(child: ChildProcess): Promise<string> {
  let printed = ''
  return new Promise((resolve, reject) => {
    const fail = (why: string) => reject(new Error(`anvil did not start: ${why}\n${printed}`))
    const timer = setTimeout(() => fail(`no answer within ${MAX_START_MS / 1000} s`), MAX_START_MS)
    child.once('error', (error) => fail(error.message))
    child.once('exit', (code) => fail(`it ended with ${code}`))
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      if (printed.length > 20_000) return
      printed += text
      const address = /Listening on (\S+)/.exec(printed)?.[1]
      if (address === undefined) return
      clearTimeout(timer)
      resolve(address)
    })
  })
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  const late = setTimeout(() => child.kill('SIGKILL'), 3000)
  await ended
  clearTimeout(late)
}
