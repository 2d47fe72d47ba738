import { parseArgs } from 'node:util'
import { SAMPLE_DAYS } from '../../sample/sample.ts'
import { runAsCommand, wholeNumber } from '../../scripts/lib/command.ts'
import { inTemporaryFolder } from '../../test/kit/folder.ts'
import { runSampleDay } from '../../test/kit/sample_day.ts'
import { table } from '../../test/kit/table.ts'
import { anyRequest } from './fuzz/any_request.ts'
import { type AttackResult, attack } from './fuzz/attack.ts'
import { type AttackTargets, attackTargets } from './fuzz/attack_targets.ts'
import { type AttackedService, attackedService } from './fuzz/attacked_service.ts'
import { Chance } from './fuzz/chance.ts'
import { faultsInLog } from './fuzz/examine.ts'
import { fillingCaches } from './fuzz/filling.ts'
import { trick } from './fuzz/path_tricks.ts'
import { encodeRequest } from './fuzz/request_text.ts'
import {
  checkHandles,
  checkMemory,
  checkPayments,
  type ResourceReport,
  settledHandles,
  steadyLines,
} from './fuzz/steady.ts'
import { buyAll, checkPaidMetrics } from './fuzz/unpaid.ts'
import { openHandles, watchMemory } from './fuzz/watch.ts'

const HELP = `Usage: npm run e2e -- fuzz [--requests N] [--tricks N] [--seed N] [--output DIR]

Attacks the service, as a process of its own with payments switched on: tricks to get a paid answer without paying
for it, then, once its caches are full, requests of every kind to every address. Exit code: 0 when no paid answer, fault, stack or path came
out, no secret is in the log, and memory stayed flat; 1 otherwise; 2 bad usage.

  --requests N  how many requests of every kind (default: 20000)
  --tricks N    how many tricks (default: 10000)
  --seed N      the seed of both (default: 1)
  --output DIR  an output folder with a release of the layout "files" (default: two days of the sample)
`

const CONNECTIONS = 8

/** Settings of a round. */
export interface Plan {
  requests: number
  tricks: number
  seed: number
}

/** The result of a round. */
export interface FuzzResult extends ResourceReport {
  tricks: AttackResult
  requests: AttackResult
}

/** Attacks a service that runs. */
export async function fuzz(
  service: AttackedService,
  info: AttackTargets,
  output: string,
  { requests, tricks, seed }: Plan,
): Promise<FuzzResult> {
  const shared = { port: service.port, secrets: { ...info, output }, connections: CONNECTIONS }
  const before = countHandles(service)
  const unsold = await buyAll(service, info)
  const tricked = await attack({
    ...{ ...shared, requests: tricks },
    request: (at) => encodeRequest(trick(new Chance(seed, at), info.targets, service.keys)),
  })
  const filling =
    service.pid === null ? null : await attack({ ...shared, ...fillingCaches(info.handles, seed) })
  const watch = service.pid === null ? null : watchMemory(service.pid)
  const world = { ...info, keys: service.keys }
  const fuzzed = await attack({
    ...{ ...shared, requests },
    request: (at) => anyRequest(new Chance(seed, tricks + at), world),
    done: (count) => {
      if (count < requests && count % Math.ceil(requests / 4) === 0) watch?.nextPart()
    },
  })
  watch?.stop()
  const bought = [...unsold, ...(await buyAll(service, info))]
  const handles = [before, service.pid === null ? null : await settledHandles(service.pid, before)]
  const memory = watch?.parts() ?? []
  const wrong = [
    ...bought,
    ...[...tricked.faults, ...(filling?.faults ?? []), ...fuzzed.faults].map(
      ({ what, times, example }) => `${what}, ${times} times, e.g. ${JSON.stringify(example)}`,
    ),
    ...(await checkPaidMetrics(service.port, 2 * info.paid.length)),
    ...checkPayments(service),
    ...faultsInLog(service.logged(), Object.values(service.keys).map(keySecret)),
    ...checkMemory(memory),
    ...checkHandles(handles),
  ]
  const verified = service.facilitator.asked.verify
  return { tricks: tricked, requests: fuzzed, verified, memory, handles, wrong }
}

const countHandles = ({ pid }: AttackedService): number | null => (pid === null ? null : openHandles(pid))

const keySecret = (key: string): string => key.split('.')[1] ?? key

function report(result: FuzzResult): void {
  const { tricks, requests } = result
  for (const [name, { statuses, slowest, seconds }] of Object.entries({ tricks, requests })) {
    const rows = [...statuses].sort(([a], [b]) => a - b)
    console.log(`\n${name}: ${seconds.toFixed(0)} s`)
    console.log(
      table(
        ['status', 'answers'],
        rows.map(([status, count]) => [status === 0 ? 'none' : String(status), count]),
      ).join('\n'),
    )
    console.log(
      table(
        ['slowest', 'ms'],
        slowest.map(({ label, ms }) => [label, Math.round(ms)]),
      ).join('\n'),
    )
  }
  console.log(steadyLines(result).join('\n'))
}

async function run(output: string, folder: string, plan: Plan): Promise<boolean> {
  const info = await attackTargets(output)
  const service = await attackedService({ output, folder }, true)
  try {
    const result = await fuzz(service, info, output, plan)
    report(result)
    return result.wrong.length === 0
  } finally {
    await service.close()
  }
}

await runAsCommand(import.meta.url, HELP, async (args) => {
  const { values } = parseArgs({
    args,
    options: {
      requests: { type: 'string', default: '20000' },
      tricks: { type: 'string', default: '10000' },
      seed: { type: 'string', default: '1' },
      output: { type: 'string' },
    },
  })
  const plan = {
    requests: wholeNumber('requests', values.requests),
    tricks: wholeNumber('tricks', values.tricks),
    seed: wholeNumber('seed', values.seed),
  }
  return inTemporaryFolder(async (folder) => {
    if (values.output !== undefined) return run(values.output, folder, plan)
    console.error('Building two days of the sample …')
    for (const day of SAMPLE_DAYS.slice(0, 2)) await runSampleDay(folder, day)
    return run(folder, folder, plan)
  })
})
