-- A source is marked as stale exactly when it answered before but not today.
select sources.name
from sources
where (outcome not in ('ok', 'part') and last_ok_on is not null) <> (stale_since is not null)
