import { parseArgs } from 'node:util'
import { SAMPLE_DAYS } from '../../sample/sample.ts'
import { runAsCommand, wholeNumber } from '../../scripts/lib/command.ts'
import { inTemporaryFolder } from '../../test/kit/folder.ts'
import { runSampleDay } from '../../test/kit/sample_day.ts'
import { table } from '../../test/kit/table.ts'
import { startPostgres } from '../../test/service/postgres.ts'
import { type Exact, type Pair, startPair } from './two_instances/pair.ts'
import { copies, distinct, toBoth } from './two_instances/payments.ts'
import { feedback, revocation } from './two_instances/state.ts'

const HELP = `Usage: npm run e2e -- two-instances [--callers N] [--rounds N]

Two services on one PostgreSQL and one chain of this machine, called by many at once: one payment sent to both, many
payments, the limits of feedback, and a Pro key from its issue to its revocation. Exit code: 0 when all was exact, 1
otherwise, 2 bad usage.

  --callers N  how many call at once (default: 40)
  --rounds N   how often all is done (default: 5)
`

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
