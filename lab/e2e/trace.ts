import { parseArgs } from 'node:util'
import { runAsCommand, wholeNumber } from '../../scripts/lib/command.ts'
import { table } from '../../test/kit/table.ts'
import { type TraceReport, traceRelease } from '../../test/oracle/trace_release.ts'

const HELP = `Usage: npm run e2e -- trace --output DIR [--agents N|all] [--seed N]

Traces every value in the served summaries of some agents to its recorded response, and computes every score
again. Exit code: 0 all agree, 1 something differs, 2 bad usage.

  --output DIR  the folder of the runs (default: output)
  --agents N    how many agents are picked at random (default: 10), or all
  --seed N      the seed of the choice (default: 1)
`

const MAX_SHOWN = 50

/** The report as lines of text. */
export function traceLines({ release, agents, tally, differences }: TraceReport): string[] {
  const kinds = [...tally.counts].sort(([a], [b]) => (a < b ? -1 : 1))
  const rows = kinds.map(([kind, { compared, different }]) => [kind, compared, different])
  const recomputed = tally.compared('scores', 'sub-scores', 'ranks and tiers')
  return [
    `${release}: ${agents.length} agents${agents.length > 20 ? '' : `: ${agents.join(', ')}`}`,
    ...table(['values', 'traced', 'different'], [...rows, ['all', tally.compared(), differences.length]]),
    `${recomputed} scores, sub-scores, ranks and tiers computed again`,
    ...differences
      .slice(0, MAX_SHOWN)
      .map(
        (difference) =>
          `  ${difference.where}: published ${JSON.stringify(difference.published)}, expected ${difference.expected}`,
      ),
    ...(differences.length > MAX_SHOWN ? [`  … and ${differences.length - MAX_SHOWN} more`] : []),
  ]
}

await runAsCommand(import.meta.url, HELP, async (args) => {
  const { values } = parseArgs({
    args,
    options: {
      output: { type: 'string', default: 'output' },
      agents: { type: 'string', default: '10' },
      seed: { type: 'string', default: '1' },
    },
  })
  const agents = values.agents === 'all' ? 'all' : wholeNumber('agents', values.agents)
  const report = await traceRelease(values.output, { agents, seed: wholeNumber('seed', values.seed) })
  console.log(traceLines(report).join('\n'))
  return report.differences.length === 0
})
