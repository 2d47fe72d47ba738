import { hash } from 'node:crypto'
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { SAMPLE_DAYS } from '../../sample/days.ts'
import { BadCommandLine, runAsCommand, wholeNumber } from '../../scripts/lib/command.ts'
import { inTemporaryFolder } from '../../test/kit/folder.ts'
import { cloneInto, freePort, type Person, startIn } from '../../test/kit/fresh_start.ts'
import { groupSeconds } from './start/group.ts'
import { stepsOfDays } from './start/steps.ts'

const HELP = `Usage: npm run bench -- start [--rounds N] [--cold] [--steps N]

What the first "npm start" takes: clones the last commit to a temporary folder, runs "npm start" there, and tells after how
many seconds packages are installed, the address answers with a page, and the whole sample is there; beside each the
processor seconds of all its processes, and those as a ratio to hashing 4 GB on this machine in the same round.
Then where a day's processor time goes, step by step, in one process.

  --rounds N  fresh clones, one after the other (default: 3)
  --cold      an empty cache of npm's in each round: packages are downloaded
  --steps N   sample days to look into (default: 6; 0 for none)
`
const PAUSE_MS = 50
const MAX_MS = 15 * 60_000
const HASHED = { bytes: 2 ** 28, times: 16 }
const DONE = 'The sample is complete.'

/** A moment of a start: seconds since it began, and processor seconds until then. */
interface Mark {
  name: string
  seconds: number
  processor: number | null
}

async function bench(args: string[]): Promise<boolean> {
  const { values } = parseArgs({
    args,
    options: {
      rounds: { type: 'string', default: '3' },
      cold: { type: 'boolean', default: false },
      steps: { type: 'string', default: '6' },
    },
  })
  const [rounds, steps] = [wholeNumber('rounds', values.rounds), wholeNumber('steps', values.steps)]
  if (steps > SAMPLE_DAYS.length) throw new BadCommandLine(`the sample has ${SAMPLE_DAYS.length} days`)
  let isWhole = true
  for (let round = 1; round <= rounds; round++) {
    console.log(`\nround ${round} of ${rounds}`)
    isWhole = (await inTemporaryFolder((folder) => oneStart(folder, values.cold))) && isWhole
  }
  if (steps > 0) printSteps(await stepsOfDays(steps))
  return isWhole
}

/** One fresh clone, started until its sample is whole. */
async function oneStart(folder: string, isCold: boolean): Promise<boolean> {
  const clone = join(folder, 'clone')
  cloneInto(clone)
  const unit = hashingSeconds()
  const port = await freePort()
  const begun = Date.now()
  const person = startIn(clone, port, isCold ? { npm_config_cache: join(folder, 'npm') } : {})
  try {
    const marks = await readMarks(person, `http://127.0.0.1:${port}/`, begun)
    for (const mark of marks) console.log(shown(mark, unit))
    console.log(daysLine(join(clone, 'output/sample'), begun))
    if (marks.length < 3) console.log(person.text())
    await person.stop()
    return marks.length === 3
  } finally {
    person.kill()
  }
}

/** The moments as they come; fewer where it ends before, or takes too long. */
async function readMarks(person: Person, url: string, begun: number): Promise<Mark[]> {
  const waitingFor: { name: string; isThere(): Promise<boolean> | boolean }[] = [
    { name: 'installed', isThere: () => person.text().includes('Installed in') },
    { name: 'first page', isThere: () => answers(url) },
    { name: 'whole sample', isThere: () => person.text().includes(DONE) },
  ]
  const marks: Mark[] = []
  let hasEnded = false
  person.ended.then(() => {
    hasEnded = true
  })
  while (waitingFor[0] !== undefined && !hasEnded && Date.now() - begun < MAX_MS) {
    if (await waitingFor[0].isThere()) {
      const { name } = waitingFor.shift() as (typeof waitingFor)[number]
      marks.push({ name, seconds: (Date.now() - begun) / 1000, processor: groupSeconds(person.pid) })
    } else await sleep(PAUSE_MS)
  }
  return marks
}

const answers = (url: string): Promise<boolean> =>
  fetch(url, { signal: AbortSignal.timeout(5_000) }).then(
    async (answer) => {
      await answer.arrayBuffer()
      return answer.status === 200
    },
    () => false,
  )

/** Formats when each day was done, from the records of the days. */
function daysLine(output: string, begun: number): string {
  const done = SAMPLE_DAYS.map((day) => join(output, 'history/days', `${day}.json`))
    .filter((path) => existsSync(path))
    .map((path) => (statSync(path).mtimeMs - begun) / 1000)
  const each = done.map((at, nth) => (at - (done[nth - 1] ?? at)).toFixed(1)).slice(1)
  return `days: the first was done after ${done[0]?.toFixed(1) ?? '-'} s; seconds of each after it: ${each.join(' ')}`
}

/** Processor seconds to hash 4 GB: the current speed of this machine. */
function hashingSeconds(): number {
  const bytes = Buffer.alloc(HASHED.bytes)
  const before = process.cpuUsage()
  for (let count = 0; count < HASHED.times; count++) hash('sha256', bytes)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1e6
}

const shown = ({ name, seconds, processor }: Mark, unit: number): string =>
  `${name.padEnd(14)}${seconds.toFixed(1).padStart(7)} s` +
  (processor === null
    ? ''
    : `, processor ${processor.toFixed(1)} s, ${(processor / unit).toFixed(1)} of hashing 4 GB (${unit.toFixed(1)} s)`)

function printSteps(days: Awaited<ReturnType<typeof stepsOfDays>>): void {
  console.log('\nprocessor time of a day in one process, in ms')
  for (const { kind, steps } of days) {
    const all = Object.values(steps).reduce((sum, step) => sum + step, 0)
    const each = Object.entries(steps).map(([step, ms]) => `${step.toLowerCase()} ${ms}`)
    console.log(`${kind}: ${all} (${each.join(', ')})`)
  }
}

await runAsCommand(import.meta.url, HELP, bench)
