import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Database, openDatabase } from '../../pipeline/model/database.ts'
import { BadCommandLine, runAsCommand } from '../../scripts/lib/command.ts'
import { type Cover, listWrongMoves, loadIntervals, measureCover } from './steadiness/intervals.ts'
import { causesOfJumps, loadDays, observedWeight, tauByDay, varianceShares } from './steadiness/measures.ts'

const HELP = `Usage: npm run e2e -- steadiness --output DIR

How far the rankings of an output folder with several days move from day to day, and with what. For each category:
Kendall's tau between neighbouring days, jumps of 5 points or more with the signal that moved most, Spearman's
correlation of score and observed weight, and the share of each signal in the variance of scores, both of the last day.
Then how often the intervals of scores held values that were hidden from them, pooled over all days, and how wide those
of ranks are; movers that were named although the intervals of both days overlap, or although they moved by more than 20
places without evidence of both days.
Reads only history/. Exit code: 0 tau is at least 0.97 on all days, the correlation below 0.5, at least 85 percent inside
wherever 300 values were hidden, and no mover named wrongly; 1 if not, 2 bad usage.

  --output DIR  the folder that \`npm run daily\` wrote
`
const MIN_TAU = 0.97
const MAX_CORRELATION = 0.5
/** Hidden values of a category from which its share inside is judged, and the least that it should be. */
const MIN_HIDDEN = 300
const MIN_INSIDE = 0.85
/** A larger share is said: the intervals are wider than they need be, or many agents have the same value. */
const LARGE_INSIDE = 0.95
/** A move of more places must rest on evidence. */
const MAX_PLACES = 20
/** A signal with a larger share than this must be explained in the methodology. */
const LARGE_SHARE = 0.35

await runAsCommand(import.meta.url, HELP, async (args) => {
  const { values } = parseArgs({ args, options: { output: { type: 'string' } } })
  if (values.output === undefined) throw new BadCommandLine('--output DIR is missing')
  const db = await openDatabase(':memory:')
  try {
    await loadDays(db, join(values.output, 'history'))
    const moves = await steadiness(db)
    const intervals = await measureIntervals(db, join(values.output, 'history'))
    process.stdout.write(`${[...moves.lines, ...intervals.lines].join('\n')}\n`)
    return moves.isHeld && intervals.isHeld
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

/** The same of the intervals; held where there are none yet. */
async function measureIntervals(
  db: Database,
  history: string,
): Promise<{ lines: string[]; isHeld: boolean }> {
  if (!(await loadIntervals(db, history))) return { lines: ['no intervals yet'], isHeld: true }
  const [covers, wrong] = [await measureCover(db), await listWrongMoves(db, MAX_PLACES)]
  const isLow = ({ hidden, inside }: Cover): boolean => hidden >= MIN_HIDDEN && inside / hidden < MIN_INSIDE
  const lines = [
    ...covers.map(
      (cover) =>
        `${cover.category}: ${percent(cover.inside, cover.hidden)} of ${cover.hidden} values hidden on ${cover.days} days inside${isLow(cover) ? ' (below 85)' : cover.inside / cover.hidden > LARGE_INSIDE ? ' (above 95)' : ''}; median width of a rank ${cover.width} of ${cover.ranked}, ${percent(cover.width, cover.ranked)}`,
    ),
    ...wrong.map(
      ({ day, category, handle, rank_before, rank_after, cause }) =>
        `  ${day}: ${handle} in ${category} was named for ${rank_before} to ${rank_after}, by ${cause ?? 'nothing of its own'}`,
    ),
    `${wrong.length} movers were named wrongly`,
  ]
  return { lines, isHeld: wrong.length === 0 && !covers.some(isLow) }
}

function percent(part: number, whole: number): string {
  return `${((100 * part) / whole).toFixed(1)} %`
}
