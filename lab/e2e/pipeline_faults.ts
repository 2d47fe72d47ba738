import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { SAMPLE_DAYS } from '../../sample/sample.ts'
import { BadCommandLine, runAsCommand, wholeNumber } from '../../scripts/lib/command.ts'
import { inTemporaryFolder } from '../../test/kit/folder.ts'
import { randomFrom } from '../../test/kit/random.ts'
import { runSampleDay } from '../../test/kit/sample_day.ts'
import { table } from '../../test/kit/table.ts'
import { clockTrials } from './pipeline_faults/clock.ts'
import { damageTrials } from './pipeline_faults/damage.ts'
import {
  diskTrials,
  fileLimitTrial,
  mayMount,
  readOnlyTrial,
  twoRunsTrial,
} from './pipeline_faults/machine.ts'
import { createSetup, runTrial, type Trial, type TrialSetup, type Verdict } from './pipeline_faults/stand.ts'
import { upstreamTrials } from './pipeline_faults/upstreams.ts'

const HELP = `Usage: npm run e2e -- pipeline-faults [--files N] [--seed N] [--only a,b]

The pipeline under a full or read-only disk, clocks that are off, two runs at once, flipped, lost and cut files of its
history and archive, and upstreams that repeat, double, halve or misspell what they list. Each must end with a clear
error or a right release, and the day run again must come out as undisturbed. Exit code: 0 all held, 1 something did not.

  --files N  how many files are damaged in each way (default: 3)
  --seed N   the seed that chooses them (default: 1)
  --only a,b these kinds alone: disk, clock, files, upstream
`

const FREE_MB = [0, 4, 8, 16]
const LISTING_HOST = 'registry.modelcontextprotocol.io'

/** Runs every trial in turn; calls `say` as each ends. */
export async function faultsCampaign(
  stand: TrialSetup,
  trials: Trial[],
  say: (line: string) => void,
): Promise<Verdict[]> {
  const verdicts: Verdict[] = []
  for (const trial of trials) {
    const verdict = await runTrial(trial, stand)
    say(`${verdict.ended}: ${verdict.trial}: ${verdict.detail}`)
    verdicts.push(verdict)
  }
  return verdicts
}

/** The trials of the long form, by kind. */
function trialsByKind(folder: string, files: number, seed: number): Record<string, Trial[]> {
  const chance = randomFrom(seed)
  const damages = ['one bit flipped', 'lost', 'cut short']
  const mounted = mayMount(join(folder, 'may-mount')) ? [...diskTrials(FREE_MB), readOnlyTrial] : []
  return {
    disk: [...mounted, fileLimitTrial],
    clock: [...clockTrials, twoRunsTrial],
    files: [
      ...damageTrials(damages, 'history', /\.(parquet|json)$/, files, chance),
      ...damageTrials(['one bit flipped'], 'archive', /\.(ndjson|gz)$/, files, chance),
    ],
    upstream: [
      ...upstreamTrials([null]),
      ...upstreamTrials([LISTING_HOST], ['halves its lists', 'swaps the case of ids']),
    ],
  }
}

function chosen(kinds: Record<string, Trial[]>, only: string | undefined): Trial[] {
  const names = only?.split(',') ?? Object.keys(kinds)
  const unknown = names.find((name) => !(name in kinds))
  if (unknown !== undefined)
    throw new BadCommandLine(`--only ${unknown}: choose from ${Object.keys(kinds).join(', ')}`)
  return names.flatMap((name) => kinds[name] ?? [])
}

const verdictRows = (verdicts: Verdict[]) =>
  [...Map.groupBy(verdicts, ({ trial }) => trial.replace(/ \(\d+\)$/, ''))].map(([trial, all]) => [
    trial,
    all.filter(({ ended }) => ended === 'clear error').length,
    all.filter(({ ended }) => ended === 'right release').length,
    all.filter(({ ended }) => ended === 'WRONG').length,
  ])

await runAsCommand(import.meta.url, HELP, async (args) => {
  const { values } = parseArgs({
    args,
    options: {
      files: { type: 'string', default: '3' },
      seed: { type: 'string', default: '1' },
      only: { type: 'string' },
    },
  })
  const [files, seed] = [wholeNumber('files', values.files), wholeNumber('seed', values.seed)]
  const verdicts = await inTemporaryFolder(async (folder) => {
    const base = join(folder, 'base')
    for (const day of SAMPLE_DAYS.slice(0, 3)) await runSampleDay(base, day)
    rmSync(join(base, 'cache'), { recursive: true })
    const stand = await createSetup(folder, base, SAMPLE_DAYS[2] ?? '', SAMPLE_DAYS[3] ?? '')
    return faultsCampaign(stand, chosen(trialsByKind(folder, files, seed), values.only), console.log)
  })
  console.log(table(['trial', 'clear error', 'right release', 'wrong'], verdictRows(verdicts)).join('\n'))
  return verdicts.every(({ ended }) => ended !== 'WRONG')
})
