-- Every indexed agent has exactly one liveness state, by the 30-day rule.
select coalesce(agents.handle, liveness.handle) as handle
from (select handle from agents where departed_on is null) as agents
full join liveness using (handle)
where
  agents.handle is null
  or liveness.handle is null
  or (liveness.liveness = 'alive') <> coalesce(liveness.is_activity_alive or liveness.is_probe_alive, false)
  or (liveness.liveness = 'unknown') <> (liveness.last_activity_at is null and liveness.last_probe_ok_at is null)
