import { parseArgs } from 'node:util'
import { lineReporter, silentReporter } from '../../cli/progress.ts'
import type { RunOptions, RunSummary } from '../../pipeline/run/types.ts'
import { runDay } from '../../pipeline/run.ts'
import { createSampleUpstreams } from '../../sample/sample.ts'
import { runAsCommand } from '../../scripts/lib/command.ts'
import { logRequests } from './request_log.ts'

const HELP = `Usage: node test/kit/sample_day.ts --output DIR --date YYYY-MM-DD [--base-url URL] [--asked FILE]
                                      [--fetch-ms N]

One run for one day of the sample universe, with progress on stderr and the summary as JSON on stdout. FILE gets a line
for each request; after N milliseconds nothing more is fetched.
`

/** Runs one day of the sample universe, as `npm start` does. */
export const runSampleDay = (
  output: string,
  day: string,
  changes: Partial<RunOptions> = {},
): Promise<RunSummary> =>
  runDay({
    ...{ day, output, universe: createSampleUpstreams(day), baseUrl: 'http://127.0.0.1:8787', env: {} },
    ...{ sources: null, offline: false, refetch: false, acceptShrink: false, report: silentReporter },
    leavesPast: true,
    ...changes,
  })

await runAsCommand(import.meta.url, HELP, async (args) => {
  const options = {
    output: { type: 'string' },
    date: { type: 'string' },
    'base-url': { type: 'string' },
    asked: { type: 'string' },
    'fetch-ms': { type: 'string' },
  } as const
  const { values } = parseArgs({ args, options })
  const report = lineReporter((line) => process.stderr.write(`${line}\n`))
  const baseUrl = values['base-url']
  const { asked, date = '', 'fetch-ms': fetchMs } = values
  const summary = await runSampleDay(values.output ?? '', date, {
    report,
    ...(baseUrl !== undefined && { baseUrl }),
    ...(asked !== undefined && { universe: logRequests(createSampleUpstreams(date), asked) }),
    ...(fetchMs !== undefined && { fetchUntil: performance.now() + Number(fetchMs) }),
  })
  process.stdout.write(`${JSON.stringify(summary)}\n`)
  return true
})
