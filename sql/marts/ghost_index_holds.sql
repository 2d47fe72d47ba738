-- One row per dimension and value of the ghost index, liveness, and number of days that it stands without another reading
-- (null: it is unknown), with so many agents, and how many of them wait for a reading.
select
  assigned.dimension,
  assigned.value,
  liveness.liveness,
  liveness.holds_days,
  count(*) as agents,
  count(*) filter (liveness.is_unread) as unread
from int_reliability__breakdowns_assigned as assigned
join liveness using (handle)
group by assigned.dimension, assigned.value, liveness.liveness, liveness.holds_days
order by assigned.dimension, assigned.value, liveness.liveness, liveness.holds_days
