import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { lockPath, withLock } from '../../core/disk/lock.ts'
import { RunFailed } from '../../core/domain/errors.ts'

const LOCK_MODULE = new URL('../../core/disk/lock.mjs', import.meta.url).href

let output: string
const children: ChildProcess[] = []

beforeEach(async () => {
  output = mkdtempSync(join(tmpdir(), 'assay-lock-'))
  await withLock(output, async () => {})
})

afterEach(async () => {
  for (const child of children.splice(0)) await end(child)
  rmSync(output, { recursive: true })
})

/** Another process that runs `code` with `tryLock` and `path` in scope. */
function other(code: string, ...args: string[]): ChildProcess {
  const script = `import { tryLock } from ${JSON.stringify(LOCK_MODULE)}
    const [path, ...args] = process.argv.slice(1)\n${code}`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script, lockPath(output), ...args])
  children.push(child)
  return child
}

async function startHolder(): Promise<ChildProcess> {
  const child = other(`tryLock(path); console.log('held'); setInterval(() => {}, 1000)`)
  await new Promise((resolve) => child.stdout?.once('data', resolve))
  return child
}

function end(child: ChildProcess): Promise<unknown> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  const closed = new Promise((resolve) => child.on('close', resolve))
  child.kill('SIGKILL')
  return closed
}

const writeOwner = (owner: unknown) => writeFileSync(lockPath(output), JSON.stringify(owner))
const readLock = () => JSON.parse(readFileSync(lockPath(output), 'utf8'))

it('refuses while another process runs, naming it and the file, and goes on once that was killed', async () => {
  const child = await startHolder()
  const refused = withLock(output, async () => 'ran')
  await expect(refused).rejects.toThrow(RunFailed)
  await expect(refused).rejects.toThrow(`process ${child.pid}`)
  await expect(refused).rejects.toThrow(lockPath(output))
  await end(child)
  expect(await withLock(output, async () => 'ran')).toBe('ran')
})

it('holds the lock during the work, and leaves nothing behind whether the work succeeds or fails', async () => {
  const held = await withLock(output, async () => readLock())
  expect(held.pid).toBe(process.pid)
  await expect(
    withLock(output, async () => {
      throw new Error('the work failed')
    }),
  ).rejects.toThrow('the work failed')
  expect(readdirSync(join(output, 'state'))).toEqual([])
})

it('refuses a second run of the same process', async () => {
  await withLock(output, async () => {
    await expect(withLock(output, async () => {})).rejects.toThrow(RunFailed)
    expect(existsSync(lockPath(output))).toBe(true)
  })
})

it.runIf(existsSync('/proc/self/stat'))(
  'knows a process from an earlier one that had the same id',
  async () => {
    const child = await startHolder()
    const owner = readLock()
    writeOwner({ ...owner, started: '1' })
    expect(await withLock(output, async () => 'ran')).toBe('ran')
    writeOwner(owner)
    await expect(withLock(output, async () => {})).rejects.toThrow(`process ${child.pid}`)
  },
)

it.each(['', '{"pid":', '{"pid":"1"}', '{"pid":-1}', 'null'])(
  'takes over a damaged file: %j',
  async (text) => {
    writeFileSync(lockPath(output), text)
    expect(await withLock(output, async () => 'ran')).toBe('ran')
  },
)

it('leaves a dead owner’s lock alone while another process is taking it over', async () => {
  const child = other(`tryLock(path + '.takeover'); console.log('held'); setInterval(() => {}, 1000)`)
  await new Promise((resolve) => child.stdout?.once('data', resolve))
  writeOwner({ pid: 0 })
  await expect(withLock(output, async () => {})).rejects.toThrow(`process ${child.pid}`)
  await end(child)
  expect(await withLock(output, async () => 'ran')).toBe('ran')
  expect(readdirSync(join(output, 'state'))).toEqual([])
})

it('never lets two in, though many take, are killed while they hold, and take over', async () => {
  const race = `
    import { readFileSync, writeFileSync } from 'node:fs'
    const [marker, seed] = args
    const deadOwner = 'left by a process that ended'
    let random = Number(seed)
    let holds = 0
    const own = String(process.pid)
    while (holds < 30) {
      const lock = tryLock(path)
      if (lock.owner) continue
      writeFileSync(marker, own)
      random = (random * 1103515245 + 12345) % 2147483648
      for (let spin = 0; spin < random % 3000; spin += 1) Math.sqrt(spin)
      if (readFileSync(marker, 'utf8') !== own) throw new Error('another process was in too')
      holds += 1
      if (holds === 15 && seed % 2 === 0) process.kill(process.pid, 'SIGKILL')
      if (random % 2 === 0) lock.release()
      else writeFileSync(path, deadOwner)
    }`
  const marker = join(output, 'marker')
  const racers = Array.from({ length: 4 }, (_, seed) => other(race, marker, String(seed + 1)))
  const ends = await Promise.all(racers.map(outcome))
  expect(ends.filter(({ error }) => error !== '')).toEqual([])
  expect(ends.filter(({ signal }) => signal === 'SIGKILL')).toHaveLength(2)
  expect(await withLock(output, async () => 'ran')).toBe('ran')
})

function outcome(child: ChildProcess): Promise<{ signal: string | null; error: string }> {
  let error = ''
  child.stderr?.on('data', (data) => (error += data))
  return new Promise((resolve) => child.on('close', (_, signal) => resolve({ signal, error })))
}
