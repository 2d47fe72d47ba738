import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openProjection } from '../../core/projection/open_projection.ts'
import { diskBlobs } from '../../core/release/disk_blobs.ts'
import { PRIVATE_PATHS } from '../../core/release/paths.ts'
import { openReader } from '../../core/release/reader.ts'
import { currentRelease } from '../../core/release/release.ts'
import { openDatabase } from '../../pipeline/model/database.ts'
import type { AgentRow } from '../../serving/handler/agent_index.ts'
import { createHandler } from '../../serving/handler/handler.ts'
import { ServedRelease } from '../../serving/handler/served_release.ts'
import { KeyChecks, type Pair } from './keys/checks.ts'

/**
 * Asks a published index by the keys of its agents: every spelling leads to them, unknown keys lead to nobody, what looks
 * like another agent is behind it, and wallets are told from each other. The folder holds the database of its day
 * (`npm run daily -- --keep-database`), from which pairs of host and wallet are taken.
 */
const { values } = parseArgs({
  options: {
    output: { type: 'string', default: 'output' },
    agents: { type: 'string', default: '200' },
    pairs: { type: 'string', default: '40' },
    unknown: { type: 'string', default: '100' },
  },
})

async function readPairs(output: string): Promise<Pair[]> {
  const db = await openDatabase(join(output, 'cache/assay.duckdb'))
  const pairs = await db.rows<Pair>(
    `select name as host, wallet, (select list(distinct named.wallet) from payment_wallets as named where named.subject = 'host' and named.name = quoted.name) as named
     from payment_wallets as quoted where subject = 'host' and is_quoted
     group by name, wallet order by hash(name || wallet), name, wallet limit ${Number(values.pairs)}`,
  )
  db.close()
  return pairs
}

const current = currentRelease(values.output)
if (current === null) throw new Error(`there is no release in ${values.output}`)
const release = new ServedRelease(await openReader(diskBlobs(current.path), { openProjection }))
const handler = createHandler({ current: async () => release, now: () => new Date(), log: console.error })
const rows = (await release.json<AgentRow[]>('private', PRIVATE_PATHS.agentsIndex)) ?? []
const handles = rows.map(([handle]) => handle)
const marked = rows.filter(([, , isMarked]) => isMarked === 1).map(([handle]) => handle)
const checks = new KeyChecks(handler, release)
const results = [
  await checks.spellings(handles, Number(values.agents)),
  await checks.unknown(Number(values.unknown)),
  await checks.impersonators(marked),
  await checks.pairs(await readPairs(values.output)),
]
for (const { name, asked, wrong } of results) {
  console.log(`${name}: ${asked - wrong.length} of ${asked} right`)
  for (const problem of wrong.slice(0, 20)) console.log(`  ${problem}`)
}
console.log(
  `spellings that name one agent: ${checks.counts.chosen}; that list several: ${checks.counts.listed}`,
)
process.exitCode = results.every(({ wrong }) => wrong.length === 0) ? 0 : 1
