import { parseArgs } from 'node:util'
import { SAMPLE_DAYS } from '../../sample/sample.ts'
import { runAsCommand, wholeNumber } from '../../scripts/lib/command.ts'
import { inTemporaryFolder } from '../../test/kit/folder.ts'
import { runSampleDay } from '../../test/kit/sample_day.ts'
import { table } from '../../test/kit/table.ts'
import { type AttackTargets, attackTargets } from './fuzz/attack_targets.ts'
import { type AttackedService, attackedService } from './fuzz/attacked_service.ts'
import { Chance } from './fuzz/chance.ts'
import { faultsInLog } from './fuzz/examine.ts'
import {
  checkHandles,
  checkMemory,
  checkPayments,
  type ResourceReport,
  settledHandles,
  steadyLines,
} from './fuzz/steady.ts'
import { openHandles, type Watch, watchMemory } from './fuzz/watch.ts'
import { anyMessage, isRight } from './rpc_fuzz/any_message.ts'
import { type Assaulted, type AssaultOptions, assault } from './rpc_fuzz/assault.ts'
import { burst, filling, probe, probeFaults } from './rpc_fuzz/right_calls.ts'
import { learnTask, type MessageData } from './rpc_fuzz/world.ts'

const HELP = `Usage: npm run e2e -- rpc-fuzz [--messages N] [--seed N] [--output DIR]

Sends JSON-RPC messages that are malformed, strange or hostile to both tool servers and to the agent-to-agent
interface of the service, as a process of its own with payments switched on, and right ones between them. Exit code:
0 when every answer was a JSON-RPC answer to its message or a documented refusal, nothing leaked, the log holds no
fault, and memory stayed flat; 1 otherwise; 2 bad usage.

  --messages N  how many messages (default: 20000)
  --seed N      what they are made from (default: 1)
  --output DIR  an output folder with a release of the layout "files" (default: a day of the sample)
`

const CONNECTIONS = 8
/** Every so many messages a right one. */
const PROBE_EVERY = 25
/** Long answers, of some ten kilobytes each, that fill the cache of the service. */
const FILLING = 6_000

/** The result of a round. */
export interface RpcFuzzResult extends ResourceReport {
  messages: Assaulted
  /** Number of valid calls in between. */
  probes: number
}

/** Settings of a round. */
export interface RpcPlan {
  messages: number
  seed: number
}

/** Sends messages to a service that runs. */
export async function rpcFuzz(
  service: AttackedService,
  info: AttackTargets,
  output: string,
  plan: RpcPlan,
): Promise<RpcFuzzResult> {
  const { port, pid } = service
  const shared: Shared = { port, secrets: { ...info, output }, connections: CONNECTIONS }
  const limited = await burst(shared)
  const filled =
    pid === null
      ? null
      : await assault({ ...shared, messages: FILLING, message: (at) => filling(at, info.handles) })
  const world = { handles: info.handles, keys: service.keys, tasks: [] }
  // The heap of a young process grows in steps: as many messages before it is watched.
  const first = pid === null ? null : await round(shared, world, { ...plan, seed: plan.seed + 1 }, null)
  const before = pid === null ? null : openHandles(pid)
  const watch = pid === null ? null : watchMemory(pid)
  const sent = await round(shared, world, plan, watch)
  watch?.stop()
  const memory = watch?.parts() ?? []
  const handles = pid === null ? [] : [before, await settledHandles(pid, before)]
  const wrong = [
    ...limited,
    ...(first?.wrong ?? []),
    ...sent.wrong,
    ...[filled, first?.messages, sent.messages]
      .flatMap((assaulted) => assaulted?.faults ?? [])
      .map(({ what, times, example }) => `${what}, ${times} times, e.g. ${JSON.stringify(example)}`),
    ...faultsInLog(service.logged(), Object.values(service.keys).map(keySecret)),
    ...checkPayments(service),
    ...checkMemory(memory),
    ...checkHandles(handles),
  ]
  return { ...sent, verified: service.facilitator.asked.verify, memory, handles, wrong }
}

type Shared = Pick<AssaultOptions, 'port' | 'secrets' | 'connections'>

/** Sends all messages of a plan, with valid ones in between whose answers must be correct. */
async function round(
  shared: Shared,
  world: MessageData,
  { messages, seed }: RpcPlan,
  watch: Watch | null,
): Promise<Pick<RpcFuzzResult, 'messages' | 'probes' | 'wrong'>> {
  const [handle = ''] = world.handles
  const wrong: string[] = []
  let [probes, count] = [0, 0]
  const sent = await assault({
    ...{ ...shared, messages },
    message: (at) =>
      at % PROBE_EVERY === 0 ? probe(at / PROBE_EVERY, handle) : anyMessage(new Chance(seed, at), world),
    answered(sent, answer, result) {
      learnTask(world, result)
      if (isRight(sent)) {
        probes += 1
        wrong.push(...probeFaults(sent, answer))
      }
      count += 1
      if (count < messages && count % Math.ceil(messages / 4) === 0) watch?.nextPart()
    },
  })
  return { messages: sent, probes, wrong }
}

const keySecret = (key: string): string => key.split('.')[1] ?? key

function report(result: RpcFuzzResult): void {
  const { messages, probes } = result
  const counted = (counts: Map<number, number>) =>
    [...counts].sort(([a], [b]) => b - a).map(([what, times]): [string, number] => [formatCount(what), times])
  console.log(`${messages.seconds.toFixed(0)} s, ${probes} right calls between them\n`)
  console.log(table(['status', 'answers'], counted(messages.statuses)).join('\n'))
  console.log(`\n${table(['code', 'answers'], counted(messages.codes)).join('\n')}`)
  const slow = messages.slowest.map(({ label, ms }): [string, number] => [label, Math.round(ms)])
  console.log(`\n${table(['slowest', 'ms'], slow).join('\n')}`)
  console.log(steadyLines(result).join('\n'))
}

const formatCount = (count: number): string => (count === 0 ? 'none' : String(count))

async function run(output: string, folder: string, plan: RpcPlan): Promise<boolean> {
  const info = await attackTargets(output)
  const service = await attackedService({ output, folder }, true)
  try {
    const result = await rpcFuzz(service, info, output, plan)
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
      messages: { type: 'string', default: '20000' },
      seed: { type: 'string', default: '1' },
      output: { type: 'string' },
    },
  })
  const plan = {
    messages: wholeNumber('messages', values.messages),
    seed: wholeNumber('seed', values.seed),
  }
  return inTemporaryFolder(async (folder) => {
    if (values.output !== undefined) return run(values.output, folder, plan)
    console.error('Building a day of the sample …')
    await runSampleDay(folder, SAMPLE_DAYS[0] as string)
    return run(folder, folder, plan)
  })
})
