-- One row per dimension and value of the ghost index and age in days of an agent's latest sign of life on the logical
-- date, at most alive_days(), which stands for all that is older; null where none was ever observed.
with dated as (
  select
    liveness.handle,
    liveness.liveness,
    liveness.days_since_active,
    case
      when liveness.last_probe_ok_at is not null then greatest(date_diff('day', liveness.last_probe_ok_at::date, run.day), 0)
    end as days_since_probe_ok
  from liveness
  cross join run
),
signs as (
  select handle, if(liveness = 'unknown', null, least(days_since_active, days_since_probe_ok, alive_days())) as age from dated
)
select assigned.dimension, assigned.value, signs.age, count(*) as agents
from int_reliability__breakdowns_assigned as assigned
join signs using (handle)
group by assigned.dimension, assigned.value, signs.age
order by assigned.dimension, assigned.value, signs.age
