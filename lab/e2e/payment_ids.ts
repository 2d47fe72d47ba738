import { join } from 'node:path'
import { SAMPLE_DAYS } from '../../sample/sample.ts'
import { runAsCommand } from '../../scripts/lib/command.ts'
import { inTemporaryFolder } from '../../test/kit/folder.ts'
import { rankedHandles } from '../../test/kit/payments/paid_service.ts'
import { runSampleDay } from '../../test/kit/sample_day.ts'
import { table } from '../../test/kit/table.ts'
import { startPostgres } from '../../test/service/postgres.ts'
import { type ServiceProcess, startServe } from './pay_kill/service_process.ts'
import { startPaymentSetup } from './pay_kill/world.ts'
import type { Finding } from './payment_ids/identified.ts'
import {
  atOnce,
  elsewhere,
  identical,
  inARow,
  KILL_COUNT,
  killed,
  type Services,
} from './payment_ids/trials.ts'

const HELP = `Usage: npm run e2e -- payment-ids

The stock client pays with its hook for payment identifiers, on a chain of this machine: one id for three payments in
a row, for four at once, for the identical payload again, for other resources, and over kill -9 between claim and
settlement; on SQLite, and on PostgreSQL with two services. Exit code: 0 when each id was charged once, 1 otherwise,
2 bad usage.
`

// Leases of a killed call have expired when the service is back.
const LEASE_MS = 300

/** All trials on one store, each of so many services; null where no anvil can be had. */
export async function tryIds(
  folder: string,
  output: string,
  { databaseUrl, services, kills }: { databaseUrl: string | null; services: 1 | 2; kills: number },
): Promise<Finding[] | null> {
  const stateFile = join(folder, `ids-${services}.sqlite`)
  const world = await startPaymentSetup({ output, stateFile, databaseUrl, leaseMs: LEASE_MS, slowMs: 0 })
  if (world === null) return null
  const running: ServiceProcess[] = []
  const stop = () => Promise.all(running.splice(0).map((service) => service.stop()))
  try {
    for (let at = 0; at < services; at += 1) running.push(await startServe(output, world.environment))
    const urls = running.map(({ url }) => url) as [string, ...string[]]
    const trial = { world, urls, handles: await rankedHandles(urls[0]) }
    const findings = await payOften(trial)
    await stop()
    return [...findings, ...(await killed(trial, `killed ${services}`, kills))]
  } finally {
    await stop()
    await world.close()
  }
}

async function payOften(services: Services): Promise<Finding[]> {
  const name = `of ${services.urls.length}`
  return [
    await inARow(services, `row ${name}`),
    await atOnce(services, `once ${name}`),
    await atOnce(services, `sixteen ${name}`, 16),
    await identical(services, `identical ${name}`),
    await elsewhere(services, `elsewhere ${name}`),
  ]
}

await runAsCommand(import.meta.url, HELP, () =>
  inTemporaryFolder(async (folder) => {
    console.error('Building one day of the sample …')
    const output = join(folder, 'output')
    await runSampleDay(output, SAMPLE_DAYS[0] ?? '')
    const postgres = await startPostgres()
    try {
      const onFile = await tryIds(folder, output, { databaseUrl: null, services: 1, kills: KILL_COUNT })
      const onServer =
        postgres === null
          ? null
          : await tryIds(folder, output, { databaseUrl: postgres.url, services: 2, kills: KILL_COUNT })
      if (postgres === null) console.log('not run with two services: no PostgreSQL is installed')
      for (const [store, all] of [
        ['SQLite, one service', onFile],
        ['PostgreSQL, two services', onServer],
      ] as const)
        console.log(`\n${store}\n${lines(all ?? []).join('\n')}`)
      return onFile !== null && [...onFile, ...(onServer ?? [])].every(({ isRight }) => isRight)
    } finally {
      await postgres?.close()
    }
  }),
)

function lines(all: readonly Finding[]): string[] {
  return table(
    ['one id', 'seen', ''],
    all.map(({ what, seen, isRight }) => [what, seen, isRight ? 'right' : 'WRONG']),
  )
}
