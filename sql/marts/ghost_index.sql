-- One row per dimension and value on the logical date. The index reads upwards: alive_share is the percentage of the
-- covered agents (whose liveness is known) that are alive; 100 means no ghosts. How sure it is: the 95 % Wilson
-- interval if the covered ones were a sample, and the bounds if all that are not covered were dead, or alive.
with counted as (
  select
    assigned.dimension,
    assigned.value,
    count(*) as agents,
    count(*) filter (liveness.liveness <> 'unknown') as covered,
    count(*) filter (liveness.liveness = 'alive') as alive
  from int_reliability__breakdowns_assigned as assigned
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
)
select
  run.day,
  spread.dimension,
  spread.value,
  spread.agents,
  spread.covered,
  spread.alive,
  spread.covered - spread.alive as ghosts,
  round(100 * spread.alive / nullif(spread.covered, 0), 2)::decimal(5, 2) as alive_share,
  round(100 * spread.covered / spread.agents, 2)::decimal(5, 2) as coverage_share,
  round(100 * ((share + z2n / 2 - margin) / (1 + z2n)), 2)::decimal(5, 2) as alive_share_low,
  round(100 * ((share + z2n / 2 + margin) / (1 + z2n)), 2)::decimal(5, 2) as alive_share_high,
  round(100 * spread.alive / spread.agents, 2)::decimal(5, 2) as alive_share_if_unknown_dead,
  round(100 * (spread.agents - spread.covered + spread.alive) / spread.agents, 2)::decimal(5, 2) as alive_share_if_unknown_alive
from spread
cross join run
order by spread.dimension, spread.value
