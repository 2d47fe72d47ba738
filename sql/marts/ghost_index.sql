-- One row per dimension and value on the logical date. Higher is better: alive_share is the percentage of the covered
-- agents (whose liveness is known) that are alive; 100 means no ghosts. Its uncertainty: the 95 % Wilson interval if the
-- covered ones were a sample, and the bounds if all agents not covered were dead, or alive. If an outage prevents
-- judging freeze_percent() of those that would be covered, the figures are frozen as last counted, on frozen_on; listed
-- is always today's number of agents.
with counted as (
  select
    assigned.dimension,
    assigned.value,
    count(*) as agents,
    count(*) filter (liveness.liveness <> 'unknown') as covered,
    count(*) filter (liveness.liveness = 'alive') as alive,
    count(*) filter (liveness.is_unread) as unread,
    count(*) filter (liveness.is_out) as unread_by_outage
  from int_reliability__breakdowns as assigned
  join liveness using (handle)
  group by assigned.dimension, assigned.value
),
spread as (
  select
    *,
    alive / nullif(covered, 0) as share,
    wilson_z() * wilson_z() / nullif(covered, 0) as z2n,
    wilson_z() * sqrt(share * (1 - share) / covered + z2n / (4 * covered)) as margin
  from counted
),
today as (
  select
    dimension,
    value,
    agents,
    covered,
    alive,
    covered - alive as ghosts,
    round(100 * alive / nullif(covered, 0), 2)::decimal(5, 2) as alive_share,
    round(100 * covered / agents, 2)::decimal(5, 2) as coverage_share,
    round(100 * ((share + z2n / 2 - margin) / (1 + z2n)), 2)::decimal(5, 2) as alive_share_low,
    round(100 * ((share + z2n / 2 + margin) / (1 + z2n)), 2)::decimal(5, 2) as alive_share_high,
    round(100 * alive / agents, 2)::decimal(5, 2) as alive_share_if_unknown_dead,
    round(100 * (agents - covered + alive) / agents, 2)::decimal(5, 2) as alive_share_if_unknown_alive,
    null::date as frozen_on
  from spread
),
last_counted as (
  select distinct on (past.dimension, past.value) past.* exclude (day, frozen_on), past.day as frozen_on
  from past_ghost_index as past
  join counted using (dimension, value)
  where past.frozen_on is null and past.liveness_rule = liveness_rule()
    and 100 * counted.unread_by_outage >= freeze_percent() * (counted.covered + counted.unread) and counted.unread_by_outage > 0
  order by past.dimension, past.value, past.day desc
),
shown as (
  select * from today anti join last_counted using (dimension, value)
  union all by name
  select * exclude (listed, unread, unread_by_outage, liveness_rule) from last_counted
)
select
  run.day,
  shown.dimension,
  shown.value,
  shown.agents,
  shown.covered,
  shown.alive,
  shown.ghosts,
  shown.alive_share,
  shown.coverage_share,
  shown.alive_share_low,
  shown.alive_share_high,
  shown.alive_share_if_unknown_dead,
  shown.alive_share_if_unknown_alive,
  shown.frozen_on,
  counted.agents as listed,
  counted.unread,
  counted.unread_by_outage,
  liveness_rule() as liveness_rule
from shown
join counted using (dimension, value)
cross join run
order by shown.dimension, shown.value
