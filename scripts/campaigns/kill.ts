import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { currentRelease, verifyRelease } from '../../pipeline/release/release.ts'
import type { RunSummary } from '../../pipeline/run_types.ts'
import { SAMPLE_DAYS } from '../../pipeline/sample/sample.ts'
import { killGroup, type Started, startScript } from './child.ts'
import { runAsCommand, wholeNumber } from './command.ts'
import { differingPaths, inTemporaryFolder, lastingHashes, leftovers } from './folder.ts'
import { randomFrom } from './random.ts'
import { runSampleDay } from './sample_day.ts'
import { table } from './table.ts'
import { replayDate, withUpstream } from './upstream.ts'

const HELP = `Usage: npm run kill -- [--rounds N] [--seed N] [--replay]

Kills a run of the third day at random moments (kill -9, its whole process group), looks at what is served, runs
the day again, and compares all that lasts with an undisturbed run. Exit code: 0 all held, 1 something did not.

  --rounds N  how many runs are killed (default: 25)
  --seed N    the seed of the moments (default: 1)
  --replay    on the replay server instead of the sample universe
`

/** A world whose days are run: as a child process that says how far it is, or undisturbed. */
export interface KillWorld {
  start(output: string, day: number): Started
  run(output: string, day: number): Promise<RunSummary>
}

/** The sample universe: works everywhere and needs no server. */
export const sampleWorldToKill: KillWorld = {
  start: (output, day) =>
    startScript(
      'scripts/campaigns/sample_day.ts',
      ['--output', output, '--date', SAMPLE_DAYS[day] as string],
      { isAlone: true },
    ),
  run: (output, day) => runSampleDay(output, SAMPLE_DAYS[day] as string),
}

/** What an undisturbed run gives, and how long it takes. */
interface Reference {
  before: string
  manifest: string
  lasting: Map<string, string>
  totalMs: number
  publishMs: number
}

/** One killed run. */
export interface KilledRound {
  atMs: number
  hit: string
  served: string
  problems: string[]
  litter: number
}

/** Kills `rounds` runs of the third day; `say` is told of each as it ends. */
export async function killCampaign(
  world: KillWorld,
  folder: string,
  { rounds, seed }: { rounds: number; seed: number },
  say: (line: string) => void,
): Promise<KilledRound[]> {
  const base = join(folder, 'base')
  const reference = await makeReference(world, folder, base)
  say(
    `an undisturbed run takes ${reference.totalMs.toFixed(0)} ms and publishes from ${reference.publishMs.toFixed(0)} ms on`,
  )
  const random = randomFrom(seed)
  const killed: KilledRound[] = []
  for (let round = 0; round < rounds; round++) {
    const output = join(folder, `round-${round}`)
    cpSync(base, output, { recursive: true, verbatimSymlinks: true })
    const moment = momentOf(round, rounds, random(), reference)
    const one = await killOnce(world, output, moment, reference)
    say(`${String(round + 1).padStart(3)}  ${roundLine(one)}`)
    killed.push(one)
  }
  return killed
}

async function makeReference(world: KillWorld, folder: string, base: string): Promise<Reference> {
  for (const day of [0, 1]) await world.run(base, day)
  const whole = join(folder, 'whole')
  cpSync(base, whole, { recursive: true, verbatimSymlinks: true })
  const started = performance.now()
  const run = world.start(whole, 2)
  let publishMs = 0
  run.process.stderr?.on('data', (text: string) => {
    if (/^publish$/m.test(text)) publishMs = performance.now() - started
  })
  const { manifest_sha256 } = await finish(run)
  const before = currentRelease(base)?.manifestSha256 ?? ''
  const totalMs = performance.now() - started
  return { before, manifest: manifest_sha256 ?? '', lasting: lastingHashes(whole), totalMs, publishMs }
}

async function finish({ ended }: Started): Promise<RunSummary> {
  const { code, stdout, stderr } = await ended
  if (code !== 0) throw new Error(`a run that nobody disturbed ended with code ${code}: ${stderr}`)
  return JSON.parse(stdout) as RunSummary
}

/** When a run is killed: so long after its start, or after it has said that it publishes. */
interface Moment {
  after: 'start' | 'publish'
  ms: number
}

/** Every second round is spread over the whole run, the others over its publishing, each in its own part of it. */
function momentOf(round: number, rounds: number, chance: number, { totalMs, publishMs }: Reference): Moment {
  const part = ((round >> 1) + chance) / Math.ceil(rounds / 2)
  return round % 2 === 0
    ? { after: 'start', ms: part * totalMs }
    : { after: 'publish', ms: part * (totalMs - publishMs) }
}

