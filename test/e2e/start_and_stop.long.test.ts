import { spawn } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { lockPath } from '../../core/disk/lock.ts'
import { currentRelease } from '../../core/release/release.ts'
import { TYPESCRIPT_FLAGS } from '../../pipeline/render/typescript_flags.ts'
import { PUBLISHED_DAYS, sampleOutput } from '../sample_output.ts'

const MAX_LENGTH = { timeout: 120_000, interval: 50 }

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'assay-start-stop-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 20 }))
  return folder
}

/** A folder with the first days of the sample. */
async function copySample(): Promise<string> {
  const output = join(temporaryFolder(), 'sample')
  cpSync(await sampleOutput(), output, { recursive: true, verbatimSymlinks: true })
  return output
}

/** `npm start` as a process of its own, on a free port. */
function start(output: string, port = 0) {
  const args = [...TYPESCRIPT_FLAGS, 'cli/cli.ts', 'start', '--output', output, '--port', String(port)]
  const env = { ...process.env, UPSTREAM_BASE: '', PAY_TO: '', PUBLIC_BASE_URL: '', LOG_LEVEL: 'silent' }
  const child = spawn(process.execPath, args, { env })
  const said = { text: '' }
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      said.text += text
    })
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  onTestFinished(() => void child.kill('SIGKILL'))
  const says = (text: string) => vi.waitUntil(() => said.text.includes(text), MAX_LENGTH)
  const address = () => /http:\/\/127\.0\.0\.1:\d+/.exec(said.text)?.[0] ?? ''
  return { child, said, ended, says, address }
}

/** The process that writes to an output folder, or null. */
function findWriter(output: string): number | null {
  const path = lockPath(output)
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as { pid: number }).pid : null
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test('a first start says its plan and address at once, and serves from the first day on while later ones are built', async () => {
  const output = join(temporaryFolder(), 'new', 'sample')
  const { said, says, address } = start(output)
  await says('Stop with Ctrl-C')
  expect(said.text).toMatch(
    /^Assay builds a sample index: 30 days of invented agents\. This takes .* minutes, once\.\n/,
  )
  expect(existsSync(join(output, 'current'))).toBe(false)
  expect((await fetch(address())).status).toBe(503)
  await says('Building the sample (30)')
  expect(currentRelease(output)?.about.date).toBe('2026-01-01')
  for (let count = 0; count < 50; count++)
    expect((await fetch(`${address()}/api/agent-economy/llm-summary`)).status).toBe(200)
  expect(said.text).not.toContain('The sample is complete')
}, 180_000)

test('a stop says how far it is and that the next start goes on from there, which it does; nothing is left running', async () => {
  const output = await copySample()
  const { child, said, says, ended } = start(output)
  await says('Building the sample (27)')
  await vi.waitUntil(() => findWriter(output) !== null, MAX_LENGTH)
  const builder = findWriter(output) ?? 0
  expect(said.text).toContain('Assay builds the last 27 of the 30 days')
  expect(said.text).toContain(`as of ${PUBLISHED_DAYS.at(-1)}`)
  child.kill('SIGINT')
  expect(await ended).toBe(0)
  expect(said.text).toMatch(
    /Stopping … \d+ of 30 days are built; the next "npm start" goes on from there\.\n$/,
  )
  expect(isAlive(builder)).toBe(false)
  const built = Number(/(\d+) of 30 days are built/.exec(said.text)?.[1])
  const again = start(output)
  await again.says(`Assay builds the last ${30 - built} of the 30 days`)
}, 180_000)

test('a server that is killed takes the process that builds with it', async () => {
  const output = await copySample()
  const { child, ended } = start(output)
  await vi.waitUntil(() => findWriter(output) !== null, MAX_LENGTH)
  const builder = findWriter(output) ?? 0
  child.kill('SIGKILL')
  await ended
  await vi.waitUntil(() => !isAlive(builder), MAX_LENGTH)
}, 180_000)

test('a port that is in use is reported before anything is built', async () => {
  const output = join(temporaryFolder(), 'sample')
  const other = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void other.close())
  await vi.waitUntil(() => other.listening, MAX_LENGTH)
  const { port } = other.address() as { port: number }
  const { said, ended } = start(output, port)
  expect(await ended).toBe(1)
  expect(said.text).toMatch(/^assay: port \d+ of 127\.0\.0\.1 is in use by another program: .* --port \d+\n/)
  expect(existsSync(join(output, 'archive'))).toBe(false)
}, 60_000)
