import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { BadCommandLine, runAsCommand } from './lib/command.ts'

const HELP = `npm run new-source NAME
Writes a source that works, its recording and its staging model, for you to change:
  pipeline/sources/NAME.ts
  test/sources/recordings/NAME.json
  sql/staging/stg_NAME__rows.sql
NAME is the raw table's name too: lower case, with underscores, e.g. weather_stations.
`
const ROOT = resolve(import.meta.dirname, '..')

/**
 * The files of a new source by their paths in the project, for a name that can be one. They pass the contract test as
 * they are.
 */
export function sourceFiles(name: string): Record<string, string> {
  return {
    [`pipeline/sources/${name}.ts`]: sourceText(name),
    [`test/sources/recordings/${name}.json`]: recordingText(name),
    [`sql/staging/stg_${name}__rows.sql`]: stagingText(name),
  }
}

/**
 * Writes the files of a new source into a checkout; returns their paths. Throws BadCommandLine for a bad or taken name.
 */
export function writeSource(root: string, name: string): string[] {
  refuseBad(name)
  const files = Object.entries(sourceFiles(name))
  requireFree(root, name, Object.keys(sourceFiles(name)))
  for (const [path, text] of files) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text, { flag: 'wx' })
  }
  return files.map(([path]) => path)
}

function refuseBad(name: string): void {
  const problem =
    name.length > 40
      ? 'is too long: at most 40 characters'
      : /^catalog(_|$)/.test(name)
        ? 'is kept for the tables of the catalogue: choose another'
        : 'is no name of a table: lower-case words joined by one underscore'
  const isGood = /^(?!catalog(_|$))[a-z][a-z\d]*(_[a-z\d]+)*$/.test(name) && name.length <= 40
  if (!isGood) throw new BadCommandLine(`the name ${JSON.stringify(name)} ${problem}, e.g. weather_stations`)
}

function requireFree(root: string, name: string, paths: string[]): void {
  const staging = join(root, 'sql/staging')
  const models = existsSync(staging) ? readdirSync(staging) : []
  const model = models.find((file) => file.startsWith(`stg_${name}__`))
  const taken = paths.find((path) => existsSync(join(root, path))) ?? (model && `sql/staging/${model}`)
  if (taken)
    throw new BadCommandLine(`the name ${name} is taken by ${taken}: choose another, or change that file`)
}

const host = (name: string): string => `api.${name.replaceAll('_', '-')}.example`

const sourceText = (name: string): string => `import { z } from 'zod'
import { defineSource } from '../source/define_source.ts'
import { pick } from '../source/pick.ts'

const ITEMS = 'https://${host(name)}/items'
// An empty list is a failure of theirs, and not the departure of every item.
const Items = z.looseObject({ items: z.array(z.unknown()).min(1) })

/** Everything that ${host(name)} lists, complete each day, in one request. */
export default defineSource({
  name: '${name}',
  title: 'Items and their prices, as ${host(name)} lists them',
  docs: 'https://${host(name)}/docs',
  license: 'Public API; terms of service of its operator',
  republished: 'results',
  attribution: '${host(name)}',
  key: ['id'],
  budget: 1,
  row: z.object({ id: z.string().regex(/^[!-~]{1,200}$/), price: z.number().nullable() }),
  async *fetch({ http }) {
    const from = await http.json(ITEMS, Items)
    for (const item of from.data?.items ?? [])
      yield { from, row: { id: pick(item, 'id'), price: pick(item, 'price') } }
    return 'all'
  },
})
`

const recordingText = (name: string): string => `{
  "note": "Made up for tests: no such item or price exists.",
  "replies": [
    {
      "url": "https://${host(name)}/items",
      "items": "items",
      "body": { "items": [{ "id": "sample-1", "price": 1.5 }, { "id": "sample-2" }] }
    }
  ],
  "expected": {
    "coverage": "all",
    "rows": [{ "id": "sample-1", "price": 1.5 }, { "id": "sample-2", "price": null }]
  }
}
`

const stagingText = (
  name: string,
): string => `-- One row per item that ${host(name)} lists, or listed once (is_gone).
select
  id,
  price,
  gone_since is not null as is_gone,
  observed_on,
  observed_at,
  source_url,
  response_sha256
from raw_${name}
`

const nextSteps = (name: string, paths: string[]): string => `Written:
${paths.map((path) => `  ${path}`).join('\n')}
It passes the contract test as it is:
  npx vitest run test/sources/contract.test.ts -t 'source ${name}'
Next:
  1. Put in the real address, licence and fields; keep the recording small and its names made up.
  2. Use the staging model in a signal or a record: see CONTRIBUTING.md.
  3. Let sample answer for the address: until then the sample's run names the source as failed.
  4. npm run docs && npm run check
`

await runAsCommand(import.meta.url, HELP, async ([name, ...rest]) => {
  if (name === undefined || rest.length > 0)
    throw new BadCommandLine('write one name: npm run new-source NAME')
  process.stdout.write(nextSteps(name, writeSource(ROOT, name)))
  return true
})
