import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runAsCommand } from '../../scripts/lib/command.ts'
import { sinkings } from './attacks/rivals.ts'
import { attacksOn } from './attacks.ts'
import { build } from './build.ts'
import { studyFalls } from './falls.ts'
import { report } from './report.ts'
import { study, studySinkings } from './study.ts'
import { findVictims } from './victims.ts'
import { openWorld } from './world.ts'

const HELP = `npm run gaming
Simulates attacks on the rankings of the sample world and writes the results to docs/gaming.md.
`
const PAGE = join(import.meta.dirname, '../../docs/gaming.md')
/** All after this line of the page is written here. */
const WRITTEN = '<!-- what follows is written by npm run gaming -->\n'

await runAsCommand(import.meta.url, HELP, async () => {
  const tables = await gaming()
  const [prose = ''] = readFileSync(PAGE, 'utf8').split(WRITTEN)
  writeFileSync(PAGE, `${prose}${WRITTEN}\n${tables}\n`)
  process.stdout.write(`${tables}\n`)
  return true
})

/** The whole study as Markdown tables; takes a minute and a half. */
async function gaming(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-gaming-'))
  const db = await openWorld(folder)
  try {
    const victims = await findVictims(db)
    const clean = await build(db, [])
    const falls = await studyFalls(db, clean)
    const sunk = await studySinkings(db, clean, sinkings(victims))
    return report(clean, await study(db, clean, attacksOn(victims)), sunk, falls)
  } finally {
    db.close()
    rmSync(folder, { recursive: true, force: true })
  }
}
