import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { SAMPLE_DAYS } from '../../pipeline/sample/sample.ts'
import { ProKeys, REMEMBERED_MS } from '../../service/pro_keys.ts'
import { openStore } from '../../service/store/open.ts'
import { startPostgres } from '../../test/service/postgres.ts'
import { unitsOf } from '../payments/paid_service.ts'
import { SELLER } from '../payments/wallets.ts'
import { runAsCommand, wholeNumber } from './command.ts'
import { inTemporaryFolder } from './folder.ts'
import {
  type Answer,
  payerNamed,
  type SignedPayment,
  sendUntilAnswered,
  signFor,
} from './pay_kill/payment_sent.ts'
import { type ServiceProcess, startServe } from './pay_kill/service_process.ts'
import { type PayWorld, startPayWorld } from './pay_kill/world.ts'
import { runSampleDay } from './sample_day.ts'
import { table } from './table.ts'

const HELP = `Usage: npm run two-instances -- [--callers N] [--rounds N]

Two services on one PostgreSQL and one chain of this machine, called by many at once: one payment sent to both, many
payments, the limits of feedback, and a Pro key from its issue to its revocation. Exit code: 0 when all was exact, 1
otherwise, 2 bad usage.

  --callers N  how many call at once (default: 40)
  --rounds N   how often all is done (default: 5)
`

/** One thing that must hold, and what was seen. */
export interface Exact {
  what: string
  seen: string
  isRight: boolean
}

/** Two services that share a store, a chain and a facilitator. */
export interface Pair {
  world: PayWorld
  urls: readonly [string, string]
  databaseUrl: string
  close(): Promise<void>
}

