import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { PRIVATE_PATHS } from '../../core/release/paths.ts'
import { openDatabase } from '../../pipeline/model/database.ts'
import { runAsCommand, wholeNumber } from '../../scripts/lib/command.ts'
import type { AgentRow } from '../../serving/handler/agent_index.ts'
import { KeyChecks, type Pair } from './keys/checks.ts'
import { openIndex, reportChecks } from './keys/served_index.ts'

const HELP = `Usage: npm run e2e -- keys [--output FOLDER] [--agents N] [--pairs N] [--unknown N]

Asks a published index by the keys of its agents: every spelling leads to them, unknown keys lead to nobody, what looks like
another agent is behind it, and wallets are told from each other. The folder holds the database of its day ("npm run daily
-- --keep-database"), from which pairs of host and wallet are taken. Exit code: 0 all answers are right, 1 not, 2 bad usage.

  --output FOLDER  (default: output)
  --agents N       asked for by every spelling of their keys (default: 200)
  --pairs N        of host and wallet, right and swapped (default: 40)
  --unknown N      keys that nobody has (default: 100)
`
const OPTIONS = {
  output: { type: 'string', default: 'output' },
  agents: { type: 'string', default: '200' },
  pairs: { type: 'string', default: '40' },
  unknown: { type: 'string', default: '100' },
} as const

async function readPairs(output: string, count: number): Promise<Pair[]> {
  const db = await openDatabase(join(output, 'cache/assay.duckdb'))
  const pairs = await db.rows<Pair>(
    `select name as host, wallet, (select list(distinct named.wallet) from payment_wallets as named where named.subject = 'host' and named.name = quoted.name) as named
     from payment_wallets as quoted where subject = 'host' and is_quoted
     group by name, wallet order by hash(name || wallet), name, wallet limit ${count}`,
  )
  db.close()
  return pairs
}

await runAsCommand(import.meta.url, HELP, async (args) => {
  const { values } = parseArgs({ args, options: OPTIONS })
  const number = (name: 'agents' | 'pairs' | 'unknown') => wholeNumber(name, values[name])
  const { release, handler } = await openIndex(values.output)
  const rows = (await release.json<AgentRow[]>('private', PRIVATE_PATHS.agentsIndex)) ?? []
  const handles = rows.map(([handle]) => handle)
  const marked = rows.filter(([, , isMarked]) => isMarked === 1).map(([handle]) => handle)
  const checks = new KeyChecks(handler, release)
  const results = [
    await checks.spellings(handles, number('agents')),
    await checks.unknown(number('unknown')),
    await checks.impersonators(marked),
    await checks.pairs(await readPairs(values.output, number('pairs'))),
  ]
  const isRight = reportChecks(results)
  console.log(
    `spellings that name one agent: ${checks.counts.chosen}; that list several: ${checks.counts.listed}`,
  )
  return isRight
})
