-- A source is marked as stale exactly when it answered before but not today.
select sources.name
from sources
cross join run
where (last_ok_on < run.day) <> (stale_since is not null)
  or (last_ok_on = run.day and outcome not in ('ok', 'part'))
