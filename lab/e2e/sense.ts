import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { BadCommandLine, runAsCommand } from '../../scripts/lib/command.ts'
import { judgeAll } from './sense/judge.ts'
import { formatTable } from './sense/page.ts'
import { STATEMENTS } from './sense/statements.ts'
import { openRelease } from './sense/tables.ts'

const HELP = `Usage: npm run e2e -- sense --output DIR [--page FILE]

Sixty statements that an informed person would make of an index of a replay's last day, each held or broken by what its
newest release publishes for researchers. Exit code: 0 at least 57 hold, 1 if not, 2 bad usage.

  --output DIR  the folder that \`npm run daily\` wrote
  --page FILE   writes the table there: docs/sense.md is that of the replay's last day in the mode of hosts
`
const MIN_HELD = 57

await runAsCommand(import.meta.url, HELP, async (args) => {
  const { values } = parseArgs({ args, options: { output: { type: 'string' }, page: { type: 'string' } } })
  if (values.output === undefined) throw new BadCommandLine('--output DIR is missing')
  const release = readdirSync(join(values.output, 'releases')).sort().at(-1)
  if (release === undefined) throw new BadCommandLine(`${values.output} holds no release`)
  const db = await openRelease(join(values.output, 'releases', release))
  try {
    const judged = await judgeAll(db, STATEMENTS)
    const held = judged.filter(({ reasons }) => reasons.length === 0)
    for (const { area, text, reasons } of judged)
      process.stdout.write(
        `${reasons.length === 0 ? 'held  ' : 'BROKEN'} ${area}: ${text}  ${reasons.join('; ')}\n`,
      )
    process.stdout.write(`${held.length} of ${judged.length} hold\n`)
    if (values.page !== undefined) writeFileSync(values.page, formatTable(judged, release.slice(0, 10)))
    return held.length >= MIN_HELD
  } finally {
    db.close()
  }
})
