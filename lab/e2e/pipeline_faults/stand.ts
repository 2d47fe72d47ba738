import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { OperationalError } from '../../../core/domain/errors.ts'
import { currentRelease, verifyRelease } from '../../../core/release/release.ts'
import type { RunOptions, RunSummary } from '../../../pipeline/run/types.ts'
import { differingPaths, servedManifest } from '../../../test/kit/folder.ts'
import { runSampleDay } from '../../../test/kit/sample_day.ts'

/**
 * The start of every trial: an output folder of some days, the day to run next, and its result when undisturbed.
 */
export interface TrialSetup {
  folder: string
  base: string
  /** The last day of `base`, and the day that is run. */
  before: string
  day: string
  /** Manifests of the two. */
  served: string
  reference: string
  /** Base URL of links, in the base and so in every run. */
  baseUrl: string
}

/** The result of one trial. */
export interface Verdict {
  trial: string
  ended: 'clear error' | 'right release' | 'WRONG'
  detail: string
}

/** One trial: throws Wrong, or any other error, when something did not hold. */
export interface Trial {
  name: string
  run(output: string, stand: TrialSetup): Promise<Pick<Verdict, 'ended' | 'detail'>>
}

/** Something that must hold did not. */
export class Wrong extends Error {}

/** Runs the day once undisturbed, in a copy. */
export async function createSetup(
  folder: string,
  base: string,
  before: string,
  day: string,
): Promise<TrialSetup> {
  const whole = join(folder, 'whole')
  cpSync(base, whole, { recursive: true, verbatimSymlinks: true })
  const baseUrl = currentRelease(base)?.about.base_url ?? ''
  const { manifest_sha256 } = await runSampleDay(whole, day, { baseUrl })
  const served = servedManifest(base) ?? ''
  return { folder, base, before, day, served, reference: manifest_sha256 ?? '', baseUrl }
}

let copies = 0

/** Runs a trial in a copy of the base. */
export async function runTrial(trial: Trial, stand: TrialSetup): Promise<Verdict> {
  const output = join(stand.folder, `trial-${copies++}`)
  try {
    cpSync(stand.base, output, { recursive: true, verbatimSymlinks: true })
    return { trial: trial.name, ...(await trial.run(output, stand)) }
  } catch (error) {
    return { trial: trial.name, ended: 'WRONG', detail: String(error).slice(0, 400) }
  }
}

/** A run, or the error it ended with; an error that nobody foresaw is wrong. */
export async function attempt(
  output: string,
  { baseUrl, day }: Pick<TrialSetup, 'baseUrl' | 'day'>,
  changes: Partial<RunOptions> = {},
): Promise<RunSummary | OperationalError> {
  try {
    return await runSampleDay(output, day, { baseUrl, ...changes })
  } catch (error) {
    if (error instanceof OperationalError) return error
    throw new Wrong(`an error that is not clear: ${error}`)
  }
}

/** The served release is whole, and that of one of these manifests. */
export function requireServed(output: string, ...manifests: string[]): void {
  const release = currentRelease(output)
  const problems = release === null ? ['nothing is served'] : verifyRelease(release).slice(0, 3)
  if (problems.length > 0) throw new Wrong(problems.join('; '))
  const served = servedManifest(output) ?? ''
  if (!manifests.includes(served)) throw new Wrong(`another release is served: manifest ${served}`)
}

/** Requires the release of an undisturbed run, except for the page of the run: it may have sent more requests. */
export function requireSameContent(output: string, stand: TrialSetup): void {
  const [here, there] = [output, join(stand.folder, 'whole')].map((folder) => hashRelease(folder))
  const differing = differingPaths(here ?? new Map(), there ?? new Map())
  const others = differing.filter((key) => !key.startsWith('public/runs/'))
  if (others.length > 0) throw new Wrong(`published otherwise: ${others.slice(0, 5).join(', ')}`)
}

const hashRelease = (output: string): Map<string, string> =>
  new Map([...(currentRelease(output)?.entries() ?? [])].map(({ key, sha256 }) => [key, sha256]))

/** The day run again comes out as undisturbed. */
export async function requireRecovered(output: string, stand: TrialSetup, changes: Partial<RunOptions> = {}) {
  const { manifest_sha256 } = await runSampleDay(output, stand.day, { baseUrl: stand.baseUrl, ...changes })
  if (manifest_sha256 !== stand.reference) throw new Wrong(`run again it gave manifest ${manifest_sha256}`)
  requireServed(output, stand.reference)
}

/** The first line of an error, short. */
export const firstLine = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split('\n', 1)[0]?.slice(0, 110) ?? ''
