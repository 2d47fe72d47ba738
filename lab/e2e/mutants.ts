import { parseArgs } from 'node:util'
import { runAsCommand, wholeNumber } from '../../scripts/lib/command.ts'
import { PROJECT } from '../../test/kit/child.ts'
import type { Outcome } from './mutants/mutant.ts'
import { changedFiles, type Plan } from './mutants/plan.ts'
import { findReason } from './mutants/reasons.ts'
import { trySql } from './mutants/sql_campaign.ts'
import { GOLDEN } from './mutants/sql_tests.ts'
import { killedPercentage, tallyByRoom, tallyLines, tallyOutcomes } from './mutants/tally.ts'
import { tryTypeScript } from './mutants/typescript_campaign.ts'

const HELP = `Usage: npm run e2e -- mutants [--changed] [--only GLOB] [--sample N] [--seed N] [--minutes N]

Changes the code in small ways, one at a time in a copy of the project, and sees whether a room's own tests notice:
the SQL of marts and intermediate models, then TypeScript, by Stryker, which is added to node_modules/.cache when it
is first needed. Exit code: 0 when at least 80 % of the mutants of SQL and 85 % of those of TypeScript were noticed
or have a reason to survive in lab/e2e/mutants/reasons.ts, 1 otherwise, 2 bad usage. A room whose own tests fail before
anything is changed is told, the others are tried all the same, and the exit code is 1.

  --changed    only files that differ from the branch main
  --only GLOB  only these files, e.g. 'sql/intermediate/trust/*.sql'
  --sample N   so many mutants of SQL and of each room of TypeScript, drawn by chance (default: all)
  --seed N     what they are drawn by (default: 1)
  --minutes N  go no further after so many minutes for SQL and for each room of TypeScript (default: 600)
`

const MIN_SQL = 80
const MIN_TYPESCRIPT = 85

/** Prints the outcome of a surviving mutant, and nothing for others. */
function reportOutcome(outcome: Outcome): void {
  const { status, path, line, shown } = outcome
  if (status === 'survived' && findReason(outcome) === undefined) console.log(`${path}:${line}  ${shown}`)
}

/** Prints the table of a language, and says whether enough of its mutants were noticed. */
function isEnough(outcomes: Outcome[], least: number, late: string | null): boolean {
  if (outcomes.length === 0) return true
  const all = tallyOutcomes(outcomes, late)
  console.log(`\n${tallyLines(tallyByRoom(outcomes, late), all).join('\n')}\n`)
  if (killedPercentage(all) >= least) return true
  console.log(
    `${killedPercentage(all).toFixed(1)} % is less than ${least} %: test what survived, or give it a reason.`,
  )
  return false
}

await runAsCommand(import.meta.url, HELP, async (args) => {
  const { values } = parseArgs({
    args,
    options: {
      changed: { type: 'boolean', default: false },
      only: { type: 'string' },
      sample: { type: 'string' },
      seed: { type: 'string', default: '1' },
      minutes: { type: 'string', default: '600' },
    },
  })
  const plan: Plan = {
    only: values.only,
    changed: values.changed ? changedFiles(PROJECT) : undefined,
    sample: values.sample === undefined ? undefined : wholeNumber('sample', values.sample),
    seed: wholeNumber('seed', values.seed),
    minutes: wholeNumber('minutes', values.minutes),
  }
  const sql = await trySql(PROJECT, plan, reportOutcome)
  const isSqlTested = isEnough(sql, MIN_SQL, GOLDEN)
  let isTried = true
  const failure = (room: string, reason: string): void => {
    isTried = false
    console.log(`\n${room} could not be tried: ${reason}\n`)
  }
  const typescript = await tryTypeScript(PROJECT, plan, { mutant: reportOutcome, failure })
  if (isTried && sql.length + typescript.length === 0) console.log('None of these files is changed here.')
  return isEnough(typescript, MIN_TYPESCRIPT, null) && isSqlTested && isTried
})
