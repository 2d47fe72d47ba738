import { spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { installSteps, SetupError, setUp } from '../scripts/lib/setup.mjs'

/** A fake npm: logs its arguments, and leaves the files that the real one would leave. */
const NPM = `#!/bin/sh
case "$1" in ci) echo "$1 $2" ;; *) echo "$1" ;; esac >> "$NPM_LOG"
echo "this is npm's own output"
[ -n "$NPM_FAILS" ] && exit 7
[ -n "$NPM_TAKES" ] && { sleep "$NPM_TAKES" & trap 'kill $!; exit 143' TERM; wait; }
if [ "$1" = ci ]; then rm -rf node_modules; mkdir -p node_modules/.bin; exit 0; fi
mkdir -p node_modules/node
echo '{"version":"24.1.0"}' > node_modules/node/package.json
printf '#!/bin/sh\\necho "\${ADDED_NODE_SAYS:-v24.1.0}"\\n' > node_modules/.bin/node
chmod +x node_modules/.bin/node
`

/** Arguments of npm for an install that only runs. */
const RUNNING = 'ci --omit=dev'

let root: string
let env: Record<string, string>

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'assay-setup-'))
  cpSync('scripts', join(root, 'scripts'), { recursive: true })
  cpSync('core/disk/lock.mjs', join(root, 'core/disk/lock.mjs'), { recursive: true })
  mkdirSync(join(root, 'bin'))
  writeFileSync(join(root, 'bin', 'npm'), NPM, { mode: 0o755 })
  writeFileSync(join(root, 'package-lock.json'), '{"lockfileVersion":3}')
  env = { PATH: join(root, 'bin') + delimiter + process.env.PATH, NPM_LOG: join(root, 'npm.log') }
})

afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(root, { recursive: true })
})

/** Runs the script as npm would; returns its output and exit code. */
function runScript(more: Record<string, string> = {}, args: string[] = []) {
  const script = join(root, 'scripts', 'setup.mjs')
  const child = spawn(process.execPath, [script, ...args], { env: { ...env, ...more } })
  const printed = { stdout: '', stderr: '' }
  child.stdout.on('data', (data) => (printed.stdout += data))
  child.stderr.on('data', (data) => (printed.stderr += data))
  const ended = new Promise<{ stdout: string; stderr: string; code: number | null }>((resolve) => {
    child.on('close', (code) => resolve({ ...printed, code }))
  })
  return Object.assign(ended, { child })
}

/** Runs set-up in this process as if under another Node. */
async function setUpUnder(node: string, execPath = '/usr/bin/node') {
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value)
  await setUp({ root, node, execPath, say: () => {} })
}

const npmCalls = () =>
  existsSync(join(root, 'npm.log')) ? readFileSync(join(root, 'npm.log'), 'utf8').trim().split('\n') : []

