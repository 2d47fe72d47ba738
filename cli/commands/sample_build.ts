import { type ChildProcess, fork } from 'node:child_process'
import { setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import { RunFailed } from '../../core/domain/errors.ts'
import type { Release } from '../../core/release/release.ts'

/** Message that starts the build process. */
export interface SampleRequest {
  days: string[]
  output: string
  baseUrl: string
}

/** Message of the build process: a finished day, or why it ended. */
export type SampleMessage = { built: string } | { failed: string[] }

/** Sample days that are being built. */
export interface SampleBuild {
  /** Settles when the first of them is done; rejects with RunFailed when that fails. */
  first: Promise<void>
  /** Settles when all of them are; rejects with RunFailed when one fails. */
  all: Promise<void>
  /** Number of finished days. */
  built(): number
  /** Ends it at once. A run may be interrupted anywhere: the next one resumes from the finished days. */
  stop(): void
}

const LOW_PRIORITY = 15
const BUILDER = fileURLToPath(new URL('./build_sample.ts', import.meta.url))

/**
 * The sample's days that have to be run: all without a release, the rest after a start that was cut short (`done` has a
 * history already), the last one where the links of the release name another address, and none where the release is not
 * a sample.
 */
export function missingDays(
  release: Pick<Release, 'about'> | null,
  done: readonly string[],
  days: string[],
  baseUrl: string,
): string[] {
  if (release === null) return days
  const { world, date, base_url } = release.about
  if (world !== 'sample') return []
  const last = done.at(-1) ?? date
  const later = days.filter((day) => day > last)
  return later.length > 0 || base_url === baseUrl ? later : days.slice(-1)
}

/** Builds sample days in a process of their own: a run keeps its process busy, and a server must keep answering. */
export function startBuilding(order: SampleRequest, onReady: () => void): SampleBuild {
  const child = fork(BUILDER)
  lowerPriority(child.pid)
  const first = createSettlement()
  const all = createSettlement()
  let built = 0
  const fail = (error: RunFailed): void => {
    first.reject(error)
    all.reject(error)
  }
  child.on('message', (news: SampleMessage) => {
    if ('failed' in news) return fail(new RunFailed(news.failed.join('\n')))
    built += 1
    first.resolve()
    if (built === order.days.length) all.resolve()
    onReady()
  })
  child.once('error', (cause) =>
    fail(new RunFailed('the sample cannot be built: no process starts', { cause })),
  )
  child.once('exit', (code, signal) => fail(endedEarly(signal ?? `exit code ${code}`)))
  child.send(order)
  return { first: first.promise, all: all.promise, built: () => built, stop: () => kill(child) }
}

/** A promise that may reject before anything awaits it. */
function createSettlement() {
  const all = Promise.withResolvers<void>()
  all.promise.catch(() => {})
  return all
}

/** Whoever is served goes first. Set at once, so that the threads it starts inherit it. */
function lowerPriority(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, LOW_PRIORITY)
  } catch {
    // It has ended already, which is reported elsewhere.
  }
}

function kill(child: ChildProcess): void {
  // That it ends is no news then.
  child.removeAllListeners('exit')
  child.kill('SIGKILL')
}

const endedEarly = (how: string): RunFailed =>
  new RunFailed(
    `the process that builds the sample has ended (${how}); the next "npm start" goes on from there`,
  )
