import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RankCost } from '../../pipeline/catalog/fake_costs.ts'
import { runAsCommand } from '../../scripts/lib/command.ts'
import { sinkings } from './attacks/rivals.ts'
import { attacksOn } from './attacks.ts'
import { build } from './build.ts'
import { studyFalls } from './falls.ts'
import { rankCosts, report } from './report.ts'
import { study, studySinkings } from './study.ts'
import { findVictims } from './victims.ts'
import { openWorld } from './world.ts'

const HELP = `npm run gaming
Simulates attacks on the rankings of the sample world and writes the results to docs/gaming.md.
`
const PAGE = join(import.meta.dirname, '../../docs/gaming.md')
/** What the pages of methodologies show of it. */
const COSTS = join(import.meta.dirname, '../../pipeline/catalog/fake_costs.json')
/** All after this line of the page is written here. */
const WRITTEN = '<!-- what follows is written by npm run gaming -->\n'

await runAsCommand(import.meta.url, HELP, async () => {
  const { tables, costs } = await gaming()
  const [prose = ''] = readFileSync(PAGE, 'utf8').split(WRITTEN)
  writeFileSync(PAGE, `${prose}${WRITTEN}\n${tables}\n`)
  writeFileSync(COSTS, `${JSON.stringify(costs, null, 2)}\n`)
  process.stdout.write(`${tables}\n`)
  return true
})

/** The whole study as Markdown tables, and what each goal costs; takes a minute and a half. */
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
