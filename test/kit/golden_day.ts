import { parseArgs } from 'node:util'
import { lineReporter } from '../../cli/progress.ts'
import type { RunOptions, RunSummary } from '../../pipeline/run/types.ts'
import { runDay } from '../../pipeline/run.ts'
import { runAsCommand } from '../../scripts/lib/command.ts'
import { fetchFrom, runOptions } from '../given_upstream.ts'
import { GOLDEN_ANSWERS, GOLDEN_CATALOG } from '../golden_days.ts'
import { logRequests } from './request_log.ts'

const HELP = `Usage: node test/kit/golden_day.ts --output DIR --date YYYY-MM-DD [--asked FILE]

One run for a golden day, with progress on stderr and the summary as JSON on stdout. FILE gets a line for each request.
`

/** Runs a golden day, a small index; each request is added to the file `asked`, if it is given. */
export function runGoldenDay(
  output: string,
  day: string,
  { asked, ...changes }: Partial<RunOptions> & { asked?: string } = {},
): Promise<RunSummary> {
  const options = runOptions(day, output, GOLDEN_CATALOG, fetchFrom(GOLDEN_ANSWERS[day] ?? {}))
  const universe = asked === undefined ? options.universe : logRequests(options.universe, asked)
  return runDay({ ...options, universe, ...changes })
}

await runAsCommand(import.meta.url, HELP, async (args) => {
  const options = {
    output: { type: 'string' },
    date: { type: 'string' },
    asked: { type: 'string' },
  } as const
  const { asked, date = '', output = '' } = parseArgs({ args, options }).values
  const report = lineReporter((line) => process.stderr.write(`${line}\n`))
  const summary = await runGoldenDay(output, date, { report, ...(asked !== undefined && { asked }) })
  process.stdout.write(`${JSON.stringify(summary)}\n`)
  return true
})
