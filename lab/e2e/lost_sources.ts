import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Database } from '../../pipeline/model/database.ts'
import { BadCommandLine, runAsCommand } from '../../scripts/lib/command.ts'
import { openMarket } from '../gaming/market.ts'
import { type Loss, measureLoss, rankedIn, sourcesWithRows } from './lost_sources/loss.ts'

const HELP = `Usage: npm run e2e -- lost-sources --output DIR

Whom the loss of a single source costs the rank. Builds the models of the last day of an output folder once as they are,
and once more for each source as if it had never been read. An agent must keep its rank as long as anything that a rank
needs is known of it from elsewhere. Exit code: 0 so it is for each source, 1 if not, 2 bad usage.

  --output DIR  the folder that \`npm run daily\` wrote; it is only read
`

await runAsCommand(import.meta.url, HELP, async (args) => {
  const { values } = parseArgs({ args, options: { output: { type: 'string' } } })
  if (values.output === undefined) throw new BadCommandLine('--output DIR is missing')
  const folder = mkdtempSync(join(tmpdir(), 'assay-lost-'))
  const db = await openMarket(values.output, folder)
  try {
    return await loseEach(db)
  } finally {
    db.close()
    rmSync(folder, { recursive: true, force: true })
  }
})

/**
 * Prints a line for each source and category whose loss costs ranks; true if no agent with other evidence lost its
 * rank.
 */
async function loseEach(db: Database): Promise<boolean> {
  const ranked = await rankedIn(db)
  process.stdout.write(`${ranked.length} ranks; without one source:\n`)
  let unjust = 0
  for (const source of await sourcesWithRows(db)) {
    const losses = await measureLoss(db, source, ranked)
    process.stdout.write(`${source}: ${losses.length === 0 ? 'all keep their rank' : ''}\n`)
    for (const loss of losses) process.stdout.write(`  ${formatLoss(loss)}\n`)
    unjust += losses.reduce((sum, loss) => sum + loss.unjust, 0)
  }
  return unjust === 0
}

function formatLoss({ category, ranked, gone, unknown, unjust }: Loss): string {
  return `${category}: of ${ranked}, ${gone} are no longer in the category, of ${unknown} nothing is known that a rank needs, ${unjust} lose it all the same`
}