async function killOnce(
  world: KillWorld,
  output: string,
  moment: Moment,
  reference: Reference,
): Promise<KilledRound> {
  const { atMs, hit } = await runAndKill(world.start(output, 2), moment)
  const problems: string[] = []
  const release = currentRelease(output)
  const served = release?.manifestSha256
  if (release === null) problems.push('nothing is served')
  else problems.push(...verifyRelease(release).slice(0, 3))
  if (served !== reference.before && served !== reference.manifest)
    problems.push(`another release is served: ${release?.id}`)
  const rerunProblems = rerun(world, output, reference)
  problems.push(...(await rerunProblems.catch((error: unknown) => [`the rerun failed: ${error}`])))
  const day = served === reference.before ? 'day 2' : 'day 3'
  return { atMs, hit, served: day, problems, litter: leftovers(output).length }
}

async function runAndKill(run: Started, { after, ms }: Moment): Promise<{ atMs: number; hit: string }> {
  const started = performance.now()
  let [hit, hitAt] = ['start', started]
  const published = new Promise<void>((resolve) => {
    run.process.stderr?.on('data', (text: string) => {
      const [last = hit] = text.trim().split('\n').slice(-1)
      hit = last
      hitAt = performance.now()
      if (/^publish$/m.test(text)) resolve()
    })
  })
  const stop = new AbortController()
  const begun = after === 'publish' ? published : Promise.resolve()
  const moment = begun.then(() => wait(ms, undefined, { signal: stop.signal })).catch(() => undefined)
  await Promise.race([moment, run.ended])
  killGroup(run)
  stop.abort()
  const { code } = await run.ended
  const now = performance.now()
  const where = code === 0 ? 'it had ended' : `${hit} + ${(now - hitAt).toFixed(0)} ms`
  return { atMs: now - started, hit: where }
}

/** Runs the day again; says what is not as after an undisturbed run. */
async function rerun(world: KillWorld, output: string, reference: Reference): Promise<string[]> {
  const { manifest_sha256 } = await world.run(output, 2)
  const release = currentRelease(output)
  const differing = differingPaths(reference.lasting, lastingHashes(output))
  return [
    ...(manifest_sha256 === reference.manifest ? [] : [`the rerun gave manifest ${manifest_sha256}`]),
    ...(release?.manifestSha256 === reference.manifest ? [] : [`after the rerun ${release?.id} is served`]),
    ...(release === null ? [] : verifyRelease(release).slice(0, 3)),
    ...(differing.length === 0 ? [] : [`after the rerun these differ: ${differing.slice(0, 5).join(', ')}`]),
  ]
}

const roundLine = ({ atMs, hit, served, problems, litter }: KilledRound): string =>
  [
    `killed at ${atMs.toFixed(0)} ms (${hit}), served ${served},`,
    problems.length === 0 ? 'rerun equal' : `WRONG: ${problems.join('; ')}`,
    ...(litter === 0 ? [] : [`, ${litter} half-written file(s) left lying`]),
  ].join(' ')

/** How many runs were hit in which step, and how they ended. */
export function killLines(killed: KilledRound[]): string[] {
  const steps = Map.groupBy(killed, ({ hit }) => hit.replace(/ \+ .*| \(\d+\)|: .*/g, ''))
  const rows = [...steps].map(([step, all]) => [
    step,
    all.length,
    all.filter((one) => one.served === 'day 2').length,
    all.filter((one) => one.served === 'day 3').length,
    all.filter((one) => one.problems.length > 0).length,
    all.filter((one) => one.litter > 0).length,
  ])
  return table(['hit in', 'runs', 'served day 2', 'served day 3', 'wrong', 'litter'], rows)
}

const run = async (world: KillWorld, rounds: number, seed: number): Promise<boolean> => {
  const killed = await inTemporaryFolder((folder) =>
    killCampaign(world, folder, { rounds, seed }, console.log),
  )
  console.log(killLines(killed).join('\n'))
  return killed.every((one) => one.problems.length === 0)
}

await runAsCommand(import.meta.url, HELP, async (args) => {
  const { values } = parseArgs({
    args,
    options: {
      rounds: { type: 'string', default: '25' },
      seed: { type: 'string', default: '1' },
      replay: { type: 'boolean', default: false },
    },
  })
  const [rounds, seed] = [wholeNumber('rounds', values.rounds), wholeNumber('seed', values.seed)]
  if (!values.replay) return run(sampleWorldToKill, rounds, seed)
  return withUpstream((upstream) => {
    const start: KillWorld['start'] = (output, day) =>
      startScript('pipeline/cli.ts', ['daily', '--date', replayDate(day), '--output', output, '--json'], {
        settings: { UPSTREAM_BASE: upstream.base(day) },
        isAlone: true,
      })
    return run({ start, run: (output, day) => finish(start(output, day)) }, rounds, seed)
  })
})
