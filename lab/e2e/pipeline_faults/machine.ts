import { execFileSync, spawn } from 'node:child_process'
import { cpSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { TYPESCRIPT_FLAGS } from '../../../pipeline/render/typescript_flags.ts'
import { PROJECT, type ProcessResult, startScript } from '../../../test/kit/child.ts'
import { requireRecovered, requireServed, type Trial, type TrialSetup, Wrong } from './stand.ts'

const CLEAR = /(RunFailed|BadUsage): (.*)/

/** Runs the day in a process of its own, with temporary files on the same disk. */
function child(output: string, { day, baseUrl }: TrialSetup, temporary: string): Promise<ProcessResult> {
  mkdirSync(temporary, { recursive: true })
  const args = ['--output', output, '--date', day, '--base-url', baseUrl]
  return startScript('test/kit/sample_day.ts', args, { settings: { TMPDIR: temporary } }).ended
}

/** The one sentence that a run ended with. */
function sentence({ code, stderr }: Pick<ProcessResult, 'code' | 'stderr'>): string {
  const [, , text] = CLEAR.exec(stderr) ?? []
  if (code !== 0 && text !== undefined) return text.replace(/^.*?: /, '').slice(0, 110)
  throw new Wrong(`it ended with code ${code} and no clear error: ${stderr.slice(-300)}`)
}

/** True if this user may mount a tmpfs. */
export function mayMount(folder: string): boolean {
  try {
    mkdirSync(folder, { recursive: true })
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder], { stdio: 'ignore' })
    execFileSync('umount', [folder])
    return true
  } catch {
    return false
  }
}

/** The disk is full when so many megabytes more than the folder itself are used; then there is room again. */
export function diskTrials(freeMb: number[]): Trial[] {
  return freeMb.map((free) => ({
    name: `disk full after ${free} MB`,
    run: (output, stand) =>
      onDisk(output, stand, async (disk, remount) => {
        const at = join(disk, 'output')
        cpSync(output, at, { recursive: true, verbatimSymlinks: true })
        remount(`size=${Math.ceil(usedBytes(disk) / 1024) + free * 1024}k`)
        const first = await child(at, stand, join(disk, 'tmp'))
        if (first.code !== 0) requireServed(at, stand.served, stand.reference)
        const detail = first.code === 0 ? 'it was enough' : sentence(first)
        remount('size=4g')
        await requireRecovered(at, stand)
        return { ended: first.code === 0 ? 'right release' : 'clear error', detail }
      }),
  }))
}

export const readOnlyTrial: Trial = {
  name: 'read-only disk',
  run: (output, stand) =>
    onDisk(output, stand, async (disk, remount) => {
      const at = join(disk, 'output')
      cpSync(output, at, { recursive: true, verbatimSymlinks: true })
      remount('ro')
      const first = await child(at, stand, `${output}-tmp`)
      requireServed(at, stand.served)
      const detail = sentence(first)
      remount('rw,size=4g')
      await requireRecovered(at, stand)
      return { ended: 'clear error', detail }
    }),
}

/** A limit that needs no rights of its own: no file may grow beyond it. */
export const fileLimitTrial: Trial = {
  name: 'no file may be larger than 256 KB (ulimit -f)',
  async run(output, stand) {
    const args = [
      ...TYPESCRIPT_FLAGS,
      'test/kit/sample_day.ts',
      '--output',
      output,
      '--date',
      stand.day,
      '--base-url',
      stand.baseUrl,
    ]
    const command = ['-c', 'ulimit -f 512; exec "$0" "$@"', process.execPath, ...args]
    const limited = spawn('/bin/sh', command, { cwd: PROJECT, stdio: ['ignore', 'ignore', 'pipe'] })
    let stderr = ''
    limited.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text
    })
    const code = await new Promise<number | null>((resolve) => limited.once('close', resolve))
    requireServed(output, stand.served)
    const detail = sentence({ code, stderr })
    await requireRecovered(output, stand)
    return { ended: 'clear error', detail }
  },
}

export const twoRunsTrial: Trial = {
  name: 'two runs at once',
  async run(output, stand) {
    const both = await Promise.all([1, 2].map((n) => child(output, stand, `${output}-tmp${n}`)))
    const failed = both.filter(({ code }) => code !== 0)
    if (failed.length !== 1) throw new Wrong(`${failed.length} of the two failed`)
    requireServed(output, stand.reference)
    return { ended: 'right release', detail: `the other: ${sentence(failed[0] as ProcessResult)}` }
  },
}

type Ending = Awaited<ReturnType<Trial['run']>>

/** Does something on a disk of memory, whose options can be changed. */
async function onDisk(
  output: string,
  _: TrialSetup,
  work: (disk: string, remount: (options: string) => void) => Promise<Ending>,
): Promise<Ending> {
  const disk = `${output}-disk`
  mkdirSync(disk)
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=4g', 'tmpfs', disk])
  try {
    return await work(disk, (options) =>
      execFileSync('mount', ['-o', `remount,${options}`, disk], { stdio: 'ignore' }),
    )
  } finally {
    execFileSync('umount', ['-l', disk])
    rmSync(disk, { recursive: true, force: true })
  }
}

const usedBytes = (folder: string): number =>
  1024 *
  Number(/^\S+\s+\S+\s+(\d+)/m.exec(execFileSync('df', ['-k', folder]).toString().split('\n')[1] ?? '')?.[1])
