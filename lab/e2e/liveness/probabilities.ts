import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { NUMBERS } from '../../../core/domain/numbers.ts'
import { sqlModels } from '../../../pipeline/model/build.ts'
import { type Database, literal } from '../../../pipeline/model/database.ts'
import { sortModels } from '../../../pipeline/model/order.ts'
import { createMacros } from '../../../pipeline/model/rules.ts'
import { BadCommandLine } from '../../../scripts/lib/command.ts'
import { toReplayDate } from './replay_days.ts'

const GIVEN = ['run', 'past_liveness_traits', 'int_liveness__traits']
const MODELS = [
  ...['int_liveness__cases', 'int_liveness__shares', 'int_liveness__chances', 'alive_chances_tested'],
]
const MIN_BETTER = 0.3
const MIN_AGENTS = 50
const MAX_OFF = 0.05

interface Tested {
  tenth: number | null
  agents: number
  mean_probability: number
  shown_share: number
  brier: number
  brier_base: number
}

/** Tests the probabilities made on a day by the models of the pipeline; prints them, and returns true if they hold. */
export async function areProbabilitiesRight(db: Database, output: string, day: number): Promise<boolean> {
  await loadTraits(db, output, day)
  await createMacros(db)
  const models = (await sqlModels(db)).filter(({ name }) => MODELS.includes(name))
  for (const model of sortModels(models, GIVEN)) await model.build(db)
  const [all, ...tenths] = await db.rows<Tested>(
    'select * from alive_chances_tested order by tenth nulls first',
  )
  if (all === undefined) throw new BadCommandLine(`the history has too few days before day ${day}`)
  const better = 1 - all.brier / all.brier_base
  console.log(
    `made on ${toReplayDate(day)}: ${all.agents} agents, ${all.shown_share} showed a sign in 14 days`,
  )
  console.log(
    `Brier score ${all.brier}, of the base rate ${all.brier_base}: ${(100 * better).toFixed(1)} % lower`,
  )
  for (const row of tenths) console.log(describe(row))
  const off = tenths.filter(({ agents }) => agents >= MIN_AGENTS).filter((row) => measureOff(row) > MAX_OFF)
  return better >= MIN_BETTER && off.length === 0
}

const measureOff = ({ mean_probability, shown_share }: Tested) => Math.abs(mean_probability - shown_share)

const describe = (row: Tested): string =>
  `  from ${10 * Number(row.tenth)} %: ${String(row.agents).padStart(7)} agents, said ${row.mean_probability.toFixed(4)}, came ${row.shown_share.toFixed(4)}${row.agents >= MIN_AGENTS && measureOff(row) > MAX_OFF ? '  OFF' : ''}`

/** Loads the recorded days: the one on which the probabilities are judged, and all before it. */
async function loadTraits(db: Database, output: string, day: number): Promise<void> {
  const judged = toReplayDate(day + NUMBERS.backtest_days)
  const folder = join(output, 'history/liveness')
  if (!existsSync(join(folder, `${judged}.parquet`)))
    throw new BadCommandLine(`${folder} has no ${judged}: run the days until then first`)
  await db.run(`create table run as select ${literal(judged)}::date as day;
    create table recorded as select * exclude (liveness_rule) from read_parquet(${literal(join(folder, '*.parquet'))});
    create table past_liveness_traits as select recorded.* from recorded, run where recorded.day < run.day;
    create table int_liveness__traits as select recorded.* from recorded, run where recorded.day = run.day`)
}
