import { hash } from 'node:crypto'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { PRIVATE_PATHS } from '../../core/release/paths.ts'
import { type Database, openDatabase } from '../../pipeline/model/database.ts'
import { runAsCommand, wholeNumber } from '../../scripts/lib/command.ts'
import { openIndex, reportChecks } from './keys/served_index.ts'
import { OwnerChecks, type ProvenTies } from './owners/checks.ts'

const HELP = `Usage: npm run e2e -- owners [--output FOLDER] [--owners N] [--payers N] [--seed TEXT]

Asks a published index for owners: every agent with a proven tie is on its owner's page, no other is, an owner of one agent
leads to that, and no payer has a page. The folder holds the database of its day ("npm run daily -- --keep-database"), whose
rules of trust say which ties are proven. Exit code: 0 all answers are right, 1 not, 2 bad usage.

  --output FOLDER  (default: output)
  --owners N       drawn of those with a page, and of those without (default: 50)
  --payers N       drawn of all (default: 50)
  --seed TEXT      of the draw (default: 44)
`
const OPTIONS = {
  output: { type: 'string', default: 'output' },
  owners: { type: 'string', default: '50' },
  payers: { type: 'string', default: '50' },
  seed: { type: 'string', default: '44' },
} as const

/** Draws some texts by a seed. */
const draw = (texts: string[], count: number, seed: string): string[] =>
  texts
    .map((text) => ({ text, at: hash('sha256', `${seed} ${text}`) }))
    .sort((a, b) => (a.at < b.at ? -1 : 1))
    .slice(0, count)
    .map(({ text }) => text)

/** The agents that the rules of trust tie to an owner, by records that are still there. */
function readTies(db: Database, owner: string): Promise<ProvenTies> {
  const [kind = '', name = ''] = owner.split(':')
  const key = { github: `account:github.com/${name}`, domain: `domain:${name}` }[kind]
  const isTied =
    key === undefined ? `starts_with(key, 'wallet:') and ends_with(key, '/${name}')` : `key = '${key}'`
  return db.rows(`select distinct handle from int_trust__proven_ties join agents using (handle)
    where agents.departed_on is null and ${isTied} order by handle`)
}

await runAsCommand(import.meta.url, HELP, async (args) => {
  const { values } = parseArgs({ args, options: OPTIONS })
  const number = (name: 'owners' | 'payers') => wholeNumber(name, values[name])
  const { seed } = values
  const { release, handler } = await openIndex(values.output)
  const db = await openDatabase(join(values.output, 'cache/assay.duckdb'))
  const readTexts = async (sql: string) => (await db.rows<{ text: string }>(sql)).map(({ text }) => text)

  const owners = (await release.json<string[]>('private', PRIVATE_PATHS.ownersIndex)) ?? []
  const payers = await readTexts(
    `select distinct payer as text from stg_x402_payments__payments
     where payer is not null and payer not in (select name from int_owners__ties) and payer not in (select operator from x402_demand)`,
  )
  const alone = await readTexts('select owner as text from agent_owners where not has_page')
  const checks = new OwnerChecks((target) => handler.answer(new Request(`http://localhost${target}`)))
  const results = [
    await checks.pages(draw(owners, number('owners'), seed), (owner) => readTies(db, owner)),
    await checks.alone(draw(alone, number('owners'), seed)),
    await checks.payers(draw(payers, number('payers'), seed), owners),
  ]
  db.close()
  console.log(`${owners.length} owners with a page, ${alone.length} of one agent, ${payers.length} payers`)
  return reportChecks(results)
})
