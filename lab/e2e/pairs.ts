import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { openDatabase } from '../../pipeline/model/database.ts'
import { BadCommandLine, runAsCommand, wholeNumber } from '../../scripts/lib/command.ts'
import { drawPairs } from './pairs/draw.ts'
import { agentsIn, ReadPair, type Score, scorePairs } from './pairs/score.ts'

const HELP = `Usage: npm run e2e -- pairs --database FILE [--draw N --seed N]

Compares the records that the models of a day join with 120 pairs that were read by hand (test/identity/pairs.json):
precision and recall. Exit code: 0 no two agents are joined, 1 some are, 2 bad usage.

  --database FILE  the database of a day, output/cache/assay.duckdb of "npm run daily -- --keep-database"
  --draw N         print new pairs instead: N of each kind of likeness, and as many by chance
  --seed N         the seed of that choice (default: 1)
`

const PAIRS = new URL('../../test/identity/pairs.json', import.meta.url)

/** The pairs that were read. */
export const readPairs = (): ReadPair[] => z.array(ReadPair).parse(JSON.parse(readFileSync(PAIRS, 'utf8')))

/** The score as lines of text. */
export function scoreLines({ joined: { same, copy }, wrong, missed }: Score): string[] {
  const found = same.found + copy.found
  const formatShare = (part: number, all: number) =>
    `${part} of ${all} (${all === 0 ? '–' : `${Math.round((100 * part) / all)} %`})`
  return [
    `precision  ${formatShare(found, found + wrong.length)}`,
    `recall     ${formatShare(found, same.all + copy.all)}: one agent ${formatShare(same.found, same.all)}, copies ${formatShare(copy.found, copy.all)}`,
    ...wrong.map(({ a, b, why }) => `  wrong   ${a} and ${b}: ${why}`),
    ...missed.map(({ a, b, why }) => `  missed  ${a} and ${b}: ${why}`),
  ]
}

await runAsCommand(import.meta.url, HELP, async (args) => {
  const { values } = parseArgs({
    args,
    options: {
      database: { type: 'string' },
      draw: { type: 'string' },
      seed: { type: 'string', default: '1' },
    },
  })
  if (values.database === undefined)
    throw new BadCommandLine('--database is missing: name the database of a day')
  const db = await openDatabase(values.database)
  try {
    if (values.draw !== undefined) {
      const drawn = await drawPairs(db, wholeNumber('draw', values.draw), wholeNumber('seed', values.seed))
      console.log(drawn.map((pair) => JSON.stringify(pair)).join('\n'))
      return true
    }
    const score = scorePairs(readPairs(), await agentsIn(db))
    console.log(scoreLines(score).join('\n'))
    return score.wrong.length === 0
  } finally {
    db.close()
  }
})