describe('set-up', () => {
  it('installs once, says so on stderr alone, and is silent when nothing is to be done', async () => {
    const first = await runScript()
    expect(first).toMatchObject({ code: 0, stdout: '' })
    expect(first.stderr).toMatch(/^Installing packages .*\nInstalled in [\d.]+ s\.\n$/)
    expect(await runScript()).toEqual({ code: 0, stdout: '', stderr: '' })
    expect(npmCalls()).toEqual([RUNNING])
  })

  it('omits development dependencies until they are requested, and keeps them then', async () => {
    await runScript()
    await runScript({}, ['--tests'])
    await runScript({}, ['--tests'])
    await runScript()
    expect(npmCalls()).toEqual(['ci --omit=dev', 'ci --include=dev'])
    writeFileSync(join(root, 'package-lock.json'), '{"lockfileVersion":3,"name":"changed"}')
    await runScript()
    expect(npmCalls().at(-1)).toBe('ci --include=dev')
  })

  it('installs again when the lock file changed or node_modules went away', async () => {
    await runScript()
    writeFileSync(join(root, 'package-lock.json'), '{"lockfileVersion":3,"name":"changed"}')
    await runScript()
    rmSync(join(root, 'node_modules'), { recursive: true })
    await runScript()
    expect(npmCalls()).toEqual([RUNNING, RUNNING, RUNNING])
  })

  it("prints npm's output and the repair when npm fails, and retries on the next run", async () => {
    const failed = await runScript({ NPM_FAILS: '1' })
    expect(failed.code).toBe(1)
    expect(failed.stderr).toContain("this is npm's own output")
    expect(failed.stderr).toMatch(/Failed: npm ci .*\nWhat to do: .*delete node_modules/)
    expect(await runScript()).toMatchObject({ code: 0 })
    expect(npmCalls()).toEqual([RUNNING, RUNNING])
  })

  it('says so when there is no npm', async () => {
    const failed = await runScript({ PATH: join(root, 'nowhere') })
    expect(failed.code).toBe(1)
    expect(failed.stderr).toMatch(/ENOENT.*Failed: npm ci/s)
  })

  it('lets one of two work and the other wait', async () => {
    const both = await Promise.all([runScript({ NPM_TAKES: '0.3' }), runScript({ NPM_TAKES: '0.3' })])
    expect(both.map(({ code }) => code)).toEqual([0, 0])
    expect(npmCalls()).toEqual([RUNNING])
    expect(existsSync(join(root, '.setup-lock'))).toBe(false)
  })

  it('stops npm when it is told to stop, and frees the lock', async () => {
    const stopped = runScript({ NPM_TAKES: '20' })
    await vi.waitUntil(() => npmCalls().length === 1)
    stopped.child.kill('SIGTERM')
    expect(await stopped).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Stopped before all packages were installed'),
    })
    expect(existsSync(join(root, '.setup-lock'))).toBe(false)
  })

  it('takes over from a set-up that was killed', async () => {
    const killed = spawn(process.execPath, ['-e', ''])
    await new Promise((resolve) => killed.on('close', resolve))
    writeFileSync(join(root, '.setup-lock'), JSON.stringify({ pid: killed.pid, started: null }))
    expect(await runScript()).toMatchObject({ code: 0 })
  })
})

describe('the Node that npm scripts get', () => {
  const ci = expect.arrayContaining(['ci'])
  const addNode = expect.arrayContaining(['install', '--no-save', 'node@24'])

  it.each([
    ['20.0.0', [ci, addNode]],
    ['22.12.9', [ci, addNode]],
    ['22.13.0', [ci]],
    ['24.0.0', [ci]],
  ])('on a machine with Node %s', (node, steps) => {
    expect(installSteps({ root, node, execPath: '/usr/bin/node' })).toEqual(steps)
  })

  it('is added again when the running Node is the added one', () => {
    const execPath = join(root, 'node_modules', 'node', 'bin', 'node')
    expect(installSteps({ root, node: '24.1.0', execPath })).toEqual([ci, addNode])
  })

  it('keeps the stamp valid whether set-up runs on the machine’s own Node or on the added one', async () => {
    await setUpUnder('20.1.0')
    await setUpUnder('20.1.0')
    await setUpUnder('24.1.0', join(root, 'node_modules', 'node', 'bin', 'node'))
    expect(npmCalls()).toEqual([RUNNING, 'install'])
  })

  it('is installed for anew when the machine’s own has another major version', async () => {
    await setUpUnder('22.13.0')
    await setUpUnder('24.0.0')
    await setUpUnder('24.5.0')
    expect(npmCalls()).toEqual([RUNNING, RUNNING])
  })

  it('is refused below 20, and when the added one does not run', async () => {
    await expect(setUpUnder('18.20.0')).rejects.toThrow(/Node 22\.13 or newer/)
    env.ADDED_NODE_SAYS = 'cannot execute'
    await expect(setUpUnder('20.1.0')).rejects.toThrow(SetupError)
    await expect(setUpUnder('20.1.0')).rejects.toThrow(/install Node 22\.13/)
  })
})
