import { parseArgs } from 'node:util'
import { currentRelease } from '../../core/release/release.ts'
import { BadCommandLine, runAsCommand, wholeNumber } from '../../scripts/lib/command.ts'
import { openData } from '../../test/artifacts/data/given_release.ts'
import { installError } from '../../test/kit/added_package.ts'
import { loadChdb } from '../../test/kit/chdb.ts'
import { sampleOutput } from '../../test/sample_output.ts'
import { queryBoth } from './clickhouse/questions.ts'
import { buildBoth } from './clickhouse/windows.ts'

const HELP = `Usage: npm run e2e -- clickhouse [--output FOLDER] [--payments-a-day N] [--days N] [--seeds N]

Asks DuckDB and ClickHouse (chdb, fetched by npm for the occasion) the ten questions of the data's README over a release,
builds the x402 windows with both from the same Parquet files of made-up payments, and compares every row. Exit code: 0 all
agree, 1 at least one does not, or chdb cannot be had, 2 bad usage.

  --output FOLDER     the folder of a run; without it the sample's days are run
  --payments-a-day N  made-up payments (default: 2000)
  --days N            on so many days (default: 35)
  --seeds N           made up so many times (default: 3)
`

const OPTIONS = {
  output: { type: 'string' },
  'payments-a-day': { type: 'string', default: '2000' },
  days: { type: 'string', default: '35' },
  seeds: { type: 'string', default: '3' },
} as const

await runAsCommand(import.meta.url, HELP, async (args) => {
  const { values } = parseArgs({ args, options: OPTIONS })
  const number = (name: 'payments-a-day' | 'days' | 'seeds') => wholeNumber(name, values[name])
  const [paymentsADay, days, seeds] = [number('payments-a-day'), number('days'), number('seeds')]
  const output = values.output ?? (await sampleOutput())
  const release = currentRelease(output)
  if (release === null) throw new BadCommandLine(`there is no release in ${output}`)
  const engine = await loadChdb().catch((error: Error) => installError(error))
  if (typeof engine === 'string') {
    console.log(`not there: chdb: ${engine}`)
    return false
  }
  console.log(`ClickHouse ${engine.query('select version()', 'TSV').trim()}`)
  let areSame = true
  const show = (what: string, rows: number, difference: string | null) => {
    areSame &&= difference === null
    console.log(`${difference === null ? 'same' : 'DIFFERS'}  ${rows} rows  ${what}`)
    if (difference !== null) console.log(`  ${difference.slice(0, 1_000)}`)
  }
  for (const { asks, rows, difference } of await queryBoth(openData(release))) show(asks, rows, difference)
  for (let seed = 1; seed <= seeds; seed += 1)
    for (const { model, rows, difference } of await buildBoth({ paymentsADay, days, seed }))
      show(`${model}, seed ${seed}`, rows, difference)
  return areSame
})
