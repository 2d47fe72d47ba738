import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Database, openDatabase } from '../../pipeline/model/database.ts'
import { BadCommandLine, runAsCommand } from '../../scripts/lib/command.ts'
import { causesOfJumps, loadDays, observedWeight, tauByDay, varianceShares } from './steadiness/measures.ts'

const HELP = `Usage: npm run e2e -- steadiness --output DIR

How far the rankings of an output folder with several days move from day to day, and with what. For each category:
Kendall's tau between neighbouring days, jumps of 5 points or more with the signal that moved most, Spearman's
correlation of score and observed weight, and the share of each signal in the variance of scores, both of the last day.
Reads only history/. Exit code: 0 tau is at least 0.97 on all days and the correlation below 0.5, 1 if not, 2 bad usage.

  --output DIR  the folder that \`npm run daily\` wrote
`
const MIN_TAU = 0.97
const MAX_CORRELATION = 0.5
/** A signal with a larger share than this must be explained in the methodology. */
const LARGE_SHARE = 0.35

await runAsCommand(import.meta.url, HELP, async (args) => {
  const { values } = parseArgs({ args, options: { output: { type: 'string' } } })
  if (values.output === undefined) throw new BadCommandLine('--output DIR is missing')
  const db = await openDatabase(':memory:')
  try {
    await loadDays(db, join(values.output, 'history'))
    const { lines, isHeld } = await steadiness(db)
    process.stdout.write(`${lines.join('\n')}\n`)
    return isHeld
  } finally {
    db.close()
  }
})

/** The results as lines of text; `isHeld` is true if they are within the limits. */
async function steadiness(db: Database): Promise<{ lines: string[]; isHeld: boolean }> {
  const [taus, jumps, weights, parts] = [
    await tauByDay(db),
    await causesOfJumps(db),
    await observedWeight(db),
    await varianceShares(db),
  ]
  const low = taus.filter(({ tau }) => tau < MIN_TAU)
  const lines = [...new Set(taus.map(({ category }) => category))].flatMap((category) => {
    const own = <Row extends { category: string }>(rows: Row[]) =>
      rows.filter((row) => row.category === category)
    const days = own(taus).map(({ tau }) => tau)
    return [
      `${category}: tau at least ${Math.min(...days).toFixed(3)}, mean ${(days.reduce((a, b) => a + b) / days.length).toFixed(3)} over ${days.length} pairs of days`,
      ...own(low).map(({ day, tau, agents }) => `  ${day}: ${tau.toFixed(3)} of ${agents} agents`),
      ...own(jumps).map(
        ({ key, cause, jumps: n, largest, first, last }) =>
          `  ${n} jumps by ${key}, ${cause}; at most ${largest.toFixed(1)}, ${first} to ${last}`,
      ),
      ...own(weights).map(
        ({ correlation }) => `  score and observed weight: ${correlation?.toFixed(2) ?? 'all have the same'}`,
      ),
      ...own(parts).map(
        ({ key, share }) =>
          `  ${(100 * share).toFixed(0)} % of the variance: ${key}${share > LARGE_SHARE ? ' (above 35)' : ''}`,
      ),
    ]
  })
  const isHeld =
    low.length === 0 && weights.every(({ correlation }) => Math.abs(correlation ?? 0) < MAX_CORRELATION)
  return { lines, isHeld }
}
