-- One row per address that is shown of an agent and is in the list of probes: how the last observation went, or why there
-- is none, and how often it answered. The host's share, of a sampled host alone, is an estimate and no state of this one.
select
  endpoints.handle,
  endpoints.kind,
  endpoints.url,
  probed.outcome,
  probed.reason,
  probed.status,
  probed.observed_on,
  uptime.uptime_7d,
  coalesce(uptime.observations_7, 0) as observations_7,
  uptime.uptime_30d,
  coalesce(uptime.observations_30, 0) as observations_30,
  uptime.latency_p50_ms,
  compared.differences as listing_differences,
  case when probed.is_sampled and shares.host is not null then {
    addresses: shares.addresses,
    observed: shares.observed,
    alive_share: shares.alive_share,
    alive_share_low: shares.alive_share_low,
    alive_share_high: shares.alive_share_high
  } end as host_estimate
from endpoints
join int_probes__addresses as probed on probed.address = probe_address(endpoints.url)
left join int_probes__uptime as uptime using (address)
left join int_probes__listing_differences as compared using (address)
left join int_probes__host_shares as shares on shares.host = probed.host
