-- Every agent has one state; only a sign makes it alive, only a reading not alive, and never who was never asked.
select coalesce(agents.handle, liveness.handle) as handle
from (select handle from agents where departed_on is null) as agents
full join liveness using (handle)
cross join run
where
  agents.handle is null
  or liveness.handle is null
  or (liveness.liveness = 'alive' and liveness.sign is null)
  or (liveness.liveness = 'not_alive' and (liveness.read_on is null or run.day - liveness.read_on >= alive_days()))
  or (liveness.liveness = 'not_alive' and liveness.addresses > 0 and liveness.asked_addresses = 0)
  or (liveness.is_unread and liveness.liveness <> 'unknown') or (liveness.is_out and not liveness.is_unread)
  or (liveness.liveness = 'unknown') <> (liveness.holds_days is null) or liveness.holds_days not between 1 and alive_days()
