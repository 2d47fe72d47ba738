import { cpSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { RunSummary } from '../../pipeline/run/types.ts'
import type { Source } from '../../pipeline/source/source.ts'
import { loadSources } from '../../pipeline/source/source_loader.ts'
import { createSampleUpstreams, SAMPLE_DAYS } from '../../sample/sample.ts'
import { runAsCommand, wholeNumber } from '../../scripts/lib/command.ts'
import { type Started, startScript } from '../../test/kit/child.ts'
import { inTemporaryFolder } from '../../test/kit/folder.ts'
import { randomFrom } from '../../test/kit/random.ts'
import { countRecorded, logRequests, readRequests } from '../../test/kit/request_log.ts'
import { runSampleDay } from '../../test/kit/sample_day.ts'
import { table } from '../../test/kit/table.ts'
import { replayDate, withUpstream } from '../../test/kit/upstream.ts'
import {
  buildReference,
  examine,
  type KilledRound,
  type KillWorld,
  pickMoment,
  runAndKill,
} from './kill/kill_round.ts'

/** Average maximum number of tries of a round before a run that had ended counts too. */
const MAX_TRIES = 4

const HELP = `Usage: npm run e2e -- kill [--rounds N] [--deadlines N] [--seed N] [--replay]

Kills a run of the third day at random moments (kill -9, its whole process group), looks at what is served, runs
the day again, and compares all that lasts with an undisturbed run: nothing whose answer was recorded is asked
again (counted in the sample universe). Exit code: 0 all held, 1 something did not.

  --rounds N     how many runs are killed (default: 25)
  --deadlines N  how many more runs come to their deadline instead, at random moments (default: 0)
  --seed N       the seed of the moments (default: 1)
  --replay       on the replay server instead of the sample universe
`

/** A day that a script of tests runs in a process of its own; its requests are in a file beside the folder. */
interface ScriptedDay {
  script: string
  day: string
  before: KillWorld['before']
  /** The same run in this process. */
  run(output: string, asked: string): Promise<RunSummary>
}

/** Days that a run of a script can be killed in: they need no server. */
export const scriptedDayToKill = ({ script, day, before, run }: ScriptedDay): KillWorld => ({
  before,
  start: (output, fetchMs) => {
    const asked = ['--asked', requestFile(output)]
    const deadline = fetchMs === undefined ? [] : ['--fetch-ms', String(Math.round(fetchMs))]
    return startScript(script, ['--output', output, '--date', day, ...asked, ...deadline], { isAlone: true })
  },
  run: (output) => run(output, requestFile(output)),
  requests: {
    takeSent(output) {
      const sent = readRequests(requestFile(output))
      rmSync(requestFile(output), { force: true })
      return sent
    },
    countRecorded: (output) => countRecorded(output, day, listSources(output)),
  },
})

const requestFile = (output: string): string => `${output}.asked`

const SOURCES = await loadSources()

/** The sources that an archive has anything of. */
const listSources = (output: string): Source[] => {
  const files = readdirSync(join(output, 'archive'), { recursive: true, encoding: 'utf8' })
  const names = new Set(files.flatMap((path) => /^[\d-]+\/([a-z0-9_]+)\./.exec(path)?.[1] ?? []))
  return SOURCES.filter(({ name }) => names.has(name))
}

const [FIRST = '', SECOND = '', THIRD = ''] = SAMPLE_DAYS

const sampleWorld = scriptedDayToKill({
  script: 'test/kit/sample_day.ts',
  day: THIRD,
  async before(output) {
    for (const day of [FIRST, SECOND]) await runSampleDay(output, day)
  },
  run: (output, asked) =>
    runSampleDay(output, THIRD, { universe: logRequests(createSampleUpstreams(THIRD), asked) }),
})

/** Kills `rounds` runs of the day; calls `say` as each ends. */
export async function killCampaign(
  world: KillWorld,
  folder: string,
  { rounds, seed, deadlines = 0 }: { rounds: number; seed: number; deadlines?: number },
  say: (line: string) => void,
): Promise<KilledRound[]> {
  const base = join(folder, 'base')
  let { length, ...reference } = await buildReference(world, folder, base)
  say(
    `an undisturbed run takes ${length.totalMs.toFixed(0)} ms, the last ${(length.totalMs - length.publishMs).toFixed(0)} to publish`,
  )
  const random = randomFrom(seed)
  const killed: KilledRound[] = []
  let tries = 0
  while (killed.length < rounds) {
    const output = join(folder, `try-${tries++}`)
    cpSync(base, output, { recursive: true, verbatimSymlinks: true })
    const moment = pickMoment(killed.length, rounds, random(), length)
    const hit = await runAndKill(world.start(output), output, moment)
    // A run can be faster than the one that was measured: it tells how fast, and its round is tried again.
    if (hit.isOver && tries < rounds * MAX_TRIES) length = hit
    else {
      const round = await examine(world, output, hit, reference)
      say(`${String(killed.length + 1).padStart(3)}  ${roundLine(round)}`)
      killed.push(round)
    }
    rmSync(output, { recursive: true })
  }
  for (let nth = 0; nth < deadlines; nth++) {
    const output = join(folder, `deadline-${nth}`)
    cpSync(base, output, { recursive: true, verbatimSymlinks: true })
    const fetchMs = ((nth + random()) / deadlines) * length.fetchMs
    const hit = await runAndKill(world.start(output, fetchMs), output, null)
    const deadline = { ...hit, totalMs: fetchMs, isDeadline: true as const }
    const round = await examine(world, output, deadline, reference)
    say(`${String(killed.length + 1).padStart(3)}  ${roundLine(round)}`)
    killed.push(round)
    rmSync(output, { recursive: true })
  }
  return killed
}

const roundLine = ({ atMs, where, served, problems, litter, asked }: KilledRound): string =>
  [
    `killed at ${atMs.toFixed(0)} ms (${where}), served ${served},`,
    problems.length === 0 ? 'rerun equal' : `WRONG: ${problems.join('; ')}`,
    ...(asked === null ? [] : [`, ${asked} requests`]),
    ...(litter.length === 0 ? [] : [`, left lying: ${litter.join(', ')}`]),
  ].join(' ')

async function finish({ ended }: Started): Promise<RunSummary> {
  const { code, stdout, stderr } = await ended
  if (code !== 0) throw new Error(`a run that nobody disturbed ended with code ${code}: ${stderr}`)
  return JSON.parse(stdout) as RunSummary
}

/** Formats the number of runs killed in each step, and their outcomes. */
export function killLines(killed: KilledRound[]): string[] {
  const steps = Map.groupBy(killed, ({ where }) => where.replace(/ \+ .*| \(\d+\)|: .*/g, ''))
  const rows = [...steps].map(([step, all]) => [
    step,
    all.length,
    all.filter((round) => round.served === 'the day before').length,
    all.filter((round) => round.served === 'the day').length,
    all.filter((round) => round.problems.length > 0).length,
    all.filter((round) => round.litter.length > 0).length,
  ])
  return table(['hit in', 'runs', 'served the day before', 'served the day', 'wrong', 'litter'], rows)
}

const run = async (
  world: KillWorld,
  moments: { rounds: number; seed: number; deadlines: number },
): Promise<boolean> => {
  const killed = await inTemporaryFolder((folder) => killCampaign(world, folder, moments, console.log))
  console.log(killLines(killed).join('\n'))
  return killed.every((round) => round.problems.length === 0)
}

await runAsCommand(import.meta.url, HELP, async (args) => {
  const { values } = parseArgs({
    args,
    options: {
      rounds: { type: 'string', default: '25' },
      deadlines: { type: 'string', default: '0' },
      seed: { type: 'string', default: '1' },
      replay: { type: 'boolean', default: false },
    },
  })
  const [rounds, seed] = [wholeNumber('rounds', values.rounds), wholeNumber('seed', values.seed)]
  const moments = { rounds, seed, deadlines: Number(values.deadlines) }
  if (!values.replay) return run(sampleWorld, moments)
  return withUpstream((upstream) => {
    const start = (output: string, day: number) =>
      startScript('cli/cli.ts', ['daily', '--date', replayDate(day), '--output', output, '--json'], {
        settings: { UPSTREAM_BASE: upstream.base(day) },
        isAlone: true,
      })
    const before: KillWorld['before'] = async (output) => {
      for (const day of [0, 1]) await finish(start(output, day))
    }
    const third = (output: string) => start(output, 2)
    return run({ before, start: third, run: (output) => finish(third(output)) }, { ...moments, deadlines: 0 })
  })
})
