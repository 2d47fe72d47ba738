import { cpSync, watch } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { currentRelease, verifyRelease } from '../../../core/release/release.ts'
import { type RunSummary, STEPS } from '../../../pipeline/run/types.ts'
import { killGroup, type Started } from '../../../test/kit/child.ts'
import { differingPaths, findPartialFiles, lastingHashes, servedManifest } from '../../../test/kit/folder.ts'
import { listAskedTwice } from '../../../test/kit/request_log.ts'

/** A world with a day that is run: as a child process that says how far it is, or undisturbed. */
export interface KillWorld {
  /** Makes an output folder that holds the days before. */
  before(output: string): Promise<void>
  /** `fetchMs`: nothing more is fetched after so many milliseconds. */
  start(output: string, fetchMs?: number): Started
  run(output: string): Promise<RunSummary>
  /** The requests of runs, where their upstreams count them. */
  requests?: RequestCounts
}

/** Counts of requests by what they ask for. */
interface RequestCounts {
  /** Returns those that runs of a folder have sent since the last call. */
  takeSent(output: string): Map<string, number>
  /** Returns those that the folder's archive has an answer to. */
  countRecorded(output: string): Map<string, number>
}

/** Duration of a run, and when it starts publishing. */
export interface RunDuration {
  totalMs: number
  publishMs: number
  /** Duration of the fetching. */
  fetchMs: number
}

/** The results of an undisturbed run. */
export interface Reference {
  before: string
  manifest: string
  lasting: Map<string, string>
  /** The requests of an undisturbed run. */
  sent: Map<string, number>
}

/** One killed run. */
export interface KilledRound {
  atMs: number
  where: string
  served: string
  problems: string[]
  /** Number of requests of the rerun; null where they are not counted. */
  asked: number | null
  /** Half-written files that the rerun did not take away. */
  litter: string[]
}

/** Makes the days before in `base`, and runs the day undisturbed in a copy. */
export async function buildReference(
  world: KillWorld,
  folder: string,
  base: string,
): Promise<Reference & { length: RunDuration }> {
  await world.before(base)
  const whole = join(folder, 'whole')
  cpSync(base, whole, { recursive: true, verbatimSymlinks: true })
  const length = await runAndKill(world.start(whole), whole, null)
  return {
    before: servedManifest(base) ?? '',
    manifest: servedManifest(whole) ?? '',
    lasting: lastingHashes(whole),
    sent: world.requests?.takeSent(whole) ?? new Map(),
    length,
  }
}

/** The moment of a kill: a time after the start, after publishing starts, or after the pointer moved. */
export interface Moment {
  after: 'start' | 'publish' | 'pointer'
  ms: number
}

/** Approximate duration of the work after the pointer moved. */
const AFTER_POINTER_MS = 40

/**
 * Of five rounds two are spread over the whole run and two over its publishing, each in its own part of it; one hits
 * the work after the pointer has moved, too short to be hit by chance.
 */
export function pickMoment(
  round: number,
  rounds: number,
  chance: number,
  { totalMs, publishMs }: RunDuration,
): Moment {
  const part = (Math.floor(round / 5) + chance) / Math.ceil(rounds / 5)
  const kind = round % 5
  if (kind === 2) return { after: 'pointer', ms: chance * AFTER_POINTER_MS }
  const half = (part + (kind < 2 ? 0 : 1)) / 2
  return kind === 0 || kind === 3
    ? { after: 'start', ms: half * totalMs }
    : { after: 'publish', ms: half * (totalMs - publishMs) }
}

/** The progress of a run when it was killed: its last progress line, or that it was over. */
export interface KillProgress extends RunDuration {
  isOver: boolean
  where: string
}

/** Kills a run at a moment, or lets it end, and says how far it was. */
export async function runAndKill(run: Started, output: string, moment: Moment | null): Promise<KillProgress> {
  const started = performance.now()
  const progress = followProgress(run, output)
  const stop = new AbortController()
  if (moment !== null) {
    const come = progress.come[moment.after]
      .then(() => wait(moment.ms, undefined, { signal: stop.signal }))
      .catch(() => undefined)
    await Promise.race([come, run.ended])
    killGroup(run)
  }
  const { code, stderr } = await run.ended
  stop.abort()
  progress.close()
  const now = performance.now()
  if (moment !== null && code !== null && code !== 0)
    throw new Error(`a run failed before it was killed: ${stderr}`)
  const { line, at, publishAt, fetchMs } = progress.last()
  return {
    isOver: code === 0,
    where: `${line} + ${(now - at).toFixed(0)} ms`,
    totalMs: now - started,
    publishMs: publishAt - started,
    fetchMs,
  }
}

