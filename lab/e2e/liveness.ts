import { parseArgs } from 'node:util'
import { openDatabase } from '../../pipeline/model/database.ts'
import { BadCommandLine, runAsCommand, wholeNumber } from '../../scripts/lib/command.ts'
import { areProbabilitiesRight } from './liveness/probabilities.ts'
import { isLivenessTrue } from './liveness/truth.ts'

const HELP = `Usage: npm run e2e -- liveness --output DIR [--server URL --day N] [--probabilities N]

Compares the liveness that a release published with the truth of a replay server in its hosts mode, for agents with an
address that was asked: in truth alive is who had an address that worked on one of the last seven days. With
--probabilities it makes probabilities on day N from the history until then alone, and judges them by the 14 days after.
Exit code: 0 precision and recall are at least 0.95, the Brier score is at least 30 % below that of the base rate, and no
tenth with 50 agents is off by more than 0.05; 1 if not, 2 bad usage.

  --output DIR       the folder that \`npm run daily\` wrote, with the release of the day
  --server URL       such as http://127.0.0.1:9900, started with the --remotes and --seed of the recording
  --day N            day of the replay, 0 to 31
  --probabilities N  day on which they are made; the history must reach 14 days further
`
const OPTIONS = {
  output: { type: 'string' },
  server: { type: 'string' },
  day: { type: 'string' },
  probabilities: { type: 'string' },
} as const

await runAsCommand(import.meta.url, HELP, async (args) => {
  const { values } = parseArgs({ args, options: OPTIONS })
  const { output, server, day, probabilities } = values
  if (output === undefined) throw new BadCommandLine('--output DIR is missing')
  if ((server === undefined) !== (day === undefined))
    throw new BadCommandLine('--server and --day go together')
  if (server === undefined && probabilities === undefined)
    throw new BadCommandLine('write --server URL --day N, --probabilities N, or both')
  const db = await openDatabase(':memory:')
  try {
    const isTrue =
      server === undefined ||
      (await isLivenessTrue(db, { output, server, day: wholeNumber('day', String(day)) }))
    const isRight =
      probabilities === undefined ||
      (await areProbabilitiesRight(db, output, wholeNumber('probabilities', probabilities)))
    return isTrue && isRight
  } finally {
    db.close()
  }
})
