-- Counting agents by the age of their latest sign of life gives the same totals as the ghost index on the logical date.
with counted as (
  select
    dimension,
    value,
    sum(agents) as agents,
    coalesce(sum(agents) filter (age is not null), 0) as covered,
    coalesce(sum(agents) filter (age < alive_days()), 0) as alive
  from ghost_index_ages
  group by dimension, value
)
select dimension, value
from ghost_index
full join counted using (dimension, value)
where ghost_index.agents is distinct from counted.agents
  or ghost_index.covered is distinct from counted.covered
  or ghost_index.alive is distinct from counted.alive
union all
select dimension, value from ghost_index_ages where age not between 0 and alive_days()
