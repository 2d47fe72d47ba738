-- One row per dimension and value of the ghost index, liveness, and number of days that it holds without another reading
-- (null: it is unknown), with the number of agents, and of those that wait for a reading.
select
  assigned.dimension,
  assigned.value,
  liveness.liveness,
  liveness.holds_days,
  count(*) as agents,
  count(*) filter (liveness.is_unread) as unread
from int_reliability__breakdowns as assigned
join liveness using (handle)
group by assigned.dimension, assigned.value, liveness.liveness, liveness.holds_days
order by assigned.dimension, assigned.value, liveness.liveness, liveness.holds_days
