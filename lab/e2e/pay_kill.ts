import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { SAMPLE_DAYS } from '../../sample/sample.ts'
import { BadCommandLine, runAsCommand, wholeNumber } from '../../scripts/lib/command.ts'
import { inTemporaryFolder } from '../../test/kit/folder.ts'
import type { Priced } from '../../test/kit/payments/paid_service.ts'
import { runSampleDay } from '../../test/kit/sample_day.ts'
import { table } from '../../test/kit/table.ts'
import { startPostgres } from '../../test/service/postgres.ts'
import { type AbandonedPayment, reconcileGivenUp } from './pay_kill/given_up.ts'
import { type Killed, killAt, type Retried, retry } from './pay_kill/round.ts'
import { PAIRS, SPOTS } from './pay_kill/spots.ts'
import { type PaymentSetup, startPaymentSetup } from './pay_kill/world.ts'

const HELP = `Usage: npm run e2e -- pay-kill [--store sqlite|postgres] [--twice N] [--lease MS]

Kills the service (kill -9) between each pair of states of the ledger while a payment is made on a chain of this
machine, starts it anew, and sends the same call again: it must be paid once and served once. Then the same without
a retry: reconciling must close what is open. Exit code: 0 all held, 1 something did not, 2 bad usage.

  --store S   sqlite or postgres (default: both; postgres where one is installed)
  --twice N   how many payments are killed a second time while they are retried (default: 8; all there are: ${PAIRS.length})
  --lease MS  how long a killed call has its payment to itself (default: 3000; the service's own is 60000)
`

// Longer than a service takes to be back and to settle anew.
const SLOW_MS = 15_000

/** The endpoints take turns, so that each is paid for. */
const pickEndpoint = ({ sold }: PaymentSetup, index: number): Priced => {
  const endpoint = sold[index % sold.length]
  if (endpoint === undefined) throw new Error('nothing is sold')
  return endpoint
}

/** Kills, retries and reconciles in one world; `say` gets each table as soon as it is whole. */
async function killIn(world: PaymentSetup, twice: number, say: (lines: string[]) => void): Promise<boolean> {
  const once: Retried[] = []
  for (const [index, spot] of SPOTS.entries())
    once.push(await retry(world, await killAt(world, spot, pickEndpoint(world, index), `once ${index}`)))
  say(retriedLines(once))
  const again: Retried[] = []
  for (const [index, [spot, statement]] of picked(PAIRS, twice).entries()) {
    const killed = await killAt(world, spot, pickEndpoint(world, index), `twice ${index}`)
    const retried = await retry(world, killed, statement)
    again.push({ ...retried, second: `${statement.side} ${statement.n}: ${retried.second}` })
  }
  if (again.length > 0) say(retriedLines(again))
  const left: Killed[] = []
  for (const [index, spot] of SPOTS.entries())
    left.push(await killAt(world, spot, pickEndpoint(world, index), `given up ${index}`))
  const givenUp = await reconcileGivenUp(world, left)
  say(givenUpLines(givenUp))
  return [...once, ...again, ...givenUp].every(({ problems }) => problems.length === 0)
}

/** No factor of the number of pairs, so that such strides come to all of them, and to each kind early. */
const STRIDE = 7

/** So many of them, spread. */
const picked = <T>(all: readonly T[], many: number): T[] =>
  Array.from({ length: many }, (_, index) => all[(index * STRIDE) % all.length] as T)

const killedCells = ({ spot, payment, found, isPaid }: Killed): string[] => [
  ...[spot.what, payment.endpoint.id, found ?? 'none', isPaid ? 'paid' : '-'],
]
const formatVerdict = ({ problems }: Killed): string =>
  problems.length === 0 ? 'right' : `WRONG: ${problems.join('; ')}`

const retriedLines = (rounds: Retried[]): string[] =>
  table(
    ['killed', 'call', 'row', 'chain', 'killed again', 'retry gave', 'seconds', ''],
    rounds.map((round) => [
      ...[...killedCells(round), round.second ?? '-', round.statuses],
      ...[Number(round.seconds.toFixed(1)), formatVerdict(round)],
    ]),
  )

const givenUpLines = (rounds: AbandonedPayment[]): string[] =>
  table(
    ['killed, never retried', 'call', 'row', 'chain in the end', 'reconciled', 'time over', 'late retry', ''],
    rounds.map((round) => [...killedCells(round), ...round.states, round.late, formatVerdict(round)]),
  )

interface Plan {
  twice: number
  leaseMs: number
}

async function killWith(
  store: { name: string; databaseUrl: string | null },
  { output, folder }: { output: string; folder: string },
  { twice, leaseMs }: Plan,
): Promise<boolean> {
  const stateFile = join(folder, 'service.sqlite')
  const world = await startPaymentSetup({
    ...{ output, stateFile, databaseUrl: store.databaseUrl, leaseMs, slowMs: SLOW_MS },
  })
  if (world === null) return false
  console.log(`\n${store.name}`)
  try {
    return await killIn(world, twice, (lines) => console.log(`${lines.join('\n')}\n`))
  } finally {
    await world.close()
  }
}

async function killOnPostgres(folders: { output: string; folder: string }, plan: Plan): Promise<boolean> {
  const postgres = await startPostgres()
  if (postgres === null) {
    console.log('not run on PostgreSQL: none is installed')
    return true
  }
  try {
    return await killWith({ name: 'PostgreSQL', databaseUrl: postgres.url }, folders, plan)
  } finally {
    await postgres.close()
  }
}

await runAsCommand(import.meta.url, HELP, async (args) => {
  const { values } = parseArgs({
    args,
    options: {
      store: { type: 'string' },
      twice: { type: 'string', default: '8' },
      lease: { type: 'string', default: '3000' },
    },
  })
  const { store } = values
  if (store !== undefined && store !== 'sqlite' && store !== 'postgres')
    throw new BadCommandLine(`--store ${store}: take sqlite or postgres`)
  const plan = {
    twice: Math.min(wholeNumber('twice', values.twice), PAIRS.length),
    leaseMs: wholeNumber('lease', values.lease),
  }
  return inTemporaryFolder(async (folder) => {
    console.error('Building one day of the sample …')
    const output = join(folder, 'output')
    await runSampleDay(output, SAMPLE_DAYS[0] ?? '')
    const folders = { output, folder }
    const isRightOnFile =
      store === 'postgres' || (await killWith({ name: 'SQLite', databaseUrl: null }, folders, plan))
    const isRightOnServer = store === 'sqlite' || (await killOnPostgres(folders, plan))
    return isRightOnFile && isRightOnServer
  })
})
