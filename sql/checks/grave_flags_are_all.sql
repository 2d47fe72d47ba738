-- Every agent that has not departed has in its rows each of its flags of severity major or critical once, and no other.
with told as (
  select handle, unnest(flags, recursive := true) from grave_flags
),
raised as (
  select trust.handle, flag.flag, min(flag.severity) as severity
  from trust
  join liveness using (handle)
  cross join unnest(trust.flags) as flags(flag)
  where flag.severity in ('major', 'critical')
  group by trust.handle, flag.flag
)
select coalesce(told.handle, raised.handle) as handle, coalesce(told.flag, raised.flag) as flag, count(*) as times
from told
full join raised using (handle, flag)
group by all
having count(*) <> 1 or bool_or(told.severity is distinct from raised.severity)
