-- Counting agents by how long their liveness stands gives the same totals as the ghost index, where that is not frozen.
with counted as (
  select
    dimension,
    value,
    sum(agents) as agents,
    coalesce(sum(agents) filter (liveness <> 'unknown'), 0) as covered,
    coalesce(sum(agents) filter (liveness = 'alive'), 0) as alive,
    sum(unread) as unread
  from ghost_index_holds
  group by dimension, value
)
select dimension, value
from ghost_index
full join counted using (dimension, value)
where ghost_index.listed is distinct from counted.agents
  or ghost_index.unread is distinct from counted.unread
  or (ghost_index.frozen_on is null and (ghost_index.covered is distinct from counted.covered or ghost_index.alive is distinct from counted.alive))
union all
select dimension, value from ghost_index_holds
where (holds_days is null) <> (liveness = 'unknown') or holds_days not between 1 and alive_days()
