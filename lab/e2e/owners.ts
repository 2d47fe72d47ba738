import { hash } from 'node:crypto'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openProjection } from '../../core/projection/open_projection.ts'
import { diskBlobs } from '../../core/release/disk_blobs.ts'
import { PRIVATE_PATHS } from '../../core/release/paths.ts'
import { openReader } from '../../core/release/reader.ts'
import { currentRelease } from '../../core/release/release.ts'
import { openDatabase } from '../../pipeline/model/database.ts'
import { createHandler } from '../../serving/handler/handler.ts'
import { ServedRelease } from '../../serving/handler/served_release.ts'
import { OwnerChecks, type ProvenTies } from './owners/checks.ts'

/**
 * Asks a published index for owners: every agent with a proven tie is on its owner's page, no other is, an owner of one
 * agent leads to that, and no payer has a page. The folder holds the database of its day (`npm run daily --
 * --keep-database`), whose rules of trust say which ties are proven.
 */
const { values } = parseArgs({
  options: {
    output: { type: 'string', default: 'output' },
    owners: { type: 'string', default: '50' },
    payers: { type: 'string', default: '50' },
    seed: { type: 'string', default: '44' },
  },
})

/** Draws some texts by a fixed seed. */
const draw = (texts: string[], count: number): string[] =>
  texts
    .map((text) => ({ text, at: hash('sha256', `${values.seed} ${text}`) }))
    .sort((a, b) => (a.at < b.at ? -1 : 1))
    .slice(0, count)
    .map(({ text }) => text)

const current = currentRelease(values.output)
if (current === null) throw new Error(`there is no release in ${values.output}`)
const release = new ServedRelease(await openReader(diskBlobs(current.path), { openProjection }))
const handler = createHandler({ current: async () => release, now: () => new Date(), log: console.error })
const db = await openDatabase(join(values.output, 'cache/assay.duckdb'))
const readTexts = async (sql: string) => (await db.rows<{ text: string }>(sql)).map(({ text }) => text)

/** The agents that the rules of trust tie to an owner, by records that are still there. */
const readTies = (owner: string): Promise<ProvenTies> => {
  const [kind = '', name = ''] = owner.split(':')
  const key = { github: `account:github.com/${name}`, domain: `domain:${name}` }[kind]
  const isTied =
    key === undefined ? `starts_with(key, 'wallet:') and ends_with(key, '/${name}')` : `key = '${key}'`
  return db.rows(`select distinct handle from int_trust__proven_ties join agents using (handle)
    where agents.departed_on is null and ${isTied} order by handle`)
}

const owners = (await release.json<string[]>('private', PRIVATE_PATHS.ownersIndex)) ?? []
const payers = await readTexts(
  `select distinct payer as text from stg_x402_payments__payments
   where payer is not null and payer not in (select name from int_owners__ties) and payer not in (select operator from x402_demand)`,
)
const alone = await readTexts('select owner as text from agent_owners where not has_page')
const checks = new OwnerChecks((target) => handler.answer(new Request(`http://localhost${target}`)))
const results = [
  await checks.pages(draw(owners, Number(values.owners)), readTies),
  await checks.alone(draw(alone, Number(values.owners))),
  await checks.payers(draw(payers, Number(values.payers)), owners),
]
db.close()
console.log(`${owners.length} owners with a page, ${alone.length} of one agent, ${payers.length} payers`)
for (const { name, asked, wrong } of results) {
  console.log(`${name}: ${asked - wrong.length} of ${asked} right`)
  for (const problem of wrong.slice(0, 20)) console.log(`  ${problem}`)
}
process.exitCode = results.every(({ wrong }) => wrong.length === 0) ? 0 : 1
