import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { fakeCostsText, type RankCost } from '../../pipeline/catalog/fake_costs.ts'
import { BadCommandLine, runAsCommand } from '../../scripts/lib/command.ts'
import { sinkings } from '../gaming/attacks/rivals.ts'
import { attacksOn } from '../gaming/attacks.ts'
import { build } from '../gaming/build.ts'
import { studyFalls } from '../gaming/falls.ts'
import { openMarket, splitWallets } from '../gaming/market.ts'
import { marketReport } from '../gaming/market_report.ts'
import { studyMarket } from '../gaming/market_study.ts'
import { gamingPage, MARKET_NAMES, marketMark, measuredOn, STUDY } from '../gaming/page.ts'
import { findCheapAdvice, rankCosts, report } from '../gaming/report.ts'
import { type Result, study, studySinkings } from '../gaming/study.ts'
import { findVictims } from '../gaming/victims.ts'
import { openWorld } from '../gaming/world.ts'

const HELP = `Usage: npm run e2e -- gaming [--market NAME --output DIR [--split]]

Simulates attacks on the rankings of the sample world and writes the results to docs/reference/gaming.md.

  --market NAME  attacks the last day of an output folder instead, and writes the section of this market: ${MARKET_NAMES.join(', ')}
  --output DIR   the folder, as \`npm run daily\` leaves it; it is only read
  --split        splits its wallets first, until 92 % of them pay one seller
`
const PAGE = join(import.meta.dirname, '../../docs/reference/gaming.md')
/** The costs shown on methodology pages. */
const COSTS = join(import.meta.dirname, '../../sql/seeds/catalog/fake_costs.csv')
const OPTIONS = {
  market: { type: 'string' },
  output: { type: 'string' },
  split: { type: 'boolean', default: false },
} as const

await runAsCommand(import.meta.url, HELP, async (args) => {
  const { values } = parseArgs({ args, options: OPTIONS })
  if (values.market !== undefined) return market(values.market, values.output, values.split)
  const { tables, costs, results } = await gaming()
  writePart(STUDY, `${tables}\n`)
  writeFileSync(COSTS, fakeCostsText(costs))
  process.stdout.write(`${tables}\n`)
  return hasNoCheapAdvice(results)
})

/** True if no limit is above its share of what was spent on it; says which ones are. */
function hasNoCheapAdvice(results: Result[]): boolean {
  const cheap = findCheapAdvice(results)
  for (const { attack, variant, after } of cheap)
    process.stderr.write(
      `${attack.name}, ${variant.label}: ${after.per_transaction} USD at once and ${after.daily} a day for ${variant.spent}\n`,
    )
  return cheap.length === 0
}

/** The whole study as Markdown tables, and what each goal costs; takes three and a half minutes. */
async function gaming(): Promise<{ tables: string; costs: RankCost[]; results: Result[] }> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-gaming-'))
  const db = await openWorld(folder)
  try {
    const victims = await findVictims(db)
    const clean = await build(db, [])
    const falls = await studyFalls(db, clean)
    const sunk = await studySinkings(db, clean, sinkings(victims))
    const results = await study(db, clean, attacksOn(victims))
    return { tables: report(clean, results, sunk, falls), costs: rankCosts(clean, results), results }
  } finally {
    db.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Replaces one measured text of the page. */
function writePart(mark: string, text: string): void {
  writeFileSync(PAGE, gamingPage({ ...measuredOn(readFileSync(PAGE, 'utf8')), [mark]: text }))
}

/** Writes the results of a market into its section of the page. */
async function market(name: string, output: string | undefined, isSplit: boolean): Promise<boolean> {
  if (output === undefined) throw new BadCommandLine('--market needs --output DIR, the folder of the market')
  if (!MARKET_NAMES.includes(name))
    throw new BadCommandLine(
      `docs/reference/gaming.md has no market ${name}: choose from ${MARKET_NAMES.join(', ')}`,
    )
  const folder = mkdtempSync(join(tmpdir(), 'assay-market-'))
  const db = await openMarket(output, folder)
  try {
    if (isSplit) await splitWallets(db)
    const found = await studyMarket(db)
    const written = `${marketReport(found)}\n`
    writePart(marketMark(name), written)
    process.stdout.write(written)
    return hasNoCheapAdvice(found.results)
  } finally {
    db.close()
    rmSync(folder, { recursive: true, force: true })
  }
}
