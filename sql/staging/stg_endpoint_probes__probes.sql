-- One row per address that was ever declared: the result of its last probe (outcome `not_probed` where it never had one), the
-- time of its last answer, and the number of observed days without one since (the last is last_silent_on). Days with a server error or a time-out
-- alone count once there are five of them over two weeks. `reason` says why the address is not probed at present.
with answered as (
  select
    url,
    min(observed_on) as first_ok_on,
    max(observed_on) as last_ok_on,
    max_by(observed_at, observed_on) as observed_at,
    max_by(source_url, observed_on) as source_url,
    max_by(response_sha256, observed_on) as response_sha256
  from stg_endpoint_probes__observations
  where is_alive
  group by url
),
silent as (
  select
    seen.url,
    max(seen.observed_on) as last_silent_on,
    case
      when not bool_and(seen.is_doubtful) then count(*)
      when count(*) >= 5 and max(seen.observed_on) - min(seen.observed_on) >= 13 then count(*)
      else 0
    end as dead_days
  from stg_endpoint_probes__observations as seen
  left join answered using (url)
  where seen.is_silent and (answered.url is null or seen.observed_on > answered.last_ok_on)
  group by seen.url
),
latest as (
  select distinct on (url) * from stg_endpoint_probes__observations order by url, observed_on desc
)
select
  newest.url,
  newest.host,
  newest.kind,
  newest.declared_method,
  coalesce(latest.outcome, newest.outcome) as outcome,
  newest.reason,
  latest.status,
  latest.final_url,
  latest.protocol_version,
  latest.server_name,
  latest.server_version,
  latest.first_byte_ms,
  latest.total_ms,
  latest.vantage,
  newest.is_sample,
  newest.host_addresses,
  newest.tools_count,
  newest.tools_hash,
  latest.details,
  answered.first_ok_on,
  answered.last_ok_on,
  try_cast(answered.observed_at as timestamptz)::timestamp as last_ok_at,
  silent.last_silent_on,
  coalesce(silent.dead_days, 0) as dead_days,
  latest.observed_on,
  coalesce(answered.observed_at, latest.observed_at, newest.observed_at) as observed_at,
  coalesce(answered.source_url, latest.source_url, newest.source_url) as source_url,
  coalesce(answered.response_sha256, latest.response_sha256, newest.response_sha256) as response_sha256
from raw_endpoint_probes as newest
left join latest using (url)
left join answered using (url)
left join silent using (url)
where newest.kind not in ('proof', 'manifest')
