import { MOST_MOVERS, MOVERS_PATH, type Mover } from '../../views/movers.ts'
import type { Artifact } from '../release/artifact.ts'
import { JSON_TYPE, json, type Site } from './site.ts'

/** The largest moves of the day, for the service: of each category and direction, in the order of the change feed. */
export async function moversArtifact({ db }: Site): Promise<Artifact> {
  const movers = await db.rows<Mover>(LARGEST)
  return { path: MOVERS_PATH, contentType: JSON_TYPE, side: 'private', body: json({ movers }) }
}

const LARGEST = `
  with placed as (
    select
      handle, category, rank_before, rank_after, rank_before - rank_after as rank_delta,
      row_number() over (
        order by
          abs(rank_after - rank_before) desc,
          least(rank_before, rank_after),
          greatest(score_before, score_after) desc nulls last,
          category,
          handle
      ) as place
    from changes
    where kind = 'mover'
  )
  select * exclude (place) from placed
  qualify row_number() over (partition by category, rank_delta > 0 order by place) <= ${MOST_MOVERS}
  order by place`
