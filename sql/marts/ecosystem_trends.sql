-- One row per metric, dimension and value: its amount today, 7 and 30 days ago (null without a snapshot of that very
-- day), and its trend over 7 days, flat below 1 %. An item that the snapshot of a day lacks counts 0 on it.
with ghosts as (
  select history.*, date_diff('day', history.day, run.day) as age from ghost_index_history as history cross join run
),
ranked as (
  select date_diff('day', standings.day, run.day) as age, standings.handle, standings.category, standings.tier
  from (select day, handle, category, tier from snapshots union all select day, handle, category, tier from compared_snapshots) as standings
  cross join run
),
listed as (
  select dimension, value from ghosts where age in (0, 7, 30)
  union
  select 'all', 'all'
  union
  select 'category', id from categories
),
ghost_days as (
  select 0 as age union select age from ghosts where age in (7, 30)
),
ghost_amounts as (
  select
    listed.dimension,
    listed.value,
    ghost_days.age,
    unnest([
      {metric: 'indexed_agents', amount: coalesce(ghosts.listed, ghosts.agents, 0)},
      {metric: 'alive', amount: coalesce(ghosts.alive, 0)},
      {metric: 'not_alive', amount: coalesce(ghosts.ghosts, 0)},
      {metric: 'liveness_unknown', amount: coalesce(ghosts.agents - ghosts.covered, 0)},
      {metric: 'liveness_score', amount: ghosts.alive_share::decimal(18, 2)}
    ], recursive := true)
  from listed
  cross join ghost_days
  left join ghosts using (dimension, value, age)
),
ranked_days as (
  select 0 as age union select age from ranked
),
ranked_amounts as (
  select listed.dimension, listed.value, ranked_days.age, 'evidence_ranked' as metric, count(distinct ranked.handle) as amount
  from listed
  cross join ranked_days
  left join ranked on ranked.age = ranked_days.age and ranked.tier = 'evidence_ranked' and listed.value in (ranked.category, 'all')
  where listed.dimension in ('all', 'category')
  group by listed.dimension, listed.value, ranked_days.age
),
compared as (
  select
    metric,
    dimension,
    value,
    max(amount) filter (age = 0) as today,
    max(amount) filter (age = 7) as days_ago_7,
    max(amount) filter (age = 30) as days_ago_30
  from (from ghost_amounts union all by name from ranked_amounts)
  group by metric, dimension, value
)
select
  *,
  case
    when today is null or days_ago_7 is null then null
    when today > days_ago_7 and 100 * (today - days_ago_7) >= days_ago_7 then 'rising'
    when today < days_ago_7 and 100 * (days_ago_7 - today) >= days_ago_7 then 'falling'
    else 'flat'
  end as trend
from compared
order by dimension, value, metric
