-- One row per address that is shown of an agent and incident of it, the newest first.
select
  endpoints.handle,
  endpoints.kind,
  endpoints.url,
  incidents.outcome,
  incidents.answered_before_on,
  incidents.began_on,
  incidents.ended_on,
  incidents.answered_again_on,
  incidents.silent_days,
  incidents.outcome_before,
  incidents.outcome_after,
  incidents.is_version_changed,
  incidents.is_tools_changed
from endpoints
join int_probes__incidents as incidents on incidents.address = probe_address(endpoints.url)
order by endpoints.handle, incidents.began_on desc, endpoints.kind, endpoints.url
