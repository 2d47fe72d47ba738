import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { TYPESCRIPT_FLAGS } from '../../pipeline/render/typescript_flags.ts'
import type { RunSummary } from '../../pipeline/run/types.ts'

/** The folder of the project. */
export const PROJECT = fileURLToPath(new URL('../..', import.meta.url))

/** The result of a child process. */
export interface ProcessResult {
  code: number | null
  signal: NodeJS.Signals | null
  stdout: string
  stderr: string
  seconds: number
  /** Peak memory in MB, sampled once a second; 0 if the system does not report it. */
  peakMb: number
}

/** A running child process, and its end. */
export interface Started {
  process: ChildProcess
  ended: Promise<ProcessResult>
}

/** Variables that would make a run depend on the shell that a campaign is started from. */
const UNSET = ['UPSTREAM_BASE', 'PUBLIC_BASE_URL', 'HOST', 'PORT', 'ASSAY_CLOCK', 'GITHUB_TOKEN', 'DEBUG']

/** Starts a TypeScript file of the project with only the given settings, in a process group of its own to be killed. */
export function startScript(
  file: string,
  args: string[],
  { settings = {}, isAlone = false }: { settings?: Record<string, string>; isAlone?: boolean } = {},
): Started {
  const started = performance.now()
  const env = { ...process.env, ...Object.fromEntries(UNSET.map((name) => [name, undefined])), ...settings }
  const child = spawn(process.execPath, [...TYPESCRIPT_FLAGS, file, ...args], {
    cwd: PROJECT,
    env,
    detached: isAlone,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const texts = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const)
    child[name].setEncoding('utf8').on('data', (text: string) => {
      texts[name] += text
    })
  let peakMb = 0
  const watch = setInterval(() => {
    peakMb = Math.max(peakMb, residentMb(child.pid))
  }, 1000)
  const ended = new Promise<ProcessResult>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => {
      clearInterval(watch)
      resolve({ code, signal, ...texts, seconds: (performance.now() - started) / 1000, peakMb })
    })
  })
  return { process: child, ended }
}

/** Peak memory of a process so far (VmHWM of Linux), in MB; 0 if it cannot be read. */
function residentMb(pid: number | undefined): number {
  try {
    const [, kb] = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return Math.round(Number(kb ?? 0) / 1024)
  } catch {
    return 0
  }
}

/** The result of one run of the command line; the summary is null if it failed. */
export interface DailyResult extends ProcessResult {
  summary: RunSummary | null
}

/** Runs one day as a user would: `daily --date … --output … --json --quiet`, with these options added. */
export async function runDaily(
  date: string,
  output: string,
  upstream: string | null,
  options: string[] = [],
): Promise<DailyResult> {
  const args = ['daily', '--date', date, '--output', output, '--json', '--quiet', ...options]
  const settings: Record<string, string> = upstream === null ? {} : { UPSTREAM_BASE: upstream }
  const ended = await startScript('cli/cli.ts', args, { settings }).ended
  return { ...ended, summary: ended.code === 0 ? (JSON.parse(ended.stdout) as RunSummary) : null }
}

/** Kills the process group of a child, without a chance to clean up. */
export function killGroup({ process: child }: Pick<Started, 'process'>): void {
  if (child.pid === undefined) return
  try {
    process.kill(-child.pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
