import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { runAsCommand } from '../../scripts/lib/command.ts'
import { startScript } from '../../test/kit/child.ts'
import { inTemporaryFolder } from '../../test/kit/folder.ts'
import { replayDate, type Upstream, withUpstream } from '../../test/kit/upstream.ts'
import { compareWithDemand, compareWithTruth, readRelease } from './markets/compare.ts'

const HELP = `Usage: npm run e2e -- markets [--days 1,2,3] [--mode volume|plain] [--output DIR]

Reads the payments of replay days, one after another, and compares the pages about facilitators and chains with the demand of
each window and with the truth of the replay: payments and volumes, and payers chain by chain. Exit code: 0 all equal, 1 not.

  --days LIST   replay days (default: 1,2,3)
  --mode NAME   the volume of real chains, or the plain day (default: volume)
  --output DIR  the folder to write to (default: a temporary one)
`
const SOURCES = 'x402_payments,x402_bazaar_cdp'

async function readDays(upstream: Upstream, days: number[], mode: string, folder: string): Promise<boolean> {
  let isHeld = true
  for (const day of days) {
    const base = mode === 'volume' ? upstream.base(day, 'volume') : upstream.base(day)
    const options = [
      '--date',
      replayDate(day),
      '--output',
      folder,
      '--sources',
      SOURCES,
      '--quiet',
      '--no-backfill',
    ]
    const { code, stderr, seconds, peakMb } = await startScript('cli/cli.ts', ['daily', ...options], {
      settings: { UPSTREAM_BASE: base },
    }).ended
    const wrong = code === 0 ? await compareDay(upstream, { day, mode, folder }) : [stderr.slice(-300)]
    console.log(
      `${replayDate(day)}: ${seconds.toFixed(0)} s, ${peakMb} MB; ${wrong.length === 0 ? 'all equal' : `WRONG: ${wrong.join('; ')}`}`,
    )
    isHeld = isHeld && wrong.length === 0
  }
  return isHeld
}

async function compareDay(
  upstream: Upstream,
  { day, mode, folder }: { day: number; mode: string; folder: string },
): Promise<string[]> {
  const read = await readRelease(folder)
  const truth = `${new URL(upstream.base(0)).origin}/_truth?day=${day}${mode === 'plain' ? '&mode=plain' : ''}`
  return [
    ...(await compareWithDemand(read)),
    ...(await compareWithTruth(read, { truth, history: join(folder, 'history'), date: replayDate(day) })),
  ]
}

await runAsCommand(import.meta.url, HELP, async (args) => {
  const { values } = parseArgs({
    args,
    options: {
      days: { type: 'string', default: '1,2,3' },
      mode: { type: 'string', default: 'volume' },
      output: { type: 'string' },
    },
  })
  const days = values.days.split(',').map(Number)
  const { output } = values
  return withUpstream((upstream) =>
    output === undefined
      ? inTemporaryFolder((folder) => readDays(upstream, days, values.mode, folder))
      : readDays(upstream, days, values.mode, output),
  )
})
