-- Every indexed agent has exactly one liveness state; only a sign of life makes it alive, and only a reading not alive.
select coalesce(agents.handle, liveness.handle) as handle
from (select handle from agents where departed_on is null) as agents
full join liveness using (handle)
cross join run
where
  agents.handle is null
  or liveness.handle is null
  or (liveness.liveness = 'alive') <> coalesce(liveness.is_activity_alive or liveness.is_probe_alive, false)
  or (liveness.liveness = 'not_alive' and (liveness.read_on is null or run.day - liveness.read_on >= alive_days()))
  or (liveness.is_unread and liveness.liveness <> 'unknown') or (liveness.is_out and not liveness.is_unread)
  or (liveness.liveness = 'unknown') <> (liveness.holds_days is null) or liveness.holds_days not between 1 and alive_days()
