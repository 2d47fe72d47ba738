import { INTERVAL_NUMBERS } from '../../core/domain/interval_numbers.ts'
import { computeRankBands, type DrawnScores, NO_SCORE } from './compute_rank_bands.ts'
import { type Database, identifier, literal } from './database.ts'
import type { Model } from './order.ts'
import { createTable } from './tables.ts'

const TABLE = 'raw_rank_bands'
const COLUMNS = { category: 'VARCHAR', number: 'BIGINT', drawn_low: 'BIGINT', drawn_high: 'BIGINT' }
const DRAWS = INTERVAL_NUMBERS.interval_donors
/** Scores have four decimals. */
const SCALE = 10_000

interface Ranked {
  category: string
  agents: number
  /** Those whose score is drawn. */
  drawn: number
}

/**
 * The 5th and the 95th percentile of each ranked agent's ranks in all draws, one row per category and number of the agent.
 * In code, since each draw ranks all agents anew: 200 ranks of a million agents fit into no table and no list of DuckDB's.
 */
export const rankBands: Model = {
  name: TABLE,
  reads: ['int_intervals__draws', 'int_intervals__ranked'],
  async build(db: Database) {
    const categories = await db.rows<Ranked>(
      `select category, count(*)::integer as agents, count(drawn_number)::integer as drawn
       from int_intervals__ranked group by category order by category`,
    )
    await createTable(db, TABLE, COLUMNS, [])
    for (const ranked of categories) {
      const bands = computeRankBands(await readScores(db, ranked), DRAWS)
      const rows = bands.map((band, number) => ({ category: ranked.category, number, ...band }))
      await createTable(db, `${TABLE}_added`, COLUMNS, rows)
      await db.run(`insert into ${identifier(TABLE)} from ${identifier(`${TABLE}_added`)}`)
      await db.run(`drop table ${identifier(`${TABLE}_added`)}`)
    }
  },
}

async function readScores(db: Database, { category, agents, drawn }: Ranked): Promise<DrawnScores> {
  const totals = new Int32Array(agents).fill(NO_SCORE)
  const numbers = new Int32Array(drawn)
  const draws = new Int32Array(drawn * DRAWS).fill(NO_SCORE)
  const agentsSql = `select number::integer, coalesce(drawn_number, -1)::integer, (total * ${SCALE})::integer
    from int_intervals__ranked where category = ${literal(category)}`
  await eachRow(db, agentsSql, (number, drawnNumber, total) => {
    if (drawnNumber < 0) totals[number] = total
    else numbers[drawnNumber] = number
  })
  const drawsSql = `select ranked.drawn_number::integer,
      row_number() over (partition by ranked.number order by md5(concat_ws(' ', ranked.handle, draws.draw)), draws.draw)::integer - 1,
      (draws.score * ${SCALE})::integer
    from int_intervals__ranked as ranked
    join int_intervals__draws as draws on draws.category = ranked.category and draws.target = ranked.vector
    where ranked.category = ${literal(category)}`
  await eachRow(db, drawsSql, (drawnNumber, draw, score) => {
    draws[draw * drawn + drawnNumber] = score
  })
  return { totals, numbers, draws }
}

/** Passes the rows of a select of three whole numbers. */
const eachRow = (
  db: Database,
  sql: string,
  take: (first: number, second: number, third: number) => void,
): Promise<void> =>
  db.eachChunk(sql, (chunk) => {
    const [first, second, third] = [0, 1, 2].map((at) => chunk.getColumnValues(at) as number[])
    for (let row = 0; row < chunk.rowCount; row += 1)
      take(first?.[row] as number, second?.[row] as number, third?.[row] as number)
  })
