-- One row per agent that has not departed: what makes agents comparable on the logical date, and whether a reading of it
-- is missing. The history keeps it: probabilities are counted from the rows of earlier days.
with hosts as (
  select declared.handle, avg(shares.alive_share) as alive_share
  from int_agents__addresses as declared
  join int_probes__addresses as probed using (address)
  join int_probes__host_shares as shares using (host)
  where probed.is_sampled
  group by declared.handle
)
select
  run.day,
  liveness.handle,
  coalesce(liveness.kind, 'none') as kind,
  liveness.last_on,
  case
    when uptime.uptime_30d is null then 'unknown'
    when uptime.uptime_30d = 0 then 'none'
    when uptime.uptime_30d < 50 then 'few'
    when uptime.uptime_30d < 90 then 'some'
    when uptime.uptime_30d < 100 then 'most'
    else 'all'
  end as uptime_class,
  case
    when hosts.alive_share is null then 'own'
    when hosts.alive_share < 10 then 'few'
    when hosts.alive_share < 50 then 'some'
    when hosts.alive_share < 90 then 'most'
    else 'all'
  end as host_class,
  liveness.is_unread,
  liveness_rule() as liveness_rule
from liveness
left join int_agents__uptime as uptime using (handle)
left join hosts using (handle)
cross join run
