import { parseArgs } from 'node:util'
import { SAMPLE_DAYS } from '../../sample/sample.ts'
import { runAsCommand, wholeNumber } from '../../scripts/lib/command.ts'
import { startScript } from '../../test/kit/child.ts'
import { inTemporaryFolder } from '../../test/kit/folder.ts'
import { runSampleDay } from '../../test/kit/sample_day.ts'
import { table } from '../../test/kit/table.ts'
import { type AttackPlan, type AttackReport, attackers } from './abuse/attackers.ts'
import { type Honest, honestCallers } from './abuse/honest.ts'
import { findGrowth, type Quarters, watch } from './abuse/watched.ts'
import { type AttackTargets, attackTargets } from './fuzz/attack_targets.ts'
import { type AttackedService, attackedService } from './fuzz/attacked_service.ts'
import { faultsInLog } from './fuzz/examine.ts'

const HELP = `Usage: npm run e2e -- abuse [--minutes N] [--held N] [--seed N] [--output DIR]

Abuses the service, a process of its own with payments switched on, with everything at once: readers that never read,
floods of headers, cold lists of unknown handles, malformed and large messages, bogus payments, floods of tasks and
reports from rotating addresses, tricks with paths. It finds the rate at which the service answers such a mix, and
keeps half of it up while honest callers go on beside it. Exit code: 0 when memory, file handles and the disk of its
state stayed flat, the honest 99th percentile is at most twice its quiet value, no honest call was refused, and nothing
leaked; 1 otherwise; 2 bad usage.

  --minutes N   how long (default: 60)
  --held N      connections that are held and never read (default: 200)
  --seed N      what the abuse is made from (default: 1)
  --output DIR  an output folder with a release of the layout "files" (default: two days of the sample)
`

const HONEST_CALLERS = 8
/** The honest 99th percentile under abuse may be so many times its quiet value. */
const MAX_SLOWER = 2

/** Seconds of each part, and the number of connections to hold. */
export interface AbusePlan {
  quiet: number
  peak: number
  abuse: number
  held: number
  seed: number
}

/** The result of a round. `quarters` is null where the service has no process of its own. */
export interface AbuseResult {
  quiet: Honest
  honest: Honest
  peak: AttackReport
  abused: AttackReport
  quarters: Quarters | null
  /** Failures other than timings and growth. */
  wrong: string[]
}

/** Abuses a service that runs; `send` does it, here or in a process of its own. */
export async function abuseCampaign(
  service: AttackedService,
  given: { info: AttackTargets; output: string; folder: string },
  plan: AbusePlan,
  send: (plan: AttackPlan) => Promise<AttackReport>,
): Promise<AbuseResult> {
  const { info, output, folder } = given
  const { port, keys, pid } = service
  const callers = (seconds: number) =>
    honestCallers({ port, handles: info.handles, proKey: keys.valid, seconds, callers: HONEST_CALLERS })
  const attacking = (seconds: number, rate: number | null, seed: number) =>
    send({
      ...{ port, output, keys, seconds, rate, seed, held: plan.held },
      isFilling: rate === null && pid !== null,
    })
  const quiet = await callers(plan.quiet)
  const peak = await attacking(plan.peak, null, plan.seed)
  const stop = pid === null ? null : watch(pid, folder, Math.max(100, plan.abuse))
  const half = peak.requests / peak.seconds / 2
  const [abused, honest] = await Promise.all([
    attacking(plan.abuse, half, plan.seed + 1),
    callers(plan.abuse),
  ])
  const secrets = Object.values(keys).map((key) => key.split('.')[1] ?? key)
  const wrong = [
    ...[...peak.faults, ...abused.faults].map(
      ({ what, times, example }) => `${what}, ${times} times, e.g. ${JSON.stringify(example)}`,
    ),
    ...[quiet, honest].flatMap(({ refused }) =>
      [...refused].map(([what, times]) => `an honest call was refused: ${what}, ${times} times`),
    ),
    ...faultsInLog(service.logged(), secrets),
  ]
  return { quiet, honest, peak, abused, quarters: stop?.() ?? null, wrong }
}