/** Follows a run by the lines of its progress and by the pointer of its folder. */
function followProgress(run: Started, output: string) {
  let [line, at, publishAt, fetchAt, modelAt] = ['start', performance.now(), 0, 0, 0]
  const publish = Promise.withResolvers<void>()
  const pointer = Promise.withResolvers<void>()
  const setLine = (text: string): void => {
    line = text
    at = performance.now()
  }
  run.process.stderr?.on('data', (text: string) => {
    setLine(text.trim().split('\n').at(-1) ?? line)
    if (isStep(text, STEPS.fetch)) fetchAt = at
    if (isStep(text, STEPS.model)) modelAt = at
    if (!isStep(text, STEPS.publish)) return
    publishAt = at
    publish.resolve()
  })
  const watcher = watch(output, (_, name) => {
    if (name !== 'current') return
    setLine('pointer moved')
    pointer.resolve()
  })
  return {
    come: { start: Promise.resolve(), publish: publish.promise, pointer: pointer.promise },
    last: () => ({ line, at, publishAt, fetchMs: modelAt - fetchAt }),
    close: () => watcher.close(),
  }
}

/** True if a line of progress begins the step. */
const isStep = (text: string, title: string): boolean =>
  text.split('\n').some((line) => line === title || line.startsWith(`${title} (`))

/** Looks at what is served after a kill, runs the day again, and looks at all that lasts. */
export async function examine(
  world: KillWorld,
  output: string,
  hit: KillProgress & { isDeadline?: true },
  reference: Reference,
): Promise<KilledRound> {
  world.requests?.takeSent(output)
  const recorded = world.requests?.countRecorded(output) ?? new Map<string, number>()
  const found = findProblems(output)
  const served = servedManifest(output)
  // A run that has come to its deadline publishes what it has.
  const isKnown = hit.isDeadline || served === reference.before || served === reference.manifest
  const problems = [
    ...found,
    ...(isKnown ? [] : [`another release is served: manifest ${served}`]),
    ...(await rerun(world, output, reference).catch((error: unknown) => [`the rerun failed: ${error}`])),
  ]
  const sent = world.requests?.takeSent(output) ?? new Map<string, number>()
  const again = listAskedTwice(sent, recorded, reference.sent)
  return {
    atMs: hit.totalMs,
    where: hit.isDeadline ? 'a deadline' : hit.isOver ? 'it had ended' : hit.where,
    served: served === reference.before ? 'the day before' : 'the day',
    problems: [...problems, ...again.slice(0, 3).map((request) => `asked twice: ${request}`)],
    asked: world.requests ? [...sent.values()].reduce((sum, count) => sum + count, 0) : null,
    litter: findPartialFiles(output),
  }
}

/** Runs the day again; returns the differences from an undisturbed run. */
async function rerun(world: KillWorld, output: string, reference: Reference): Promise<string[]> {
  const { manifest_sha256 } = await world.run(output)
  const served = servedManifest(output)
  const differing = differingPaths(reference.lasting, lastingHashes(output))
  return [
    ...(manifest_sha256 === reference.manifest ? [] : [`the rerun gave manifest ${manifest_sha256}`]),
    ...(served === reference.manifest ? [] : [`after the rerun manifest ${served} is served`]),
    ...findProblems(output),
    ...(differing.length === 0 ? [] : [`after the rerun these differ: ${differing.slice(0, 5).join(', ')}`]),
  ]
}

/** Returns the problems of the served release, file by file; empty if it is intact. */
function findProblems(output: string): string[] {
  try {
    const release = currentRelease(output)
    return release === null ? ['nothing is served'] : verifyRelease(release).slice(0, 3)
  } catch (error) {
    return [`what is served cannot be read: ${error}`]
  }
}
