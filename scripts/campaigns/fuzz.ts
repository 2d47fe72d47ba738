import { parseArgs } from 'node:util'
import { SAMPLE_DAYS } from '../../pipeline/sample/sample.ts'
import { runAsCommand, wholeNumber } from './command.ts'
import { inTemporaryFolder } from './folder.ts'
import { anyRequest } from './fuzz/any_request.ts'
import { type Attacked, attack } from './fuzz/attack.ts'
import { type AttackedService, attackedService } from './fuzz/attacked_service.ts'
import { Chance } from './fuzz/chance.ts'
import { faultsInLog } from './fuzz/examine.ts'
import { trick } from './fuzz/path_tricks.ts'
import { type ReleaseFacts, releaseFacts } from './fuzz/release_facts.ts'
import { requestOf } from './fuzz/request_text.ts'
import {
  handlesWrong,
  memoryWrong,
  moneyWrong,
  type Steady,
  settledHandles,
  steadyLines,
} from './fuzz/steady.ts'
import { buyAll, countedWrong } from './fuzz/unpaid.ts'
import { openHandles, watchMemory } from './fuzz/watch.ts'
import { runSampleDay } from './sample_day.ts'
import { table } from './table.ts'

const HELP = `Usage: npm run fuzz -- [--requests N] [--tricks N] [--seed N] [--output DIR]

Attacks the service, as a process of its own with payments switched on: tricks to get a paid answer without paying
for it, then, once its caches are full, requests of every kind to every address. Exit code: 0 when no paid answer, fault, stack or path came
out, no secret is in the log, and memory stayed flat; 1 otherwise; 2 bad usage.

  --requests N  how many requests of every kind (default: 20000)
  --tricks N    how many tricks (default: 10000)
  --seed N      the seed of both (default: 1)
  --output DIR  an output folder with a release of the layout "files" (default: two days of the sample)
`

const CONNECTIONS = 8

/** What a round is made of. */
export interface Plan {
  requests: number
  tricks: number
  seed: number
}

/** What a whole round showed. */
export interface FuzzResult extends Steady {
  tricks: Attacked
  requests: Attacked
}

/** Attacks a service that runs. */
export async function fuzz(
  service: AttackedService,
  facts: ReleaseFacts,
  output: string,
  { requests, tricks, seed }: Plan,
): Promise<FuzzResult> {
  const shared = { port: service.port, secrets: { ...facts, output }, connections: CONNECTIONS }
  const before = handlesOf(service)
  const unsold = await buyAll(service, facts)
  const tricked = await attack({
    ...{ ...shared, requests: tricks },
    request: (at) => requestOf(trick(new Chance(seed, at), facts.targets, service.keys)),
  })
  const filling = service.pid === null ? null : await attack({ ...shared, ...fillingCaches(facts, seed) })
  const watch = service.pid === null ? null : watchMemory(service.pid)
  const world = { ...facts, keys: service.keys }
  const fuzzed = await attack({
    ...{ ...shared, requests },
    request: (at) => anyRequest(new Chance(seed, tricks + at), world),
    done: (count) => {
      if (count < requests && count % Math.ceil(requests / 4) === 0) watch?.nextPart()
    },
  })
  watch?.stop()
  const bought = [...unsold, ...(await buyAll(service, facts))]
  const handles = [before, service.pid === null ? null : await settledHandles(service.pid, before)]
  const memory = watch?.parts() ?? []
  const wrong = [
    ...bought,
    ...[...tricked.faults, ...(filling?.faults ?? []), ...fuzzed.faults].map(
      ({ what, times, example }) => `${what}, ${times} times, e.g. ${JSON.stringify(example)}`,
    ),
    ...(await countedWrong(service.port, 2 * facts.paid.length)),
    ...moneyWrong(service),
    ...faultsInLog(service.logged(), Object.values(service.keys).map(secretOf)),
    ...memoryWrong(memory),
    ...handlesWrong(handles),
  ]
  const verified = service.facilitator.asked.verify
  return { tricks: tricked, requests: fuzzed, verified, memory, handles, wrong }
}

/** Comparisons that nobody asked for before, more than the caches of the service hold: what grows after them leaks. */
const fillingCaches = ({ handles }: ReleaseFacts, seed: number) => ({
  requests: 8_000,
  request(at: number) {
    const chance = new Chance(seed, -at)
    const agents = Array.from({ length: 5 }, () => chance.pick(handles)).join(',')
    const target = `/api/compare/llm-summary?agents=${agents}`
    return requestOf({ method: 'GET', target, headers: [], label: 'comparison' })
  },
})

const handlesOf = ({ pid }: AttackedService): number | null => (pid === null ? null : openHandles(pid))

const secretOf = (key: string): string => key.split('.')[1] ?? key

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
  const facts = await releaseFacts(output)
  const service = await attackedService({ output, folder }, true)
  try {
    const result = await fuzz(service, facts, output, plan)
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
