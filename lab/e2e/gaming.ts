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
import { rankCosts, report } from '../gaming/report.ts'
import { study, studySinkings } from '../gaming/study.ts'
import { findVictims } from '../gaming/victims.ts'
import { openWorld } from '../gaming/world.ts'

const HELP = `npm run e2e -- gaming [--market NAME --output DIR [--split]]
Simulates attacks on the rankings of the sample world and writes the results to docs/scores/gaming.md.

  --market NAME  attacks the last day of an output folder instead, and writes what it came to between the marks of this
                 name on the page
  --output DIR   the folder, as \`npm run daily\` leaves it; it is only read
  --split        splits its wallets first, until 92 % of them pay one seller
`
const PAGE = join(import.meta.dirname, '../../docs/scores/gaming.md')
/** What the pages of methodologies show of it. */
const COSTS = join(import.meta.dirname, '../../sql/seeds/catalog/fake_costs.csv')
const OPTIONS = {
  market: { type: 'string' },
  output: { type: 'string' },
  split: { type: 'boolean', default: false },
} as const
/** All after this line of the page is written here. */
const WRITTEN = '<!-- what follows is written by npm run e2e -- gaming -->\n'

await runAsCommand(import.meta.url, HELP, async (args) => {
  const { values } = parseArgs({ args, options: OPTIONS })
  if (values.market !== undefined) return market(values.market, values.output, values.split)
  const { tables, costs } = await gaming()
  const [prose = ''] = readFileSync(PAGE, 'utf8').split(WRITTEN)
  writeFileSync(PAGE, `${prose}${WRITTEN}\n${tables}\n`)
  writeFileSync(COSTS, fakeCostsText(costs))
  process.stdout.write(`${tables}\n`)
  return true
})

/** The whole study as Markdown tables, and what each goal costs; takes three and a half minutes. */
async function gaming(): Promise<{ tables: string; costs: RankCost[] }> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-gaming-'))
  const db = await openWorld(folder)
  try {
    const victims = await findVictims(db)
    const clean = await build(db, [])
    const falls = await studyFalls(db, clean)
    const sunk = await studySinkings(db, clean, sinkings(victims))
    const results = await study(db, clean, attacksOn(victims))
    return { tables: report(clean, results, sunk, falls), costs: rankCosts(clean, results) }
  } finally {
    db.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Writes what a market came to into its place on the page. */
async function market(name: string, output: string | undefined, isSplit: boolean): Promise<boolean> {
  if (output === undefined) throw new BadCommandLine('--market needs --output DIR, the folder of the market')
  const page = readFileSync(PAGE, 'utf8')
  const [start, end] = [`<!-- market ${name} -->\n`, `<!-- end of market ${name} -->`]
  const [from, to] = [page.indexOf(start), page.indexOf(end)]
  if (from < 0 || to < 0)
    throw new BadCommandLine(`docs/scores/gaming.md has no place for the market ${name}: add ${start}${end}`)
  const folder = mkdtempSync(join(tmpdir(), 'assay-market-'))
  const db = await openMarket(output, folder)
  try {
    if (isSplit) await splitWallets(db)
    const written = `${marketReport(await studyMarket(db))}\n`
    writeFileSync(PAGE, page.slice(0, from + start.length) + written + page.slice(to))
    process.stdout.write(written)
    return true
  } finally {
    db.close()
    rmSync(folder, { recursive: true, force: true })
  }
}