/** Starts them over the release of an output folder; null where no anvil can be had. */
export async function startPair(output: string, databaseUrl: string): Promise<Pair | null> {
  const world = await startPayWorld({ output, stateFile: '', databaseUrl, leaseMs: 0, slowMs: 0 })
  if (world === null) return null
  const services: ServiceProcess[] = []
  const close = async () => {
    await Promise.all(services.map((service) => service.stop()))
    await world.close()
  }
  try {
    services.push(...(await Promise.all([0, 1].map(() => startServe(output, world.environment)))))
    const [one, other] = services.map(({ url }) => url) as [string, string]
    return { world, databaseUrl, urls: [one, other], close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Does all of it once. `round` makes payers and callers of its own. */
export async function tryPair(pair: Pair, callers: number, round: number): Promise<Exact[]> {
  const ended = revocation(pair)
  return [
    await copies(pair, callers, `copies ${round}`),
    await distinct(pair, callers, `distinct ${round}`),
    await toBoth(pair, Math.floor(callers / 2), `both ${round}`),
    await feedback(pair, callers, round),
    ...(await ended),
  ]
}

const urlFor = ({ urls }: Pair, caller: number): string => urls[caller % 2 === 0 ? 0 : 1]

async function signed(pair: Pair, name: string, index = 0): Promise<SignedPayment> {
  const endpoint = pair.world.sold[index % pair.world.sold.length]
  if (endpoint === undefined) throw new Error('nothing is sold')
  return signFor(pair.urls[0], endpoint, await payerNamed(pair.world, name))
}

/** Does something, and says what it did to the chain and how often the facilitator was asked. */
async function watched<T>({ world: { local } }: Pair, work: () => Promise<T>) {
  const look = async () => ({
    units: await local.token.balance(SELLER),
    used: await local.token.usedCount(),
    ...local.facilitator.asked,
  })
  const before = await look()
  const result = await work()
  const after = await look()
  return {
    result,
    units: after.units - before.units,
    used: after.used - before.used,
    verified: after.verify - before.verify,
    settled: after.settle - before.settle,
  }
}

const isServed = (answer: Answer | null | undefined): boolean => answer?.status === 200

/** Copies of one payment, half to each. */
async function copies(pair: Pair, callers: number, name: string): Promise<Exact> {
  const payment = await signed(pair, name)
  const { result, units, used, verified, settled } = await watched(pair, () =>
    Promise.all(
      Array.from({ length: callers }, async (_, caller) => {
        const { last } = await sendUntilAnswered(urlFor(pair, caller), payment)
        return last
      }),
    ),
  )
  const served = result.filter(isServed).length
  const answers = new Set(result.map((answer) => JSON.stringify(answer))).size
  return {
    what: `${callers} copies of one payment`,
    seen: `${served} served, ${answers} answer, ${verified} verified, ${settled} settled, ${used} on the chain, ${units} units`,
    isRight:
      served === callers &&
      [answers, verified, settled, used].every((count) => count === 1) &&
      units === unitsOf(payment.endpoint.price),
  }
}

/** A payment for each caller, half of them at each. */
async function distinct(pair: Pair, callers: number, name: string): Promise<Exact> {
  const payments = await manySigned(pair, callers, name)
  const { result, units, used } = await watched(pair, () =>
    Promise.all(payments.map((payment, caller) => sendUntilAnswered(urlFor(pair, caller), payment))),
  )
  const served = result.filter(({ last }) => isServed(last)).length
  const anew = result.filter(({ statuses }) => statuses.includes(',')).length
  return {
    what: `${callers} payments`,
    seen: `${served} served, ${used} on the chain, ${units} units, ${anew} sent anew`,
    isRight: served === callers && used === callers && units === sumOf(payments),
  }
}

/** Payments that are each sent to both at once. */
async function toBoth(pair: Pair, many: number, name: string): Promise<Exact> {
  const payments = await manySigned(pair, many, name)
  const { result, units, used, settled } = await watched(pair, () =>
    Promise.all(
      payments.map((payment) => Promise.all(pair.urls.map((url) => sendUntilAnswered(url, payment)))),
    ),
  )
  const alike = result.filter(
    ([one, other]) => isServed(one?.last) && JSON.stringify(one?.last) === JSON.stringify(other?.last),
  ).length
  return {
    what: `${many} payments, each sent to both`,
    seen: `${alike} served alike, ${settled} settled, ${used} on the chain, ${units} units`,
    isRight: alike === many && settled === many && used === many && units === sumOf(payments),
  }
}

async function manySigned(pair: Pair, many: number, name: string): Promise<SignedPayment[]> {
  const payments: SignedPayment[] = []
  for (let index = 0; index < many; index += 1) payments.push(await signed(pair, `${name} ${index}`, index))
  return payments
}

const sumOf = (payments: SignedPayment[]): bigint =>
  payments.reduce((sum, { endpoint }) => sum + unitsOf(endpoint.price), 0n)

const A_MINUTE = 10
const MINUTE_MS = 60_000

/** Reports of one address, half to each; anew with another address when a minute ended meanwhile. */
async function feedback(pair: Pair, callers: number, round: number): Promise<Exact> {
  const minute = Math.floor(Date.now() / MINUTE_MS)
  // Of a documentation network; the services trust one proxy.
  const caller = `203.0.113.${((round * 2) % 250) + (minute % 2)}`
  const replies = await Promise.all(
    Array.from({ length: callers }, (_, index) => report(urlFor(pair, index), caller, index)),
  )
  if (Math.floor(Date.now() / MINUTE_MS) !== minute) return feedback(pair, callers, round)
  const taken = replies.filter(({ status }) => status === 201)
  const refused = replies.filter(
    ({ status, retryAfter }) => status === 429 && retryAfter > 0 && retryAfter <= 60,
  )
  const ids = new Set(taken.map(({ id }) => id)).size
  return {
    what: `${callers} reports of one address in a minute`,
    seen: `${taken.length} taken with ${ids} ids, ${refused.length} refused`,
    isRight: taken.length === A_MINUTE && ids === A_MINUTE && refused.length === callers - A_MINUTE,
  }
}

async function report(url: string, caller: string, index: number) {
  const reply = await fetch(`${url}/api/agent-feedback`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': caller },
    body: JSON.stringify({ feedback_type: 'other', message: `report ${index} of ${caller}` }),
  })
  const { feedback_id: id } = (await reply.json()) as { feedback_id?: string }
  return { status: reply.status, id, retryAfter: Number(reply.headers.get('retry-after') ?? 0) }
}

const POLL_MS = 50
/** What a call takes that was sent just before a key is no longer remembered. */
const CALL_MS = 1_000

/** A key that is issued elsewhere opens both, and once revoked elsewhere closes both within the stated time. */
async function revocation(pair: Pair): Promise<Exact[]> {
  const db = await openStore({ stateFile: '', databaseUrl: pair.databaseUrl })
  try {
    const keys = new ProKeys(db, { now: Date.now, random: randomBytes })
    const { address } = await signed(pair, 'of a key')
    const { id, key } = await keys.issue('campaign')
    const ask = async (url: string) =>
      (await fetch(`${url}${address}`, { headers: { 'x-api-key': key } })).status
    const opened = await Promise.all(pair.urls.map(ask))
    await keys.revoke(id)
    const begun = performance.now()
    const longestMs = REMEMBERED_MS + CALL_MS
    const closedMs = await Promise.all(
      pair.urls.map(async (url) => {
        while ((await ask(url)) === 200 && performance.now() - begun < 2 * longestMs) await wait(POLL_MS)
        return performance.now() - begun
      }),
    )
    const reopened = await Promise.all(pair.urls.map(ask))
    return [
      { what: 'a Pro key issued elsewhere', seen: opened.join(', '), isRight: opened.join() === '200,200' },
      {
        what: `the key revoked elsewhere (${REMEMBERED_MS / 1_000} s)`,
        seen: `${reopened.join(', ')} after ${closedMs.map((ms) => `${(ms / 1_000).toFixed(1)} s`).join(', ')}`,
        isRight: reopened.join() === '402,402' && closedMs.every((ms) => ms <= longestMs),
      },
    ]
  } finally {
    await db.close()
  }
}

const lines = (all: Exact[]): string[] =>
  table(
    ['what', 'seen', ''],
    all.map(({ what, seen, isRight }) => [what, seen, isRight ? 'right' : 'WRONG']),
  )

async function tryRounds(databaseUrl: string, { callers, rounds }: { callers: number; rounds: number }) {
  return inTemporaryFolder(async (folder) => {
    console.error('Building one day of the sample …')
    await runSampleDay(folder, SAMPLE_DAYS[0] ?? '')
    const pair = await startPair(folder, databaseUrl)
    if (pair === null) return false
    const all: Exact[] = []
    try {
      for (let round = 0; round < rounds; round += 1) all.push(...(await tryPair(pair, callers, round)))
    } finally {
      await pair.close()
      console.log(lines(all).join('\n'))
    }
    return all.every(({ isRight }) => isRight)
  })
}

await runAsCommand(import.meta.url, HELP, async (args) => {
  const { values } = parseArgs({
    args,
    options: { callers: { type: 'string', default: '40' }, rounds: { type: 'string', default: '5' } },
  })
  const plan = {
    callers: wholeNumber('callers', values.callers),
    rounds: wholeNumber('rounds', values.rounds),
  }
  const postgres = await startPostgres()
  if (postgres === null) {
    console.log('not run: no PostgreSQL is installed')
    return true
  }
  try {
    return await tryRounds(postgres.url, plan)
  } finally {
    await postgres.close()
  }
})
