import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join, sep } from 'node:path'
import { tryLock } from '../../core/disk/lock.mjs'

const OLDEST_THAT_SETS_UP = [20, 0]
const OLDEST_THAT_RUNS = [22, 13]
const ADDED_NODE = 'node@24'
const QUIET = ['--no-audit', '--no-fund', '--loglevel=error']
const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']
const MAX_WAIT_MS = 10 * 60_000
/** Suffix of the stamp if packages for tests are not installed. */
const RUNNING_ALONE = 'without packages for tests\n'

/** A failed set-up; the message says how to fix it. */
export class SetupError extends Error {}

/**
 * Installs the packages of `package-lock.json` if missing: those to run, and those for tests only if `forTests` says so
 * or they were installed before. If the machine's own Node is too old for the code, adds one to `node_modules`, which
 * npm scripts then find first on their path.
 */
export async function setUp({ root, node, execPath, say, forTests = false }) {
  if (!isAtLeast(node, OLDEST_THAT_SETS_UP)) {
    throw new SetupError(
      `Assay needs Node 22.13 or newer and this is ${node}: install one from https://nodejs.org`,
    )
  }
  const isDone = () => {
    const [stamp, wanted] = [readStamp(root), wantedStamp(root, node)]
    return stamp === wanted || (!forTests && stamp === wanted + RUNNING_ALONE)
  }
  if (isDone()) return
  const release = waitForLock(join(root, '.setup-lock'), say)
  try {
    const hadTests = readStamp(root)?.endsWith(RUNNING_ALONE) === false
    if (!isDone()) await install({ root, node, execPath, say, forTests: forTests || hadTests })
  } finally {
    release()
  }
}

/** npm commands of an installation, in order. A Node is inside `node_modules` only if the machine's is too old. */
export function installSteps({ root, node, execPath, forTests = false }) {
  const steps = [['ci', forTests ? '--include=dev' : '--omit=dev', ...QUIET]]
  if (!isAtLeast(node, OLDEST_THAT_RUNS) || execPath.startsWith(join(root, 'node_modules') + sep)) {
    steps.push(['install', '--no-save', ...QUIET, ADDED_NODE])
  }
  return steps
}

async function install({ root, node, execPath, say, forTests }) {
  const begun = process.hrtime.bigint()
  const steps = installSteps({ root, node, execPath, forTests })
  const what = `packages${forTests ? ', with those for tests' : ''}${steps.length > 1 ? `, and ${ADDED_NODE}` : ''}`
  say(`Installing ${what} (needed once, about half a minute) …`)
  for (const step of steps) await npm(root, step)
  if (steps.length > 1) checkAddedNode(root)
  writeFileSync(stampPath(root), wantedStamp(root, node) + (forTests ? '' : RUNNING_ALONE))
  say(`Installed in ${(Number(process.hrtime.bigint() - begun) / 1e9).toFixed(1)} s.`)
}

/** Runs npm on the machine's own Node: the one in `node_modules` may go away meanwhile. */
async function npm(root, args) {
  const PATH = (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => !folder.endsWith(join('node_modules', '.bin')))
    .join(delimiter)
  const { code, output, isStopped } = await ended(() =>
    spawn('npm', args, {
      cwd: root,
      env: { ...process.env, PATH },
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32',
    }),
  )
  if (isStopped)
    throw new SetupError('Stopped before all packages were installed: run the same command again.')
  if (code !== 0) throw new SetupError(`${output.trim()}\nFailed: npm ${args.join(' ')}\n${MEND}`)
}

/** Settles when the child has ended. A signal to stop goes to it: npm must not work on after the lock is free. */
function ended(start) {
  let isStopped = false
  // Listens before npm runs: a signal between the two would end this process alone, and leave the lock.
  const stop = (signal) => {
    isStopped = true
    child.kill(signal)
  }
  for (const signal of STOP_SIGNALS) process.on(signal, stop)
  const child = start()
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text
    })
  }
  return new Promise((resolve) => {
    child.on('error', (error) => resolve({ code: null, output: error.message, isStopped }))
    child.on('close', (code) => resolve({ code, output, isStopped }))
  }).finally(() => {
    for (const signal of STOP_SIGNALS) process.off(signal, stop)
  })
}

const MEND = 'What to do: check the network, delete node_modules, then run the same command again.'

function checkAddedNode(root) {
  const path = join(root, 'node_modules', '.bin', 'node')
  const { status, stdout } = spawnSync(path, ['--version'], {
    encoding: 'utf8',
    shell: process.platform === 'win32',
  })
  if (status === 0 && isAtLeast(stdout.trim().slice(1), OLDEST_THAT_RUNS)) return
  throw new SetupError(
    `The added Node does not run (${path}): npm may be set to ignore install scripts, or there is no build for this system.\n` +
      'What to do: install Node 22.13 or newer from https://nodejs.org, delete node_modules, then run the same command again.',
  )
}

/** Waits for another set-up of the same checkout to end; gives the function that frees the lock. */
function waitForLock(path, say) {
  const pause = new Int32Array(new SharedArrayBuffer(4))
  let waited = 0
  for (;;) {
    const { release, owner } = tryLock(path)
    if (release) return release
    if (waited === 0) say(`Waiting for another set-up (process ${owner.pid}) …`)
    if (waited >= MAX_WAIT_MS) {
      throw new SetupError(
        `Another set-up (process ${owner.pid}) has not ended in ten minutes: stop it, delete ${path}, then run the same command again.`,
      )
    }
    Atomics.wait(pause, 0, 0, 100)
    waited += 100
  }
}

const stampPath = (root) => join(root, 'node_modules', '.assay-setup')

const readStamp = (root) => readOrNull(stampPath(root))

/** The lock file's hash and the major version of the Node that npm scripts get: the added one, where there is one. */
function wantedStamp(root, node) {
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
  const added = readOrNull(join(root, 'node_modules', 'node', 'package.json'))
  const major = (added === null ? node : JSON.parse(added).version).split('.')[0]
  return `${lock} node ${major}\n`
}

function readOrNull(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (error.code === 'ENOENT') return null
    throw error
  }
}

function isAtLeast(version, [major, minor]) {
  const [a = 0, b = 0] = version.split('.').map(Number)
  return a > major || (a === major && b >= minor)
}
