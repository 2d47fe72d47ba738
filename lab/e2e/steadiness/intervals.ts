import { existsSync } from 'node:fs'
import { type Database, literal } from '../../../pipeline/model/database.ts'

/** The values of a category that were hidden from intervals and those that they held, over all days; the width of ranks on the last. */
export interface Cover {
  category: string
  days: number
  hidden: number
  inside: number
  /** Median width of the interval of a rank on the last day, and the number of ranked agents. */
  width: number
  ranked: number
}

/** A mover that was named on a day. */
export interface NamedMove {
  day: string
  category: string
  handle: string
  rank_before: number
  rank_after: number
  cause: string | null
}

/** Makes views over the partitions that intervals and named moves are in; false where the history has no intervals. */
export async function loadIntervals(db: Database, history: string): Promise<boolean> {
  if (!existsSync(`${history}/interval_days`)) return false
  const read = (table: string) =>
    `read_parquet(${literal(`${history}/${table}/*.parquet`)}, union_by_name = true)`
  await db.run(`
    create view hidden as select * from ${read('interval_days')};
    create view standings as select * from ${read('snapshots')};
    create view named as select * from ${read('changes')} where kind = 'mover'`)
  return true
}

/** The cover of each category, pooled over all days. */
export const measureCover = (db: Database): Promise<Cover[]> =>
  db.rows(`
    with widths as (
      select category, median(rank_high - rank_low) as width, count(*) as ranked
      from standings where rank is not null and day = (select max(day) from standings)
      group by category
    )
    select hidden.category, count(*) as days, sum(hidden)::double as hidden, sum(inside)::double as inside,
      any_value(width) as width, any_value(ranked) as ranked
    from hidden join widths using (category)
    group by hidden.category order by hidden.category`)

/**
 * Named movers that should not be: those whose intervals of both days overlap, and those of more than `places` places whose
 * score moved most by a signal that was not observed on both days.
 */
export const listWrongMoves = (db: Database, places: number): Promise<NamedMove[]> =>
  db.rows(`
    with moved as (
      select today.day, today.category, today.handle, today.key, before.is_assumed or today.is_assumed as is_missing
      from points as today
      join points as before
        on before.handle = today.handle and before.category = today.category and before.key = today.key
        and before.day = today.day - 1
      where today.points <> before.points
      qualify row_number() over (
        partition by today.day, today.category, today.handle order by abs(today.points - before.points) desc, today.key
      ) = 1
    )
    select named.day::varchar as day, named.category, named.handle, named.rank_before, named.rank_after, moved.key as cause
    from named
    join standings as today using (day, category, handle)
    join standings as before
      on before.day = named.day - 1 and before.category = named.category and before.handle = named.handle
    left join moved on moved.day = named.day and moved.category = named.category and moved.handle = named.handle
    where (today.score_low <= before.score_high and before.score_low <= today.score_high)
      or (abs(named.rank_after - named.rank_before) > ${places} and coalesce(moved.is_missing, true))
    order by named.day, named.category, named.handle`)
