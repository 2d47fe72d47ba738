import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { sqlModels } from '../../pipeline/model/build.ts'
import { type Database, literal, openDatabase } from '../../pipeline/model/database.ts'
import { sortModels } from '../../pipeline/model/order.ts'
import { createMacros } from '../../pipeline/model/rules.ts'
import { createTable } from '../../pipeline/model/tables.ts'
import { BadCommandLine, runAsCommand, wholeNumber } from '../../scripts/lib/command.ts'
import { fetchTrueDay } from './incidents/truth.ts'
import { toReplayDate } from './liveness/replay_days.ts'

const HELP = `Usage: npm run e2e -- incidents --output DIR --server URL [--days N]

Makes incidents by the models of the pipeline from the probes that a run recorded, and compares their days with the bad days
of a replay server in its hosts mode, for the addresses that were asked on every day. Exit code: 0 at least 0.99 of the days
are right both ways, 1 if not, 2 bad usage.

  --output DIR   the folder that \`npm run daily\` wrote
  --server URL   such as http://127.0.0.1:9900, started with the --remotes and --seed of the recording
  --days N       number of days from the first; default: 10
`
const OPTIONS = {
  output: { type: 'string' },
  server: { type: 'string' },
  days: { type: 'string', default: '10' },
} as const
const MODELS = ['stg_endpoint_probes__observations', 'int_probes__incidents']
const MIN_RIGHT = 0.99
const MAX_SHOWN = 10

/** The days of addresses that were asked on each of them, as they were in truth and as incidents have them. */
const JUDGED = `
  create table judged as
  with daily as (
    select probe_address(url) as address
    from stg_endpoint_probes__observations
    where kind not in ('proof', 'manifest')
    group by address
    having count(distinct observed_on) = (select count(distinct day) from truth)
  ),
  living as (
    select address from truth group by address having bool_or(is_alive)
  )
  select
    truth.address, truth.day, truth.is_bad, seen.outcome,
    living.address is not null and not truth.is_alive as is_bad_in_truth,
    incidents.address is not null and seen.is_silent as is_bad_as_seen
  from truth
  join daily using (address)
  left join living using (address)
  join (
    select distinct on (address, observed_on) probe_address(url) as address, observed_on, outcome, is_silent
    from stg_endpoint_probes__observations order by address, observed_on, is_alive desc
  ) as seen on seen.address = truth.address and seen.observed_on = truth.day
  left join int_probes__incidents as incidents
    on incidents.address = truth.address and truth.day between incidents.began_on and coalesce(incidents.ended_on, truth.day)
  where not truth.is_unmeasured`

await runAsCommand(import.meta.url, HELP, async (args) => {
  const { output, server, days } = parseArgs({ args, options: OPTIONS }).values
  if (output === undefined || server === undefined)
    throw new BadCommandLine('write --output DIR --server URL')
  const db = await openDatabase(':memory:')
  try {
    await loadDays(db, output, wholeNumber('days', days))
    await loadTruth(db, server, wholeNumber('days', days))
    return await areIncidentsTrue(db)
  } finally {
    db.close()
  }
})

/** Loads the recorded probes, and builds the incidents from them. */
async function loadDays(db: Database, output: string, days: number): Promise<void> {
  const folder = join(output, 'history/observations/endpoint_probes')
  const files = Array.from({ length: days }, (_, day) => join(folder, `${toReplayDate(day)}.parquet`))
  const missing = files.find((file) => !existsSync(file))
  if (missing !== undefined) throw new BadCommandLine(`${missing} is missing: run the days until then first`)
  await createMacros(db)
  await db.run(`create table run as select date ${literal(toReplayDate(days - 1))} as day`)
  await db.run(
    `create view observed_endpoint_probes as select * from read_parquet([${files.map(literal).join(', ')}], union_by_name := true)`,
  )
  const models = (await sqlModels(db)).filter(({ name }) => MODELS.includes(name))
  for (const model of sortModels(models, ['run', 'observed_endpoint_probes'])) await model.build(db)
}

async function loadTruth(db: Database, server: string, days: number): Promise<void> {
  const columns = {
    url: 'VARCHAR',
    day: 'DATE',
    is_alive: 'BOOLEAN',
    is_unmeasured: 'BOOLEAN',
    is_bad: 'BOOLEAN',
  }
  for (let day = 0; day < days; day += 1) {
    await createTable(db, `truth_${day}`, columns, await fetchTrueDay(server, day))
  }
  const all = Array.from({ length: days }, (_, day) => `select * from truth_${day}`).join(' union all ')
  await db.run(`create table truth as select probe_address(url) as address, * from (${all})`)
}

interface Count {
  addresses: number
  days: number
  truth: number
  seen: number
  both: number
  declared: number
  incidents: number
  lasting: number
}

async function areIncidentsTrue(db: Database): Promise<boolean> {
  await db.run(JUDGED)
  const [count] = await db.rows<Count>(`
    select
      count(distinct address) as addresses, count(*) as days,
      count(*) filter (is_bad_in_truth) as truth, count(*) filter (is_bad_as_seen) as seen,
      count(*) filter (is_bad_in_truth and is_bad_as_seen) as both, count(*) filter (is_bad) as declared,
      (select count(*) from int_probes__incidents semi join judged using (address)) as incidents,
      (select count(*) from int_probes__incidents semi join judged using (address) where ended_on is null) as lasting
    from judged`)
  if (count === undefined || count.truth === 0) throw new BadCommandLine('no address was asked on every day')
  const { addresses, days, truth, seen, both, declared, incidents, lasting } = count
  const [precision, recall] = [seen === 0 ? 1 : both / seen, both / truth]
  console.log(`${addresses} addresses asked on every day, ${days} days of them measurable in truth`)
  console.log(
    `${incidents} incidents, ${lasting} of them last; ${declared} days that the server calls bad itself`,
  )
  console.log(
    `bad days: ${truth} in truth, ${seen} in incidents, ${both} in both; precision ${precision.toFixed(4)}, recall ${recall.toFixed(4)}`,
  )
  const wrong = await db.rows<Record<string, unknown>>(`
    select is_bad_in_truth, outcome, count(*) as days, any_value(address || ' ' || day) as one
    from judged where is_bad_in_truth <> is_bad_as_seen group by all order by days desc limit ${MAX_SHOWN}`)
  for (const row of wrong)
    console.log(
      `  ${row.is_bad_in_truth ? 'missed' : 'made up'}: ${row.outcome} ${row.days}, e.g. ${row.one}`,
    )
  return precision >= MIN_RIGHT && recall >= MIN_RIGHT
}