/** Lists latencies of honest callers above the limit. */
const slower = ({ quiet, honest }: AbuseResult): string[] =>
  honest.p99 <= quiet.p99 * MAX_SLOWER
    ? []
    : [
        `the honest 99th percentile was ${honest.p99.toFixed(1)} ms, and ${quiet.p99.toFixed(1)} ms when it was quiet`,
      ]

function report(result: AbuseResult): string[] {
  const { quiet, honest, peak, abused, quarters } = result
  const wrong = [...result.wrong, ...slower(result), ...(quarters === null ? [] : findGrowth(quarters))]
  const rate = (report: AttackReport): number => Math.round(report.requests / report.seconds)
  console.log(`\npeak of the mix: ${rate(peak)} a second; sent: ${rate(abused)}, ${abused.requests} in all`)
  console.log(`held connections that the service ended: ${abused.ended}\n`)
  console.log(
    table(
      ['status', 'answers'],
      abused.statuses.map(([status, n]) => [status || 'none', n]),
    ).join('\n'),
  )
  const row = (name: string, { calls, p50, p99 }: Honest) => [name, calls, p50.toFixed(1), p99.toFixed(1)]
  console.log(
    `\n${table(['honest', 'calls', 'p50 ms', 'p99 ms'], [row('quiet', quiet), row('abused', honest)]).join('\n')}`,
  )
  if (quarters !== null) {
    const rows = Object.entries(quarters).map(([name, all]) => [
      name,
      ...all.map((number) => number.toFixed(0)),
    ])
    console.log(`\n${table(['by quarter', '1', '2', '3', '4'], rows).join('\n')}`)
  }
  console.log(wrong.length === 0 ? '\nAll held.' : ['\nWRONG', ...wrong].join('\n'))
  return wrong
}

/** Sends the abuse from a process of its own. */
async function sendFromProcess(plan: AttackPlan): Promise<AttackReport> {
  const { code, stdout, stderr } = await startScript('lab/e2e/abuse/attack_process.ts', [
    JSON.stringify(plan),
  ]).ended
  if (code !== 0) throw new Error(`the attackers ended with code ${code}: ${stderr}`)
  return JSON.parse(stdout) as AttackReport
}

async function run(output: string, folder: string, plan: AbusePlan): Promise<boolean> {
  const info = await attackTargets(output)
  const service = await attackedService({ output, folder }, true)
  try {
    return report(await abuseCampaign(service, { info, output, folder }, plan, sendFromProcess)).length === 0
  } finally {
    await service.close()
  }
}

/** Sends it from here, for a test. */
export const sendFromHere = async (plan: AttackPlan): Promise<AttackReport> =>
  attackers(plan, { ...(await attackTargets(plan.output)), keys: plan.keys })

await runAsCommand(import.meta.url, HELP, async (args) => {
  const { values } = parseArgs({
    args,
    options: {
      minutes: { type: 'string', default: '60' },
      held: { type: 'string', default: '200' },
      seed: { type: 'string', default: '1' },
      output: { type: 'string' },
    },
  })
  const seconds = 60 * wholeNumber('minutes', values.minutes)
  const plan: AbusePlan = {
    ...{ quiet: Math.min(60, seconds / 2), peak: Math.min(30, seconds / 4), abuse: seconds },
    held: wholeNumber('held', values.held),
    seed: wholeNumber('seed', values.seed),
  }
  return inTemporaryFolder((folder) =>
    inTemporaryFolder(async (made) => {
      if (values.output !== undefined) return run(values.output, folder, plan)
      console.error('Building two days of the sample …')
      for (const day of SAMPLE_DAYS.slice(0, 2)) await runSampleDay(made, day)
      return run(made, folder, plan)
    }),
  )
})
