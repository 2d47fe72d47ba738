-- Each probe of an agent's address is of one that is shown, and has an uptime only where it was observed.
select probes.handle, probes.url
from endpoint_probes as probes
left join endpoints using (handle, kind, url)
where endpoints.handle is null
  or (probes.uptime_30d is null) <> (probes.observations_30 = 0)
  or probes.observations_7 > probes.observations_30
  or (probes.outcome = 'not_probed') <> (probes.observed_on is null)
