import { type Database, literal } from '../../../pipeline/model/database.ts'

/** Makes views over the partitions of a history: what ranked agents scored on each day, of which signals. */
export async function loadDays(db: Database, history: string): Promise<void> {
  const read = (table: string) => `read_parquet(${literal(`${history}/${table}/*.parquet`)}, filename = true)`
  await db.run(`
    create view ranked as
    select day, handle, category, exact_score::double as score
    from ${read('snapshots')} where tier = 'evidence_ranked';
    create view points as
    select parse_filename(filename, true)::date as day, handle, category, key, points::double as points, is_assumed
    from ${read('sub_scores')};
    create view weights as
    select parse_filename(filename, true)::date as day, handle, category, observed_weight from ${read('data/scores')};
    create view facts as
    select parse_filename(filename, true)::date as day, handle, key, value, is_withheld, observed_at from ${read('data/signals')}`)
}

/** Kendall's tau-b between each day and the one before, over the agents that have a rank on both. */
export const tauByDay = (
  db: Database,
): Promise<{ category: string; day: string; tau: number; agents: number }[]> =>
  db.rows(`
    with neighbours as (
      select today.category, today.day, today.handle, before.score as was, today.score as "is"
      from ranked as today
      join ranked as before
        on before.handle = today.handle and before.category = today.category and before.day = today.day - 1
    ),
    signs as (
      select a.category, a.day, sign(a.was - b.was) as was, sign(a."is" - b."is") as "is"
      from neighbours as a
      join neighbours as b on a.category = b.category and a.day = b.day and a.handle < b.handle
    )
    select category, day::varchar as day,
      sum(was * "is") / sqrt(sum(abs(was)) * sum(abs("is"))) as tau,
      (select count(*) from neighbours where neighbours.category = signs.category and neighbours.day = signs.day) as agents
    from signs group by category, day order by category, day`)

/** A group of jumps that have one signal and one kind of cause. */
export interface Jumps {
  category: string
  key: string
  cause: string
  jumps: number
  largest: number
  first: string
  last: string
}

/** Scores that moved by 5 points or more in a day, by the signal whose points moved most and what happened to it. */
export const causesOfJumps = (db: Database): Promise<Jumps[]> =>
  db.rows(`
    with jumps as (
      select today.category, today.day, today.handle, today.score - before.score as delta
      from ranked as today
      join ranked as before
        on before.handle = today.handle and before.category = today.category and before.day = today.day - 1
      where abs(delta) >= 5
    ),
    moved as (
      select jumps.*, today.key, before.is_assumed as was_assumed, today.is_assumed,
        fact.is_withheld, fact.value as "is", earlier.value as was, fact.observed_at as seen, earlier.observed_at as seen_before
      from jumps
      join points as today using (category, day, handle)
      join points as before
        on before.category = today.category and before.handle = today.handle and before.key = today.key
        and before.day = today.day - 1
      left join facts as fact on fact.day = today.day and fact.handle = today.handle and fact.key = today.key
      left join facts as earlier
        on earlier.day = today.day - 1 and earlier.handle = today.handle and earlier.key = today.key
      where (today.points - before.points) * delta > 0
      qualify row_number() over (
        partition by jumps.category, jumps.day, jumps.handle order by abs(today.points - before.points) desc, today.key
      ) = 1
    )
    select category, key,
      case
        when was_assumed and not is_assumed then 'observed for the first time'
        when is_assumed and not was_assumed then 'no longer observed'
        when "is" is distinct from was then 'its source gave another value'
        when is_withheld and seen is distinct from seen_before then 'its source gave another value, which may not be republished'
        when seen is distinct from seen_before then 'its source gave another time'
        else 'nothing that was observed'
      end as cause,
      count(*) as jumps, max(abs(delta)) as largest, min(day)::varchar as first, max(day)::varchar as last
    from moved group by all order by category, jumps desc, key, cause`)

/** Spearman's correlation of score and observed weight on the last day; null where all have the same weight. */
export const observedWeight = (db: Database): Promise<{ category: string; correlation: number | null }[]> =>
  db.rows(`
    with last as (
      select ranked.category, score, observed_weight
      from ranked
      join weights using (day, handle, category)
      where day = (select max(day) from ranked)
    ),
    places as (
      select category,
        rank() over (by_score) + (count(*) over (partition by category, score) - 1) / 2 as by_score,
        rank() over (by_weight) + (count(*) over (partition by category, observed_weight) - 1) / 2 as by_weight
      from last
      window by_score as (partition by category order by score),
        by_weight as (partition by category order by observed_weight)
    )
    select category, case when stddev(by_weight) > 0 then corr(by_score, by_weight) end as correlation
    from places group by category order by category`)

/** The covariance of a signal's points with the score as a share of the variance of the score, on the last day. */
export const varianceShares = (db: Database): Promise<{ category: string; key: string; share: number }[]> =>
  db.rows(`
    select category, key, covar_samp(points, score) / nullif(var_samp(score), 0) as share
    from ranked
    join points using (day, handle, category)
    where day = (select max(day) from ranked)
    group by category, key having share >= 0.05 order by category, share desc`)
