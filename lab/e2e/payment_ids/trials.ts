import { formatAddress } from '../../../test/kit/payments/paid_service.ts'
import { type ServiceProcess, startServe, startService } from '../pay_kill/service_process.ts'
import type { PaymentSetup } from '../pay_kill/world.ts'
import { type Finding, finding, identified, type Reply, untilAnswered } from './identified.ts'

/** The services that callers of a trial take in turns. */
export interface Services {
  world: PaymentSetup
  urls: readonly [string, ...string[]]
  /** Two agents of the release. */
  handles: readonly [string, string, ...string[]]
}

const urlFor = ({ urls }: Services, caller: number): string => urls[caller % urls.length] as string

/** The stock client pays the same call again and again, with one id: each time with a new signature. */
export async function inARow(services: Services, name: string, times = 3): Promise<Finding> {
  const caller = await identified(services.world, { handle: services.handles[0], name })
  const replies: (Reply | null)[] = []
  for (let time = 0; time < times; time += 1) replies.push(await caller.pay(urlFor(services, time)))
  return finding(services.world, { what: `${times} in a row`, caller, replies, wanted: /^200(, 200)*$/ })
}

/** It does so at once. */
export async function atOnce(services: Services, name: string, times = 4): Promise<Finding> {
  const caller = await identified(services.world, { handle: services.handles[0], name, index: 1 })
  const replies = await Promise.all(
    Array.from({ length: times }, async (_, index) =>
      (await untilAnswered(() => caller.pay(urlFor(services, index)))).at(-1),
    ),
  )
  const all = replies.map((reply) => reply ?? null)
  return finding(services.world, { what: `${times} at once`, caller, replies: all, wanted: /^200(, 200)*$/ })
}

/** The identical payload is sent again, to each service. */
export async function identical(services: Services, name: string): Promise<Finding> {
  const caller = await identified(services.world, { handle: services.handles[0], name, index: 2 })
  const replies: (Reply | null)[] = [await caller.pay(services.urls[0])]
  for (let time = 0; time < 3; time += 1) replies.push(await caller.resend(urlFor(services, time), 0))
  const what = 'the identical payload again, three times'
  return finding(services.world, { what, caller, replies, wanted: /^200, 200, 200, 200$/ })
}

/** The id is used for other resources too: for another agent, and at other endpoints. */
export async function elsewhere(services: Services, name: string): Promise<Finding> {
  const { world, urls, handles } = services
  const index = world.sold.findIndex(({ path }) => path.includes('{handle}'))
  const caller = await identified(world, { handle: handles[0], name, index })
  const [handle, another] = handles
  const others = world.sold.filter(({ id }) => id !== caller.endpoint.id).slice(0, 3)
  const addresses = [
    formatAddress(caller.endpoint, another),
    ...others.map((endpoint) => formatAddress(endpoint, handle)),
  ]
  const replies: (Reply | null)[] = [await caller.pay(urls[0])]
  for (const [at, address] of addresses.entries())
    replies.push(await caller.pay(urlFor(services, at), address))
  replies.push(await caller.pay(urls[0]))
  const what = 'other resources with the id, then its own'
  return finding(world, { what, caller, replies, wanted: /^200, 409, 409, 409, 409, 200$/ })
}

/** The places where a service is killed, and the statuses that are right then. */
const KILLS = [
  {
    what: 'after the id is claimed, before its answer is kept',
    at: 'before:2',
    wanted: /^lost, (503, )*200, 200, 200$/,
  },
  { what: 'after the answer is kept, before it is settled', at: 'after:2', wanted: /^lost, 503, 200, 200$/ },
  {
    what: 'after money moved, before that is noted',
    at: 'before:3',
    wanted: /^lost, (503, )*200, 200, 200$/,
  },
] as const

/** Number of kinds of kills. */
export const KILL_COUNT = KILLS.length

/** kill -9 in the middle of a payment, a new start, and the stock client again: it signs anew, with the same id. */
export async function killed(
  { world, handles: [handle] }: Pick<Services, 'world' | 'handles'>,
  name: string,
  kills: number,
): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const [index, { what, at, wanted }] of KILLS.slice(0, kills).entries()) {
    const caller = await identified(world, { handle, name: `${name} ${index}`, index: 2 })
    const victim = await startVictim(world, caller.payer, at)
    const replies: (Reply | null)[] = [await caller.pay(victim.url)]
    await victim.ended
    await withService(
      () => startServe(world.output, world.environment),
      async ({ url }) => {
        const again = () => caller.pay(url)
        // A stored payment may have been sent to be settled: a second signature waits for the result of the first.
        if (at === 'after:2') replies.push(await again(), await caller.resend(url, 0))
        else replies.push(...(await untilAnswered(again)), await again())
        replies.push(await again())
      },
    )
    findings.push(await finding(world, { what: `kill -9 ${what}`, caller, replies, wanted }))
  }
  return findings
}

const startVictim = (world: PaymentSetup, payer: string, at: string) =>
  startService(
    'lab/e2e/pay_kill/victim.ts',
    [
      ...['--output', world.output, '--lease', String(world.leaseMs)],
      ...['--payer', payer.toLowerCase(), '--kill', at],
    ],
    world.environment,
  )

async function withService<T>(
  start: () => Promise<ServiceProcess>,
  use: (service: ServiceProcess) => Promise<T>,
): Promise<T> {
  const service = await start()
  try {
    return await use(service)
  } finally {
    await service.stop()
  }
}
