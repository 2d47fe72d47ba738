-- One row per address that was probed: the latest result, the time of its last answer, and the number of consecutive
-- observed days without one. An address that takes another method than GET says nothing by 404, 426 or 501: such a day
-- is not observed. The same holds for one declared with another method, and for MCP, or A2A where it is no file.
with answered as (
  select
    url,
    min(observed_on) as first_ok_on,
    max(observed_on) as last_ok_on,
    max_by(observed_at, observed_on) as observed_at,
    max_by(source_url, observed_on) as source_url,
    max_by(response_sha256, observed_on) as response_sha256
  from observed_endpoint_probes
  where outcome in ('ok', 'auth_wall')
  group by url
),
silent as (
  select seen.url, count(*) as dead_days
  from observed_endpoint_probes as seen
  left join answered using (url)
  where (answered.url is null or seen.observed_on > answered.last_ok_on)
    and not (
      coalesce(seen.status in (404, 426, 501), false) and (
        coalesce(upper(seen.declared_method), 'GET') not in ('GET', 'HEAD')
        or seen.kind = 'mcp'
        or (seen.kind = 'a2a' and not regexp_matches(seen.url, '(?i)\.json([?#]|$)'))
      )
    )
  group by seen.url
)
select
  newest.url,
  newest.host,
  newest.kind,
  newest.outcome,
  newest.status,
  answered.first_ok_on,
  try_cast(answered.observed_at as timestamptz)::timestamp as last_ok_at,
  coalesce(silent.dead_days, 0) as dead_days,
  newest.observed_on,
  coalesce(answered.observed_at, newest.observed_at) as observed_at,
  coalesce(answered.source_url, newest.source_url) as source_url,
  coalesce(answered.response_sha256, newest.response_sha256) as response_sha256
from raw_endpoint_probes as newest
left join answered using (url)
left join silent using (url)
where newest.kind <> 'proof'
