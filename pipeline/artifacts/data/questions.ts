/**
 * A question and the query that answers it, with paths relative to the parent of `data`. DuckDB and ClickHouse both
 * run it, but for the names of files (`inClickhouse`), and its order is total.
 */
export interface Question {
  asks: string
  sql: string
}

/** Returns ten questions; `day` is the newest one. */
export const questions = (day: string): Question[] => {
  const newest = (table: string) => `'data/${table}/date=${day}/part-0.parquet'`
  const all = (table: string) => `'data/${table}/*/part-0.parquet'`
  return [
    {
      asks: 'How many agents are there in each category, and how many are alive?',
      sql: `select primary_category, count(*) as agents, count(*) filter (where liveness = 'alive') as alive from ${newest('agents')} where departed_on is null group by all order by agents desc, primary_category`,
    },
    {
      asks: 'Who leads each category, and between which ranks may they stand?',
      sql: `select category, rank, rank_low, rank_high, handle, score from ${newest('rankings')} where rank <= 3 order by category, rank, handle`,
    },
    {
      asks: 'How did the leaders of today stand on each day?',
      sql: `select date, category, handle, rank, score from ${all('snapshots')} where (category, handle) in (select category, handle from ${newest('snapshots')} where rank = 1) order by category, handle, date`,
    },
    {
      asks: 'Do the published sub-scores add up to every score?',
      sql: `select count(*) as scores, count(*) filter (where abs(scores.exact_score - coalesce(points.sum, 0)) < 0.00005) as add_up from ${newest('scores')} as scores left join (select category, handle, sum(points) as sum from ${newest('sub_scores')} group by all) as points using (category, handle)`,
    },
    {
      asks: 'Of how many agents was each signal observed, and where?',
      sql: `select key, source, count(*) as agents, max(observed_at) as newest from ${newest('signals')} group by all order by agents desc, key, source`,
    },
    {
      asks: 'What moved scores the most since the day before?',
      sql: `select category, handle, score_before, score_after, causes from 'data/latest/score_changes.parquet' order by abs(score_delta) desc, category, handle limit 10`,
    },
    {
      asks: 'How many agents came, left, died and came back to life on each day?',
      sql: `select date, kind, count(distinct handle) as agents from ${all('changes')} where kind in ('new', 'departure', 'death', 'resurrection') group by all order by date, kind`,
    },
    {
      asks: 'Whom did x402 pay in 30 days, without self-dealing?',
      sql: `select rank_adjusted, operator, credited_handle, unique_payers, unique_payers_adjusted, volume_usd, wash_flags from ${newest('x402_demand')} where chain = 'all' and days = 30 order by rank_adjusted limit 10`,
    },
    {
      asks: 'How much x402 was paid on each chain and day, each day as it was last read?',
      sql: `select paid_on, chain, sum(payments) as payments, sum(volume_atomic) / 1e6 as usdc from (select * from ${all('x402_days')} qualify date = max(date) over (partition by paid_on)) group by all order by paid_on, chain`,
    },
    {
      asks: 'Which agents were merged from the records of several sources, and why?',
      sql: `select handle, source, reason, count(*) as records from ${newest('records')} where handle in (select handle from ${newest('records')} group by handle having count(distinct source) > 1 order by count(distinct source) desc, handle limit 10) group by all order by handle, source, reason`,
    },
  ]
}

/** Returns the query for ClickHouse, where a file name alone is no table. */
export const inClickhouse = (sql: string): string => sql.replaceAll(/'data\/[^']+'/g, 'file($&, Parquet)')
