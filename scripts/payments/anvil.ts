import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { copyFile, mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createPublicClient, http } from 'viem'

const VERSION = '1.7.1'
const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
const CACHE = join(ROOT, 'node_modules', '.cache')
const KEPT = join(CACHE, `anvil-${VERSION}`)
const LONGEST_START_MS = 20_000
const SYSTEMS: Record<string, string> = { linux: 'linux', darwin: 'darwin', win32: 'win32' }
const PROCESSORS: Record<string, string> = { x64: 'amd64', arm64: 'arm64' }

/** A local Ethereum chain in a process of its own. It mines a block for each transaction and keeps nothing. */
export interface RunningChain {
  /** Where it answers JSON-RPC, e.g. `http://127.0.0.1:40123`. */
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
  const binary = binaryIn(KEPT)
  if (binary !== null && existsSync(binary)) return binary
  if (binary === null) {
    say(`@foundry-rs/anvil has no program for ${process.platform} ${process.arch}.`)
    return null
  }
  say(`Adding @foundry-rs/anvil@${VERSION} from npm for a local chain (44 MB, needed once) …`)
  try {
    await add()
  } catch (error) {
    say(`No anvil could be had: ${whyOf(error as Error)}`)
    say('To mend: check the network, or install Foundry (https://getfoundry.sh), and run the same again.')
  }
  return existsSync(binary) ? binary : null
}

/** The first thing that npm says was wrong, or the whole message where it is another's. */
const whyOf = ({ message }: Error): string =>
  /^npm error (?!code|errno|syscall)(.+)$/m.exec(message)?.[1] ?? message

/** Starts a chain on a free port of the loopback; throws when it does not answer within 20 s. */
export async function startAnvil(binary: string, chainId = 31337): Promise<RunningChain> {
  const child = spawn(binary, ['--host', '127.0.0.1', '--port', '0', '--chain-id', String(chainId)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const endWithUs = () => child.kill('SIGKILL')
  process.once('exit', endWithUs)
  const close = async () => {
    process.off('exit', endWithUs)
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

// The package for this system holds the program itself; what stands round it is a script that picks one.
function binaryIn(folder: string): string | null {
  const system = SYSTEMS[process.platform]
  const processor = PROCESSORS[process.arch]
  if (system === undefined || processor === undefined) return null
  const name = `anvil${system === 'win32' ? '.exe' : ''}`
  return join(folder, 'node_modules', '@foundry-rs', `anvil-${system}-${processor}`, 'bin', name)
}

// Installed beside its place and moved there whole, so that two at once cannot meet a half of it.
async function add(): Promise<void> {
  await mkdir(CACHE, { recursive: true })
  const folder = await mkdtemp(join(CACHE, 'anvil-new-'))
  try {
    await copyFile(join(ROOT, '.npmrc'), join(folder, '.npmrc'))
    const flags = [
      '--no-save',
      '--ignore-scripts',
      '--loglevel=error',
      '--fetch-retries=0',
      '--prefix',
      folder,
    ]
    await promisify(execFile)('npm', ['install', ...flags, `@foundry-rs/anvil@${VERSION}`], {
      shell: process.platform === 'win32',
    })
    await rename(folder, KEPT).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error
    })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The address that it says it listens at, once it does. */
function listening(child: ChildProcess): Promise<string> {
  let told = ''
  return new Promise((resolve, reject) => {
    const fail = (why: string) => reject(new Error(`anvil did not start: ${why}\n${told}`))
    const timer = setTimeout(() => fail(`no answer within ${LONGEST_START_MS / 1000} s`), LONGEST_START_MS)
    child.once('error', (error) => fail(error.message))
    child.once('exit', (code) => fail(`it ended with ${code}`))
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      if (told.length > 20_000) return
      told += text
      const address = /Listening on (\S+)/.exec(told)?.[1]
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
